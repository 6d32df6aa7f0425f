import { useFormSubmit } from '#src/parts/form/form-shell.tsx'
import { account } from '#contract/account/account.ts'
import { goBack } from '#src/lib/hash-location.ts'
import { passwordFault, repeatFault } from '#src/parts/form/checks.ts'
import { FormField } from '#src/parts/form/form-field.tsx'
import { NewPassword } from '#src/parts/form/new-password.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { toast } from '#src/stores/toasts.ts'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { PasswordForm } from './password-form.tsx'

/** Changes the login password: the old one, and the new one twice. */
export function ChangePasswordPage() {
  const { t } = useTranslation(['account', 'session'])
  const form = useForm({
    draft: 'change-password',
    first: { old: '', password: '', repeat: '' },
    secrets: ['old', 'password', 'repeat'],
    check: ({ old, password, repeat }) => ({
      old: old === '' ? 'account:password.oldRequired' : null,
      password: passwordFault(password),
      repeat: repeatFault(password, repeat),
    }),
    fieldOf: () => ({
      old_password_wrong: 'old',
      password_required: 'password',
      password_too_short: 'password',
      password_common: 'password',
      password_mismatch: 'repeat',
    }),
  })
  const submit = useFormSubmit(account.changePassword, form, () => {
    toast('account:password.done')
    goBack()
  })
  return (
    <Page title={t('security.login')}>
      <PasswordForm
        form={form}
        submit={submit}
        input={({ old, password, repeat }) => ({
          type: 'login' as const,
          old_password: old,
          password,
          re_password: repeat,
        })}
      >
        <FormField form={form} name="old" label={t('password.old')} type="password" autoComplete="current-password" />
        <NewPassword form={form} name="password" label={t('password.new')} />
        <FormField form={form} name="repeat" label={t('password.repeat')} type="password" autoComplete="new-password" />
      </PasswordForm>
    </Page>
  )
}
