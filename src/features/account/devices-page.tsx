import { Unread } from '#src/parts/loaded.tsx'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { account } from '#contract/account/account.ts'
import { pushes } from '#contract/notification/push.ts'
import type { DeviceLogin } from '#contract/account/account-security.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { EndAccess } from './end-access.tsx'
import { Lead, Row, Rows } from './rows.tsx'

/** Where the account is logged in; each other login can be ended, or all of them at once. */
export function DevicesPage() {
  const { t } = useTranslation('account')
  const { request } = useServices()
  const [ending, setEnding] = useState<DeviceLogin | 'others' | null>(null)
  const { value, ...read } = useRead('logins', (signal) => request.read(account.logins, {}, { signal }))
  const nameOf = useDeviceName()
  const close = () => {
    setEnding(null)
    void read.refresh()
  }
  return (
    <Page title={t('titles.devices')} onRefresh={read.refresh}>
      <div className={styles.page}>
        <Lead>{t('devices.lead')}</Lead>
        {value === null && <Unread read={read} lines={3} height={64} />}
        {value !== null && (
          <Rows>
            {value.list.map((login) => (
              <LoginRow
                key={login.id}
                login={login}
                onEnd={() => setEnding(login)}
                onPushEnded={() => void read.refresh()}
              />
            ))}
          </Rows>
        )}
        {value !== null && value.list.length > 1 && (
          <Box above={5}>
            <Button kind="danger" size="l" isWide icon="logout" onClick={() => setEnding('others')}>
              {t('devices.endOthers')}
            </Button>
          </Box>
        )}
        <Lead>{t('devices.advice')}</Lead>
      </div>
      {ending === 'others' && (
        <EndAccess
          call={account.endOtherLogins}
          input={{}}
          title={t('devices.endOthersAsk')}
          text={t('devices.endText')}
          confirm={t('devices.endOthers')}
          done="account:devices.othersEnded"
          onClose={close}
        />
      )}
      {ending !== null && ending !== 'others' && (
        <EndAccess
          call={account.endLogin}
          input={{ id: ending.id }}
          title={t('devices.endAsk', { name: nameOf(ending) })}
          text={t('devices.endText')}
          confirm={t('devices.end')}
          done="account:devices.ended"
          onClose={close}
        />
      )}
    </Page>
  )
}

const useDeviceName = () => {
  const { t } = useTranslation('account')
  return ({ device }: DeviceLogin) => device ?? t('devices.unknown')
}

function LoginRow({
  login,
  onEnd,
  onPushEnded,
}: {
  readonly login: DeviceLogin
  readonly onEnd: () => void
  readonly onPushEnded: () => void
}) {
  const { t } = useTranslation('account')
  const shown = useNumbers()
  const name = useDeviceName()(login)
  const { place, since_time, used_time, is_this, push = false } = login
  const lines = [
    ...(place === null ? [] : [place]),
    t('devices.since', { time: shown.time(since_time) }),
    is_this ? t('devices.now') : t('devices.used', { time: shown.time(used_time) }),
    ...(push ? [t('devices.pushOn')] : []),
  ]
  return (
    <Row icon="phone" label={name} hint={lines.join(' · ')} {...(is_this && { value: t('devices.this') })}>
      {!is_this && (
        <Stack as="span" gap={3} items="end" keeps className={styles.actions}>
          <Button kind="quiet" size="s" aria-label={`${t('devices.end')}: ${name}`} onClick={onEnd}>
            {t('devices.end')}
          </Button>
          {push && <EndPush id={login.id} name={name} onEnded={onPushEnded} />}
        </Stack>
      )}
    </Row>
  )
}

/** Nothing is lost by it, and the device itself can turn it on again: it is not asked twice. */
function EndPush({ id, name, onEnded }: { readonly id: string; readonly name: string; readonly onEnded: () => void }) {
  const { t } = useTranslation('account')
  const failureText = useFailureText()
  const { isBusy, failure, send } = useSubmit(pushes.end, {
    onDone: () => {
      toast('account:devices.pushEnded')
      onEnded()
    },
  })
  return (
    <>
      <Button
        kind="quiet"
        size="s"
        isBusy={isBusy}
        aria-label={`${t('devices.endPush')}: ${name}`}
        onClick={() => send({ id })}
      >
        {t('devices.endPush')}
      </Button>
      {failure !== null && (
        <Note role="alert" as="small" tone="danger">
          {failureText(failure)}
        </Note>
      )}
    </>
  )
}
