import { limits } from '#contract/wire/limits.ts'
import { storeDraft } from '#src/lib/draft.ts'
import { go, useHashSearch, useQuery } from '#src/lib/hash-location.ts'
import { newKey } from '#src/lib/new-key.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { useServices } from '#src/actors/services.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { Link } from '#src/parts/link.tsx'
import { useConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFields, codeTarget, sentAccount } from './account-fields.tsx'
import { AgreementBox } from './agreement-box.tsx'
import { useRegisterForm, type RegisterTexts } from './register-form.ts'
import { LanguageButton, LanguageOffer } from './language-choice.tsx'
import styles from './session.module.css'
import { signUpLogic } from './sign-up.actors.ts'

const signUpOf = (texts: RegisterTexts, areaCodeId: number | null) => ({
  ...sentAccount(texts),
  code: texts.code.trim(),
  password: texts.password,
  rePassword: texts.repeat,
  areaCodeId,
  invitation: texts.invite.trim(),
  line: texts.line.trim(),
  key: newKey(),
})

/**
 * Phone or email, a code, the password twice, and the agreement.
 * Afterwards the user is logged in or on the login page.
 */
export function RegisterPage() {
  const { t } = useTranslation('session')
  const services = useServices()
  const search = useHashSearch()
  const { by, code: invite } = useQuery()
  const { verification, areaCodes } = useConfig()
  const form = useRegisterForm(verification, { by, invite })
  const logic = useMemo(() => signUpLogic(services), [services])
  const [snapshot, send] = useMachine(logic, { input: { needsCode: verification } })
  const { failure } = snapshot.context
  useOnValue(failure, form.refuse)
  const isRegistered = snapshot.matches('registered')
  const isDone = isRegistered || snapshot.matches('entered')
  useOnValue(isDone || null, () => {
    const { kind, area, phone, email } = form.texts
    form.drop()
    if (!isRegistered) return
    // The login page finds the new account in its draft.
    storeDraft('login', { kind, area, phone, email })
    toast('session:register.done')
    go(search === '' ? sessionPaths.login : `${sessionPaths.login}?${search}`, { replace: true })
  })
  return (
    <Page title={t('register.title')} actions={<LanguageButton />}>
      <LanguageOffer />
      <form
        ref={form.form}
        className={styles.form}
        noValidate
        onSubmit={form.submit((texts) => {
          const area = areaCodes.find(({ area_code }) => area_code === texts.area)
          send({ type: 'submit', form: signUpOf(texts, texts.kind === 'email' ? null : (area?.id ?? null)) })
        })}
      >
        <p className={styles.lead}>{t('register.lead')}</p>
        <AccountFields form={form} />
        {verification && <CodeField form={form} name="code" purpose="register" target={() => codeTarget(form)} />}
        <FormField
          form={form}
          name="password"
          label={t('fields.password')}
          hint={t('fields.passwordHint', { count: limits.minPasswordLength })}
          type="password"
          autoComplete="new-password"
        />
        <FormField form={form} name="repeat" label={t('fields.repeat')} type="password" autoComplete="new-password" />
        <FormField form={form} name="line" label={t('register.line')} hint={t('register.lineHint')} maxLength={64} />
        <FormField form={form} name="invite" label={t('register.invite')} hint={t('register.inviteHint')} maxLength={16} />
        <AgreementBox form={form} />
        <FormFailure failure={form.failure} />
        <Button type="submit" size="l" isWide isBusy={snapshot.hasTag('busy')} mayRetry={form.mayRetry}>
          {t('register.submit')}
        </Button>
        <p className={styles.other}>
          {t('register.hasAccount')} <Link to={search === '' ? sessionPaths.login : `${sessionPaths.login}?${search}`}>{t('register.login')}</Link>
        </p>
      </form>
    </Page>
  )
}
