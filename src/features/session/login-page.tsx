import { Box } from '#src/ui/box.tsx'
import type { Proof } from '#machines/session/sign-in.ts'
import { codeFault, codeFieldOf, totpFault } from '#src/parts/form/checks.ts'
import { CodeField, TotpField } from '#src/parts/form/code-field.tsx'
import { useServices } from '#src/actors/services.tsx'
import { Button } from '#src/ui/button.tsx'
import { DoorPage } from './door-page.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { Link } from '#src/parts/link.tsx'
import { UsePasskey } from '#src/parts/form/use-passkey.tsx'
import { useForm, type Form } from '#src/parts/form/use-form.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useHashSearch } from '#src/lib/hash-location.ts'
import { signWithPasskey } from '#src/lib/passkey/ceremony.ts'
import { mayHavePasskeys } from '#src/lib/passkey/support.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  AccountFields,
  accountFaults,
  accountFieldOf,
  accountInput,
  codeTarget,
  keepKind,
  noAccount,
  sentAccount,
  type AccountTexts,
} from './account-fields.tsx'
import styles from './session.module.css'
import { signInLogic } from './sign-in.actors.ts'
import { frozenIn } from './frozen.ts'
import { StepForm } from './step-form.tsx'
import { formatMinute, formatTime } from '#src/lib/format.ts'
import { useSession } from '#src/stores/session.ts'
import { Banner } from '#src/ui/banner.tsx'
import type { Failure } from '#contract/wire/reply.ts'
import { maxLostReason, recovery } from '#contract/session/recovery.ts'
import { useSubmit } from '#src/actors/use-submit.ts'

const Unfreeze = lazy(async () => ({ default: (await import('./unfreeze.tsx')).Unfreeze }))

const first = { ...noAccount, password: '' }

const useForms = (needed: Proof | null) => ({
  login: useForm({
    draft: 'login',
    first,
    secrets: ['password'],
    check: (texts) => ({
      ...accountFaults(texts),
      password: texts.password === '' ? 'session:faults.passwordRequired' : null,
    }),
    fieldOf: (texts) => ({ ...accountFieldOf(texts), password_required: 'password' }),
  }),
  proof: useForm({
    draft: 'login-proof',
    first: { code: '' },
    secrets: ['code'],
    check: ({ code }) => ({ code: needed === 'authenticator' ? totpFault(code) : codeFault(code) }),
    fieldOf: () => ({ ...codeFieldOf, totp_required: 'code', totp_wrong: 'code', totp_locked: 'code' }),
  }),
})

/**
 * Two steps: phone or email and the password, then a code where one is needed. After the login the guard redirects to
 * the return path.
 */
export function LoginPage() {
  const { t } = useTranslation('session')
  const services = useServices()
  const [snapshot, send] = useMachine(useMemo(() => signInLogic(services), [services]))
  const { failure, entered, proof: needed, passkey } = snapshot.context
  const { login, proof } = useForms(needed)
  const [isLost, setIsLost] = useState(false)
  const [left, setLeft] = useState<Failure | null>(null)
  const isBusy = snapshot.hasTag('busy')
  const frozen = failure === left ? null : frozenIn(failure)
  const mayLose = needed === 'authenticator' || frozen?.hasTotp === true
  useOnValue(failure, (refusal) => (needed === null ? login : proof).refuse(refusal))
  useOnValue(entered, () => {
    keepKind(login.texts)
    login.drop()
  })
  const submit = (code: string | null, signed: string | null = null) =>
    send({
      type: 'submit',
      credentials: { ...sentAccount(login.texts), password: login.texts.password, code, passkey: signed },
    })
  return (
    <DoorPage title={t('login.title')}>
      {frozen === null && <EndedNote />}
      {isLost && mayLose ? (
        <LostAuthenticator account={login} onBack={() => setIsLost(false)} />
      ) : frozen !== null ? (
        <Suspense>
          <Unfreeze account={login} frozen={frozen} onLost={() => setIsLost(true)} onBack={() => setLeft(failure)} />
        </Suspense>
      ) : needed === null ? (
        <AccountStep form={login} isBusy={isBusy} onSubmit={() => submit(null)} />
      ) : (
        <StepForm
          key="proof"
          form={proof}
          onSubmit={({ code }) => submit(code.trim())}
          isBusy={isBusy}
          button={t('login.submit')}
          onBack={() => send({ type: 'back' })}
          aside={
            <>
              {passkey !== null && mayHavePasskeys() && (
                <UsePasskey
                  sign={(signal) => signWithPasskey(passkey, signal)}
                  say={(why) => t(`passkey.${'fault' in why ? why.fault : 'unusable'}`)}
                  isBusy={isBusy}
                  onSigned={(signed) => submit(null, signed)}
                />
              )}
              {needed === 'authenticator' && (
                <Button kind="text" onClick={() => setIsLost(true)}>
                  {t('lost.link')}
                </Button>
              )}
            </>
          }
        >
          <ProofFields needed={needed} form={proof} account={login} />
        </StepForm>
      )}
    </DoorPage>
  )
}

type AccountStepProps = {
  readonly form: ReturnType<typeof useForms>['login']
  readonly isBusy: boolean
  readonly onSubmit: () => void
}
/** The first step, with the ways out for those who have no account or no password. */
function AccountStep({ form, isBusy, onSubmit }: AccountStepProps) {
  const { t } = useTranslation('session')
  const search = useHashSearch()
  return (
    <StepForm
      form={form}
      onSubmit={onSubmit}
      isBusy={isBusy}
      button={t('login.submit')}
      aside={
        <Box as="p" size={3} tone={2} text="center" className={styles.other}>
          {t('login.noAccount')}{' '}
          <Link to={search === '' ? sessionPaths.register : `${sessionPaths.register}?${search}`}>
            {t('login.register')}
          </Link>
        </Box>
      }
    >
      <AccountFields form={form} />
      <FormField
        form={form}
        name="password"
        label={t('fields.password')}
        type="password"
        autoComplete="current-password"
      />
      <Link to={sessionPaths.forgot} className={styles.aside}>
        {t('login.forgot')}
      </Link>
    </StepForm>
  )
}

type ProofProps = {
  readonly needed: Proof
  readonly form: Form<{ code: string }>
  readonly account: Form<AccountTexts & { password: string }>
}
/** The code of the mail or phone, which is sent as soon as this step opens, or that of the authenticator app. */
function ProofFields({ needed, form, account }: ProofProps) {
  const { t } = useTranslation('session')
  if (needed === 'authenticator') {
    return (
      <>
        <Box as="p" size={3} tone={2} isLoose>
          {t('login.leadTotp')}
        </Box>
        <TotpField form={form} name="code" />
      </>
    )
  }
  return (
    <>
      <Box as="p" size={3} tone={2} isLoose>
        {t('login.leadCode')}
      </Box>
      <CodeField form={form} name="code" purpose="login" target={() => codeTarget(account)} asksAtOnce />
    </>
  )
}

/** Shown on the login page: when and why the server ended the session. */
function EndedNote() {
  const { t, i18n } = useTranslation('shell')
  const ended = useSession((session) => session.ended)
  if (ended === null) return null
  return (
    <Banner kind="warning" icon="warning">
      {t(`ended.${ended.why ?? 'unknown'}`, { time: formatMinute(ended.atMs, i18n.language) })}
    </Banner>
  )
}

type Props = { readonly account: Form<AccountTexts & { password: string }>; readonly onBack: () => void }

/** Asks the desk to take a lost authenticator app off the account whose password was right. */
function LostAuthenticator({ account, onBack }: Props) {
  const { t } = useTranslation('session')
  const form = useForm({
    draft: 'lost-authenticator',
    first: { reason: '', code: '' },
    secrets: ['code'],
    check: ({ reason, code }) => ({
      reason: reason.trim() === '' ? 'session:lost.reasonRequired' : null,
      code: codeFault(code),
    }),
    fieldOf: () => ({ ...codeFieldOf, reason_required: 'reason' }),
  })
  const { state, isBusy, failure, value, send, reset } = useSubmit(recovery.loseTotp, { onDone: form.drop })
  useOnValue(state === 'refused' ? failure : null, form.refuse)
  if (value !== null)
    return (
      <Box lay="column" gap={2} className={styles.form}>
        <Banner icon="check">{t('lost.done', { time: formatTime(value.from_ms) })}</Banner>
        <Button kind="text" onClick={onBack}>
          {t('lost.back')}
        </Button>
      </Box>
    )
  return (
    <StepForm
      form={form}
      isBusy={isBusy}
      button={t('lost.ask')}
      onBack={onBack}
      back={t('lost.back')}
      onSubmit={({ reason, code }) => {
        if (isBusy) return
        reset()
        send({
          ...accountInput(account.texts),
          password: account.texts.password,
          code: code.trim(),
          reason: reason.trim(),
        })
      }}
    >
      <Box as="p" size={3} tone={2} isLoose>
        {t('lost.lead')}
      </Box>
      <FormField form={form} name="reason" label={t('lost.reason')} autoComplete="off" maxLength={maxLostReason} />
      <CodeField form={form} name="code" purpose="forget" target={() => codeTarget(account)} />
    </StepForm>
  )
}
