import { chatLimits } from '#contract/chat/chat.ts'
import type { ServiceTalkFull } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { dropDraft, useDraft } from '#src/lib/draft.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { AreaField } from '#src/ui/field.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { CaseHead } from './case-page.tsx'
import { Said } from './said.tsx'
import { useEvery } from './use-every.ts'
import { useShown } from './use-shown.ts'
import { DeskPart } from './desk-part.tsx'

type Props = { readonly id: string; readonly onClose: () => void; readonly onChanged: () => void }

/** One conversation: what was said, and where the desk answers. */
export function TalkView({ id, onClose, onChanged }: Props) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const shown = useShown()
  const [before, setBefore] = useState<number | null>(null)
  const read = useRead(`talk|${id}|${before}`, (signal) =>
    request.read(desk.talk, { id, ...(before !== null && { before }) }, { signal }),
  )
  useEvery(read.refresh)
  const { value } = read
  const end = useRef<HTMLDivElement>(null)
  const isShown = value !== null
  // What is newest, and where one answers, stands at the end.
  useEffect(() => {
    if (isShown && before === null) end.current?.scrollIntoView({ block: 'end' })
  }, [isShown, before])
  if (value === null)
    return (
      <DeskPart className={styles.case}>
        <Unread read={read} lines={6} height={48} />
      </DeskPart>
    )
  const oldest = value.messages.at(-1)?.n ?? 1
  return (
    <DeskPart as="article" className={styles.case}>
      <TalkHead talk={value} onClose={onClose} />
      {(value.has_more || before !== null) && (
        <Box as="p" lay="row" gap={2} wraps>
          {value.has_more && (
            <Button kind="text" size="s" onClick={() => setBefore(oldest)}>
              {t('service.earlier')}
            </Button>
          )}
          {before !== null && (
            <Button kind="text" size="s" onClick={() => setBefore(null)}>
              {t('service.newest')}
            </Button>
          )}
        </Box>
      )}
      <Stack as="ol" gap={2} aria-label={t('service.log')}>
        {value.messages.toReversed().map((message) => (
          <Said key={message.n} message={message} at={shown.time(message.createMs)} />
        ))}
      </Stack>
      <div ref={end}>
        {value.is_own ? (
          <Note breaks>{t('ownCase')}</Note>
        ) : (
          <Answer
            talk={value}
            onDone={() => {
              setBefore(null)
              void read.refresh()
              onChanged()
            }}
          />
        )}
      </div>
    </DeskPart>
  )
}

type HeadProps = Pick<Props, 'onClose'> & { readonly talk: ServiceTalkFull }
function TalkHead({ talk: { user, opened_ms, status }, onClose }: HeadProps) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  return (
    <CaseHead
      badge={<Badge tone={status === 'waiting' ? 'warning' : 'quiet'}>{t(`service.${status}`)}</Badge>}
      onClose={onClose}
    >
      <h2>{user.nickname}</h2>
      <Note breaks>
        {user.id} · {user.account} · {t('service.since', { at: shown.time(opened_ms) })}
      </Note>
    </CaseHead>
  )
}

function Answer({ talk, onDone }: { readonly talk: ServiceTalkFull; readonly onDone: () => void }) {
  const { t } = useTranslation('desk')
  const key = `talk.${talk.id}`
  const { texts, change } = useDraft(key, { text: '' })
  const answer = useSubmit(desk.answer, {
    onDone: () => {
      dropDraft(key)
      change({ text: '' })
      onDone()
    },
  })
  const close = useSubmit(desk.closeTalk, {
    onDone: () => {
      toast('desk:service.closedNow')
      onDone()
    },
  })
  const isBusy = answer.isBusy || close.isBusy
  const text = texts.text.trim()
  // Somebody else answers: whoever writes now takes the conversation over, and sees that before.
  const isTaken = talk.status === 'taken' && !talk.is_mine
  const send = () => text !== '' && !isBusy && answer.send({ id: talk.id, text, ...(isTaken && { take: true }) })
  return (
    <Stack gap={3} className={styles.ask}>
      {isTaken && (
        <Note breaks role="status">
          {t('service.takenBy', { name: talk.agent?.nickname ?? '' })}
        </Note>
      )}
      <AreaField
        label={t('service.answer')}
        rows={3}
        dir="auto"
        maxLength={chatLimits.text}
        value={texts.text}
        onChange={(text) => change({ text })}
      />
      <FormFailure failure={isBusy ? null : (answer.failure ?? close.failure)} />
      <Box lay="row" gap={2} wraps>
        {talk.status !== 'closed' && (
          <Button
            kind="quiet"
            isBusy={close.isBusy}
            onClick={() => close.send({ id: talk.id, ...(isTaken && { take: true }) })}
          >
            {t('service.close')}
          </Button>
        )}
        <Button isBusy={answer.isBusy} disabled={text === ''} onClick={send}>
          {t(isTaken ? 'service.takeOver' : 'service.send')}
        </Button>
      </Box>
      <Note breaks>{t('service.asService')}</Note>
    </Stack>
  )
}
