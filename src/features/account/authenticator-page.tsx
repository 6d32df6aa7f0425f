import { TotpField } from '#src/parts/form/code-field.tsx'
import { useFormSubmit } from '#src/parts/form/form-shell.tsx'
import { Lead } from './rows.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { Box, Note, Row } from '#src/ui/box.tsx'
import { account } from '#contract/account/account.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { copyText } from '#src/lib/copy.ts'
import { totpFault } from '#src/parts/form/checks.ts'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { QrCode } from '#src/parts/qr-code.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { PasswordForm } from './password-form.tsx'

/** The authenticator app as second factor: set up with a first code, or turned off. */
export function AuthenticatorPage() {
  const { t } = useTranslation('account')
  const { request } = useServices()
  const [recovery, setRecovery] = useState<readonly string[] | null>(null)
  const { value, ...read } = useRead('protection', (signal) => request.read(account.protection, {}, { signal }))
  return (
    <Page title={t('titles.authenticator')}>
      <div className={styles.page}>
        {value === null && <Unread read={read} lines={3} height={64} />}
        {recovery !== null && (
          <Recovery
            codes={recovery}
            onDone={() => {
              setRecovery(null)
              void read.refresh()
            }}
          />
        )}
        {recovery === null && value?.totp === false && (
          <SetUp onDone={(codes) => (codes === null ? void read.refresh() : setRecovery(codes))} />
        )}
        {recovery === null && value?.totp === true && (
          <TurnOff left={value.recovery_left} onDone={() => void read.refresh()} />
        )}
      </div>
    </Page>
  )
}

const useProofForm = (draft: string) =>
  useForm({
    draft,
    first: { password: '', totp: '' },
    secrets: ['password', 'totp'],
    check: ({ password, totp }) => ({
      password: password === '' ? 'account:password.oldRequired' : null,
      totp: totpFault(totp),
    }),
    fieldOf: () => ({
      password_required: 'password',
      old_password_wrong: 'password',
      totp_required: 'totp',
      totp_wrong: 'totp',
      totp_locked: 'totp',
    }),
  })

function SetUp({ onDone }: { readonly onDone: (codes: readonly string[] | null) => void }) {
  const { t } = useTranslation('account')
  const failureText = useFailureText()
  const { value, isBusy, failure, send } = useSubmit(account.beginTotp)
  if (value !== null) return <Confirm secret={value.secret} uri={value.uri} onDone={onDone} />
  return (
    <>
      <Lead>{t('authenticator.lead')}</Lead>
      {failure !== null && (
        <Note role="alert" tone="danger">
          {failureText(failure)}
        </Note>
      )}
      <Box above={5}>
        <Button size="l" isWide isBusy={isBusy} mayRetry={failure !== null} onClick={() => send({})}>
          {t('authenticator.begin')}
        </Button>
      </Box>
    </>
  )
}

const copy = async (text: string) => {
  const copied = await copyText(text)
  if (copied === 'done') toast('account:copied')
  else toast(`refusals:${copied}`, {}, 'error')
}

function Confirm({
  secret,
  uri,
  onDone,
}: {
  readonly secret: string
  readonly uri: string
  readonly onDone: (codes: readonly string[] | null) => void
}) {
  const { t } = useTranslation(['account', 'session'])
  const form = useProofForm('authenticator')
  const submit = useFormSubmit(account.confirmTotp, form, (made) => onDone(made?.recovery ?? null))
  return (
    <>
      <Lead>{t('authenticator.scan')}</Lead>
      <Box lay="column" gap={3} align="center" className={styles.pair}>
        <QrCode text={uri} label={t('authenticator.qr')} />
        <Lead>{t('authenticator.byHand')}</Lead>
        <Secret label={t('authenticator.secret')} text={secret.match(/.{1,4}/g)?.join(' ') ?? ''} />
        <Button kind="quiet" size="l" isWide icon="copy" onClick={() => void copy(secret)}>
          {t('authenticator.copy')}
        </Button>
      </Box>
      <PasswordForm form={form} submit={submit} input={({ password, totp }) => ({ password, totp: totp.trim() })}>
        <FormField
          form={form}
          name="password"
          label={t('password.old')}
          type="password"
          autoComplete="current-password"
        />
        <FormField
          form={form}
          name="totp"
          label={t('session:fields.totp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
      </PasswordForm>
    </>
  )
}

function Recovery({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useTranslation('account')
  return (
    <div className={styles.sheet}>
      <Row as="p" gap={2} pad={3} round={2} ground="warning" tone="warning">
        {t('authenticator.recoveryLead')}
      </Row>
      <Secret label={t('authenticator.recovery')} text={codes.join('\n')} />
      <Button kind="quiet" size="l" isWide icon="copy" onClick={() => void copy(codes.join('\n'))}>
        {t('authenticator.copyRecovery')}
      </Button>
      <Button size="l" isWide onClick={onDone}>
        {t('authenticator.saved')}
      </Button>
    </div>
  )
}

function TurnOff({ left, onDone }: { readonly left: number; readonly onDone: () => void }) {
  const { t } = useTranslation(['account', 'session'])
  const form = useProofForm('authenticator-off')
  const submit = useFormSubmit(account.endTotp, form, () => {
    toast('account:authenticator.ended')
    onDone()
  })
  return (
    <>
      <Lead>{t('authenticator.isOn', { left })}</Lead>
      <PasswordForm
        form={form}
        submit={submit}
        input={({ password, totp }) => ({ password, totp: totp.trim() })}
        label={t('authenticator.end')}
      >
        <FormField
          form={form}
          name="password"
          label={t('password.old')}
          type="password"
          autoComplete="current-password"
        />
        <TotpField form={form} name="totp" />
      </PasswordForm>
    </>
  )
}

/** What has to be kept, as it is written down. */
const Secret = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <Box as="code" pad={3} round={2} breaks className={styles.secret} aria-label={label} translate="no">
    {text}
  </Box>
)
