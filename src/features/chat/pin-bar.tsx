import type { ImGroup } from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { messageAt, type ChatLog } from '#machines/chat/chat-log.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Box, Press, Row } from '#src/ui/box.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWords } from './words.ts'

type Props = {
  readonly group: ImGroup
  readonly log: ChatLog
  /** Their numbers, newest first, and how often they have changed. */
  readonly ns: readonly number[]
  readonly rev: number
  readonly onGo: (n: number) => void
}
/** The pinned messages of a chat: one is shown; a tap jumps to it and shows the one before. */
export function PinBar({ group: { id: chatGroupId }, log, ns, rev, onGo }: Props) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const words = useWords()
  const [at, setAt] = useState(0)
  const place = at % ns.length
  const n = ns[place] ?? 0
  const held = messageAt(log, n)
  const read = useRead(`pinned|${chatGroupId}|${n}|${held === null ? rev : 'held'}`, async (signal) =>
    held === null
      ? request.read(chatMessages.history, { chatGroupId, around: n, limit: 1 }, { signal })
      : { ok: true as const, value: [held] },
  )
  const message = held ?? read.value?.[0] ?? null
  return (
    <Row gap={2} sidePad={4} ground="raised" line="bottom" tone="accent">
      <Icon name="pin" size={18} />
      <Press
        size={3}
        tone={1}
        text="start"
        isTouch
        isCut
        grows
        clips
        aria-label={t('toPinned', { text: message === null ? '' : words.wordsOf(message) })}
        onClick={() => {
          onGo(n)
          setAt(place + 1)
        }}
      >
        {message === null ? '…' : words.wordsOf(message)}
      </Press>
      {ns.length > 1 && (
        <Box as="span" size={2} tone={2} className="num">
          {place + 1}/{ns.length}
        </Box>
      )}
    </Row>
  )
}
