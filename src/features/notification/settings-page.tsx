import { Unread } from '#src/parts/loaded.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { notifications, type NotificationState } from '#contract/notification/notification.ts'
import { notificationKinds, type NotificationKind } from '#contract/wire/notification.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useNotificationState } from '#src/actors/use-notification-state.ts'
import { iconOfKind } from '#src/parts/notifications/saying.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useState, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './notifications.module.css'
import { pushes, type PushState } from '#contract/notification/push.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { turnOffPush, turnOnPush, type Turned } from '#src/actors/device-push.ts'
import { useUser } from '#src/actors/use-session.ts'
import { askNotices, noticeRight } from '#src/lib/system-notice.ts'
import { canPush, currentPush, type BrowserPush } from '#src/lib/web-push.ts'

/** Which kinds of notification the venue makes for this account. */
export function NotificationSettingsPage() {
  const { t } = useTranslation('notification')
  const { request } = useServices()
  const pushed = useNotificationState()
  const { value, ...read } = useRead('notification settings', (signal) =>
    request.read(notifications.state, {}, { signal }),
  )
  const state = pushed ?? value
  return (
    <Page title={t('titles.notificationSettings')}>
      <DevicePush />
      <Box as="p" blockPad={3} size={2} tone={2}>
        {t('settingsLead')}
      </Box>
      {state === null && <Unread read={read} lines={notificationKinds.length} height={64} />}
      {state !== null && (
        <Box isCard isRuled clips>
          {notificationKinds.map((kind) => (
            <Kind key={kind} kind={kind} state={state} />
          ))}
        </Box>
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
    <Row gap={3} blockPad={3} sidePad={4} tall={64} className={styles.row}>
      <Box as="span" square={36} round="full" ground="accent" tone="accent" aria-hidden="true">
        <Icon name={iconOfKind[kind]} size={18} />
      </Box>
      <Stack as="span" gap="hair" grows className={styles.words}>
        <span>{t(`kinds.${kind}`)}</span>
        <Box as="small" size={2} tone={2}>
          {t(`hints.${kind}`)}
        </Box>
        {failure !== null && <small role="alert">{failureText(failure)}</small>}
      </Stack>
      <Switch label={t(`kinds.${kind}`)} isOn={chosen ?? !state.off.includes(kind)} onChange={change} />
    </Row>
  )
}

type Mode = 'unsupported' | 'blocked' | 'on' | 'off' | 'failing'

/** What is so on this device: the venue's word and the browser's together. */
const modeOf = ({ device }: PushState, push: BrowserPush | null): Mode => {
  if (!canPush()) return 'unsupported'
  if (noticeRight() === 'denied') return 'blocked'
  if (device === null || push === null || device.digest !== push.digest || noticeRight() !== 'granted') return 'off'
  return device.is_failing ? 'failing' : 'on'
}

/**
 * Whether notifications are also sent to this device while the app is closed. The browser asks at the tap, never
 * before; a venue that sends none has no switch.
 */
function DevicePush() {
  const { t } = useTranslation('notification')
  const { request } = useServices()
  const account = useUser()?.id ?? null
  const failureText = useFailureText()
  const { value } = useRead('push', (signal) => request.read(pushes.state, {}, { signal }))
  const [turned, setTurned] = useState<PushState | null>(null)
  /** The subscription of this browser; undefined while it is being read. */
  const [push, setPush] = useState<BrowserPush | null | undefined>()
  const [fault, setFault] = useState<'denied' | 'browser' | Failure | null>(null)
  const [wish, setWish] = useState<boolean | null>(null)
  useEffect(() => {
    let isThere = true
    void currentPush().then((found) => isThere && setPush((known) => (known === undefined ? found : known)))
    return () => {
      isThere = false
    }
  }, [])
  const state = turned ?? value
  if (state === null || state.key === null || push === undefined || account === null) return null
  const { key } = state
  const mode = modeOf(state, push)
  const turn = async (isOn: boolean): Promise<Turned> => {
    if (!isOn) return turnOffPush(request, account)
    return (await askNotices()) === 'granted' ? turnOnPush(request, account, key) : { fault: 'denied' }
  }
  const change = async (isOn: boolean) => {
    setWish(isOn)
    setFault(null)
    const result = await turn(isOn)
    setWish(null)
    if ('fault' in result) return setFault(result.fault)
    setTurned(result.state)
    setPush(result.push)
  }
  const isOff = mode === 'unsupported' || mode === 'blocked'
  return (
    <Box as="section" isCard isRuled clips aria-label={t('push.title')}>
      <Row gap={3} blockPad={3} sidePad={4} tall={64} className={styles.row}>
        <Box as="span" square={36} round="full" ground="accent" tone="accent" aria-hidden="true">
          <Icon name="phone" size={18} />
        </Box>
        <Stack as="span" gap="hair" grows className={styles.words}>
          <span>{t('push.title')}</span>
          <Box as="small" size={2} tone={2}>
            {t(`push.${mode}`)}
          </Box>
          {fault !== null && (
            <small role="alert">{typeof fault === 'string' ? t(`push.fault.${fault}`) : failureText(fault)}</small>
          )}
        </Stack>
        <Switch
          label={t('push.title')}
          isOn={wish ?? (mode === 'on' || mode === 'failing')}
          disabled={isOff || wish !== null}
          onChange={(isOn) => void change(isOn)}
        />
      </Row>
    </Box>
  )
}
