import { Box, Stack } from '#src/ui/box.tsx'
import { pushes, type PushState } from '#contract/notification/push.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { turnOffPush, turnOnPush, type Turned } from '#src/actors/device-push.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useUser } from '#src/actors/use-session.ts'
import { askNotices, noticeRight } from '#src/lib/system-notice.ts'
import { canPush, currentPush, type BrowserPush } from '#src/lib/web-push.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './notifications.module.css'

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
export function DevicePush() {
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
    <section className={styles.card} aria-label={t('push.title')}>
      <div className={styles.row}>
        <span className={styles.mark} aria-hidden="true">
          <Icon name="phone" size={18} />
        </span>
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
      </div>
    </section>
  )
}
