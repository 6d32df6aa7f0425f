import { Box, Stack } from '#src/ui/box.tsx'
import { notifications, type NotificationState } from '#contract/notification/notification.ts'
import { notificationKinds, type NotificationKind } from '#contract/wire/notification.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useNotificationState } from '#src/actors/use-notification-state.ts'
import { iconOfKind } from '#src/parts/notifications/saying.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DevicePush } from './device-push.tsx'
import styles from './notifications.module.css'

/** Which kinds of notification the venue makes for this account. */
export function NotificationSettingsPage() {
  const { t } = useTranslation('notification')
  const { request } = useServices()
  const pushed = useNotificationState()
  const { value, failure, isBusy, refresh } = useRead('notification settings', (signal) =>
    request.read(notifications.state, {}, { signal }),
  )
  const state = pushed ?? value
  return (
    <Page title={t('titles.notificationSettings')}>
      <DevicePush />
      <Box as="p" blockPad={3} size={2} tone={2}>
        {t('settingsLead')}
      </Box>
      {state === null && failure === null && <Skeleton lines={notificationKinds.length} height={64} />}
      {state === null && failure !== null && (
        <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
      )}
      {state !== null && (
        <div className={styles.card}>
          {notificationKinds.map((kind) => (
            <Kind key={kind} kind={kind} state={state} />
          ))}
        </div>
      )}
    </Page>
  )
}

/** One kind. The switch shows what was chosen, and goes back if the venue refuses it. */
function Kind({ kind, state }: { readonly kind: NotificationKind; readonly state: NotificationState }) {
  const { t } = useTranslation('notification')
  const failureText = useFailureText()
  const [chosen, setChosen] = useState<boolean | null>(null)
  // The choice itself comes back with the push; a refused one is taken back.
  const {
    send,
    isBusy,
    state: sent,
    failure,
  } = useSubmit(notifications.set, {
    onDone: (now) => setChosen(now === null ? null : !now.off.includes(kind)),
  })
  useOnValue(sent === 'refused' ? failure : null, () => setChosen(null))
  const change = (isOn: boolean) => {
    if (isBusy) return
    setChosen(isOn)
    send({ kind, is_on: isOn })
  }
  return (
    <div className={styles.row}>
      <span className={styles.mark} aria-hidden="true">
        <Icon name={iconOfKind[kind]} size={18} />
      </span>
      <Stack as="span" gap="hair" grows className={styles.words}>
        <span>{t(`kinds.${kind}`)}</span>
        <Box as="small" size={2} tone={2}>
          {t(`hints.${kind}`)}
        </Box>
        {failure !== null && <small role="alert">{failureText(failure)}</small>}
      </Stack>
      <Switch label={t(`kinds.${kind}`)} isOn={chosen ?? !state.off.includes(kind)} onChange={change} />
    </div>
  )
}
