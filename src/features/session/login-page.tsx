import { codeFault } from '#src/parts/form/checks.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { useServices } from '#src/actors/services.tsx'
import { EndedNote } from './ended-note.tsx'
import { LanguageButton, LanguageOffer } from './language-choice.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { Link } from '#src/parts/link.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useHashSearch } from '#src/lib/hash-location.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { useConfig } from '#src/stores/config.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useMachine } from '@xstate/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFields, accountFaults, accountFieldOf, codeFieldOf, codeTarget, noAccount, sentAccount } from './account-fields.tsx'
import styles from './session.module.css'
import { signInLogic } from './sign-in.actors.ts'

const first = { ...noAccount, password: '', code: '' }

const useLoginForm = (verification: boolean) =>
  useForm({
    draft: 'login',
    first,
    secrets: ['password', 'code'],
    check: (texts) => ({
      ...accountFaults(texts),
      password: texts.password === '' ? 'session:faults.passwordRequired' : null,
      code: verification ? codeFault(texts.code) : null,
    }),
    fieldOf: (texts) => ({ ...accountFieldOf(texts), ...codeFieldOf, password_required: 'password' }),
  })

/** Phone or email and the password. After the login the guard redirects to the return path. */
export function LoginPage() {
  const { t } = useTranslation('session')
  const services = useServices()
  const search = useHashSearch()
  const verification = useConfig((config) => config.verification)
  const form = useLoginForm(verification)
  const [snapshot, send] = useMachine(useMemo(() => signInLogic(services), [services]))
  const { failure, entered } = snapshot.context
  useOnValue(failure, form.refuse)
  useOnValue(entered, form.drop)
  return (
    <Page title={t('login.title')} actions={<LanguageButton />}>
      <LanguageOffer />
      <EndedNote />
      <form
        ref={form.form}
        className={styles.form}
        noValidate
        onSubmit={form.submit((texts) => {
          const code = verification ? texts.code.trim() : null
          send({ type: 'submit', credentials: { ...sentAccount(texts), password: texts.password, code } })
        })}
      >
        <p className={styles.lead}>{t('login.lead')}</p>
        <AccountFields form={form} />
        <FormField form={form} name="password" label={t('fields.password')} type="password" autoComplete="current-password" />
        {verification && <CodeField form={form} name="code" purpose="login" target={() => codeTarget(form)} />}
        <Link to={sessionPaths.forgot} className={styles.aside}>
          {t('login.forgot')}
        </Link>
        <FormFailure failure={form.failure} />
        <Button type="submit" size="l" isWide isBusy={snapshot.hasTag('busy')} mayRetry={form.mayRetry}>
          {t('login.submit')}
        </Button>
        <p className={styles.other}>
          {t('login.noAccount')} <Link to={search === '' ? sessionPaths.register : `${sessionPaths.register}?${search}`}>{t('login.register')}</Link>
        </p>
      </form>
    </Page>
  )
}
