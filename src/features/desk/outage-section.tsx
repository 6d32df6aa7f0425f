import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Note, Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { DeskPart } from './desk-part.tsx'

const minuteMs = 60_000
/** What the native picker reads and writes: local time up to the minute. */
const localOf = (atMs: number) =>
  new Date(atMs - new Date(atMs).getTimezoneOffset() * minuteMs).toISOString().slice(0, 16)
const instantOf = (text: string) => new Date(text).getTime()
const firstMinutes = 10

/**
 * Declares an outage of the past day: the deadlines of open OTC orders move by its length, and both parties are told.
 */
export function OutageSection() {
  const { t } = useTranslation('desk')
  const { serverNow } = useServices()
  const [from, setFrom] = useState(() => localOf(serverNow() - firstMinutes * minuteMs))
  const [to, setTo] = useState(() => localOf(serverNow()))
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const submit = useSubmit(desk.outage, { onDone: () => setReason('') })
  const [fromMs, toMs] = [instantOf(from), instantOf(to)]
  const isTurned = !(fromMs < toMs)
  const isMissing = reason.trim() === ''
  const send = () => {
    setIsAsked(true)
    if (isMissing || isTurned) return
    submit.send({ from_ms: fromMs, to_ms: toMs, reason: reason.trim() })
    setIsAsked(false)
  }
  return (
    <DeskPart as="section" aria-label={t('tabs.outage')}>
      <p>{t('outage.text')}</p>
      <Stack gap={3} className={styles.ask}>
        <Field type="datetime-local" label={t('outage.from')} value={from} onChange={setFrom} max={to} />
        <Field
          type="datetime-local"
          label={t('outage.to')}
          value={to}
          onChange={setTo}
          min={from}
          error={isTurned ? t('outage.turned') : undefined}
        />
        <Field
          label={t('reason')}
          value={reason}
          onChange={setReason}
          maxLength={300}
          error={isAsked && isMissing ? t('refusals:reason_required') : undefined}
        />
        <FormFailure failure={submit.isBusy ? null : submit.failure} />
        {submit.value !== null && !submit.isBusy && (
          <Banner icon="check">{t('outage.done', { count: submit.value.orders })}</Banner>
        )}
        <Button isBusy={submit.isBusy} onClick={send}>
          {t('outage.declare')}
        </Button>
        <Note breaks>{t('logged')}</Note>
      </Stack>
    </DeskPart>
  )
}
