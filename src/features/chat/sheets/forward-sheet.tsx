import { Box } from '#src/ui/box.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { chatMessages, sendTypes } from '#contract/chat/chat-messages.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatTargets } from '#src/features/chat/sharing/chat-targets.tsx'

type Props = { readonly ids: readonly string[]; readonly onClose: () => void; readonly onDone: () => void }

/** Sends messages on, one by one or merged, into at most nine chats. */
export function ForwardSheet({ ids, onClose, onDone }: Props) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [way, setWay] = useState<'oneByOne' | 'merged'>('oneByOne')
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    setIsBusy(true)
    const isDone = await change(chatMessages.forward, {
      targetGroup: chosen.map((chatGroupId) => ({ chatGroupId })),
      messageList: [...ids],
      sendType: sendTypes[way],
    })
    setIsBusy(false)
    if (!isDone) return
    toast('chat:forwardDone')
    onDone()
  }
  return (
    <Sheet
      title={t('forwardTo', { count: ids.length })}
      isOpen
      onClose={onClose}
      isTall
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} disabled={chosen.length === 0} onClick={() => void send()}>
          {t('forwardTargets', { count: chosen.length })}
        </Button>
      }
    >
      {ids.length > 1 && (
        <Segmented
          label={t('forwardWay')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'oneByOne', label: t('oneByOne') },
            { value: 'merged', label: t('merged') },
          ]}
        />
      )}
      <ChatTargets chosen={chosen} onChange={setChosen} />
      <Box as="p" below={3} above={3} tone={2} size={3} text="center">
        {t('forwardHint', { count: chatLimits.forwardTargets })}
      </Box>
    </Sheet>
  )
}
