import { orders, type DeadMan } from '#contract/trigger/trigger-orders.ts'
import { useDeadMan } from '#src/actors/use-dead-man.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { formatTime } from '#src/lib/format.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Note, Stack } from '#src/ui/box.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Failed } from '#src/ui/failed.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const choices = ['0', '60', '300', '600'] as const

/** What the switch does, how it stands, and its choices. The device that switches it on renews it. */
export function DeadManSheet({ account }: { readonly account: number }) {
  const { request } = useServices()
  const { value, failure, refresh } = useRead('dead man', (signal) => request.read(orders.deadMan, {}, { signal }))
  if (value !== null) return <Switch copy={value} account={account} />
  return failure === null ? <Skeleton lines={4} height={48} /> : <Failed onRetry={() => void refresh()} />
}

function Switch({ copy: first, account }: { readonly copy: DeadMan; readonly account: number }) {
  const { t } = useTranslation(['account', 'trigger'])
  const failureText = useFailureText()
  const isDesk = useIsDesktop()
  const setSettings = useSettings((settings) => settings.set)
  const shown = useDeadMan(first, false)
  const { copy, failure, isBusy, set } = shown
  const [isAll, setIsAll] = useState(copy.protective)
  const [asked, setAsked] = useState<number | null>(null)
  const choose = (seconds: number, protective = isAll) => {
    setSettings({ keepsDeadMan: seconds === 0 ? 0 : account })
    set(seconds, protective)
  }
  const chosen = choices.find((seconds) => Number(seconds) === copy.seconds)
  return (
    <Stack gap={3}>
      <p>{t('deadMan.lead')}</p>
      <Standing {...shown} />
      <Segmented
        label={t('deadMan.after')}
        options={choices.map((value) => ({
          value,
          label: value === '0' ? t('deadMan.off') : t('deadMan.minutes', { n: Number(value) / 60 }),
        }))}
        value={chosen ?? '0'}
        disabled={isBusy}
        onChange={(value) => {
          // A phone that locks itself renews nothing: it is asked before.
          if (value !== '0' && !isDesk) setAsked(Number(value))
          else choose(Number(value))
        }}
      />
      <Checkbox
        isChecked={isAll}
        onChange={(isOn) => {
          setIsAll(isOn)
          if (copy.seconds > 0) choose(copy.seconds, isOn)
        }}
      >
        {t('trigger:protectToo')}
      </Checkbox>
      <Note size={3}>{t(isAll ? 'deadMan.all' : 'deadMan.protects')}</Note>
      {failure?.kind === 'refused' && (
        <Note size={3} role="alert">
          {failureText(failure)}
        </Note>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title={t('deadMan.title')}
        confirm={t('deadMan.on')}
        dismiss={t('deadMan.cancel')}
        onConfirm={() => {
          choose(asked ?? 0)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      >
        {t('deadMan.phone')}
      </ConfirmDialog>
    </Stack>
  )
}

/** How it stands: what is left until it fires, by the clock of the venue, or what it has done. */
function Standing({ state, copy, isUnknown }: ReturnType<typeof useDeadMan>) {
  const { t } = useTranslation(['account', 'ui'])
  const { serverNow } = useServices()
  if (isUnknown) return <p role="status">{t('ui:verdictUnknownText')}</p>
  if (state === 'fired')
    return (
      <Banner kind="warning">{t('deadMan.fired', { n: copy.cancelled, time: formatTime(copy.fired_ms ?? 0) })}</Banner>
    )
  if (state === 'off' || copy.expires_ms === null) return <p role="status">{t('deadMan.isOff')}</p>
  const left = <Countdown deadlineMs={copy.expires_ms} now={serverNow} />
  return state === 'lost' ? (
    <Banner kind="danger">
      {t('deadMan.lost')} {left}
    </Banner>
  ) : (
    <p role="status">
      {t('deadMan.left')} {left}
    </p>
  )
}
