import { connectSignUp } from '#machines/session/sign-up.ts'
import { Box } from '#src/ui/box.tsx'
import { storeDraft } from '#src/lib/draft.ts'
import { go, useHashSearch, useQuery } from '#src/lib/hash-location.ts'
import { newKey } from '#src/lib/new-key.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { useServices } from '#src/actors/services.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { NewPassword } from '#src/parts/form/new-password.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { Link } from '#src/parts/link.tsx'
import { useConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFields, codeTarget, sentAccount } from './account-fields.tsx'
import { AgreementBox } from './agreement-box.tsx'
import { DoorPage } from './door-page.tsx'
import { useRegisterForms, type ClaimTexts, type SecretTexts } from './register-form.ts'
import styles from './session.module.css'
import { signUpLogic } from './sign-up.actors.ts'
import { StepForm } from './step-form.tsx'

const signUpOf = (claim: ClaimTexts, secret: SecretTexts, areaCodeId: number | null) => ({
  ...sentAccount(claim),
  code: claim.code.trim(),
  password: secret.password,
  rePassword: secret.password,
  areaCodeId,
  invitation: secret.invite.trim(),
  line: secret.line.trim(),
  key: newKey(),
})

/** Two steps: phone or email with a code and the agreement, then a password. Afterwards the user is logged in. */
export function RegisterPage() {
  const { t } = useTranslation('session')
  const services = useServices()
  const search = useHashSearch()
  const { by, code: invite } = useQuery()
  const { verification, areaCodes } = useConfig()
  const { claim, secret } = useRegisterForms(verification, { by, invite })
  const logic = useMemo(() => signUpLogic(services), [services])
  const [snapshot, send] = useMachine(logic, { input: { needsCode: verification } })
  const { failure, isBusy, isClaiming, isRegistered, isDone } = connectSignUp(snapshot)
  useOnValue(failure, (refusal) => (isClaiming ? claim : secret).refuse(refusal))
  useOnValue(isDone || null, () => {
    const { kind, area, phone, email } = claim.texts
    claim.drop()
    secret.drop()
    if (!isRegistered) return
    // The login page finds the new account in its draft.
    storeDraft('login', { kind, area, phone, email })
    toast('session:register.done')
    go(search === '' ? sessionPaths.login : `${sessionPaths.login}?${search}`, { replace: true })
  })
  const areaCodeId =
    claim.texts.kind === 'email'
      ? null
      : (areaCodes?.find(({ area_code }) => area_code === claim.texts.area)?.id ?? null)
  return (
    <DoorPage title={t('register.title')}>
      <Box as="p" size={2} tone="accent" weight="bold" className={styles.step}>
        {t('forgot.step', { at: isClaiming ? 1 : 2, of: 2 })}
      </Box>
      {isClaiming ? (
        <StepForm
          key="claim"
          form={claim}
          onSubmit={(texts) => {
            const { account, areacode } = sentAccount(texts)
            send({ type: 'claim', claim: { account, areacode, code: texts.code.trim() } })
          }}
          isBusy={isBusy}
          button={t('forgot.next')}
          aside={
            <Box as="p" size={3} tone={2} text="center" className={styles.other}>
              {t('register.hasAccount')}{' '}
              <Link to={search === '' ? sessionPaths.login : `${sessionPaths.login}?${search}`}>
                {t('register.login')}
              </Link>
            </Box>
          }
        >
          <AccountFields form={claim} />
          {verification && <CodeField form={claim} name="code" purpose="register" target={() => codeTarget(claim)} />}
          <AgreementBox form={claim} />
        </StepForm>
      ) : (
        <StepForm
          key="secret"
          form={secret}
          onSubmit={(texts) => send({ type: 'submit', form: signUpOf(claim.texts, texts, areaCodeId) })}
          isBusy={isBusy}
          button={t('register.submit')}
          onBack={() => send({ type: 'back' })}
        >
          <SecretFields form={secret} />
        </StepForm>
      )}
    </DoorPage>
  )
}

/** The password; what is optional is folded away unless a link has filled it in. */
function SecretFields({ form }: { readonly form: Form<SecretTexts> }) {
  const { t } = useTranslation('session')
  return (
    <>
      <Box as="p" size={3} tone={2} isLoose>
        {t('register.leadPassword')}
      </Box>
      <NewPassword form={form} name="password" label={t('fields.password')} />
      <details
        className={styles.more}
        open={form.texts.invite !== '' || form.texts.line !== '' || form.faultOf('invite') !== null}
      >
        <summary>{t('register.more')}</summary>
        <FormField form={form} name="invite" label={t('register.invite')} maxLength={16} />
        <FormField form={form} name="line" label={t('register.line')} hint={t('register.lineHint')} maxLength={64} />
      </details>
    </>
  )
}
