import { useFormSubmit } from '#src/parts/form/form-shell.tsx'
import { Lead } from './rows.tsx'
import { account } from '#contract/account/account.ts'
import { limits } from '#contract/wire/limits.ts'
import { goBack } from '#src/lib/hash-location.ts'
import { codeFault, codeFieldOf, fundPasswordFault, newPinFault, repeatFault } from '#src/parts/form/checks.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useUser } from '#src/actors/use-session.ts'
import { useConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PasswordForm } from './password-form.tsx'
import { useRefreshUser } from './use-refresh-user.ts'

const digits = {
  type: 'password',
  inputMode: 'numeric',
  maxLength: limits.fundPasswordDigits,
  checksWhenFull: true,
} as const

/** The fund password: set for the first time with a verification code, changed with the old one. */
export function ChangePayPasswordPage() {
  const { t } = useTranslation(['account', 'session'])
  const user = useUser()
  // Fixed while the page is open, although a push may report that the password is now set.
  const [isFirst] = useState(user?.has_password !== 'set')
  const needsCode = useConfig((config) => config.verification) && isFirst
  const refresh = useRefreshUser()
  const form = useForm({
    draft: 'fund-password',
    first: { old: '', password: '', repeat: '', code: '' },
    secrets: ['old', 'password', 'repeat', 'code'],
    check: ({ old, password, repeat, code }) => ({
      old: isFirst ? null : fundPasswordFault(old),
      password: newPinFault(password),
      repeat: repeatFault(password, repeat),
      code: needsCode ? codeFault(code) : null,
    }),
    fieldOf: () => ({
      pay_password_wrong: 'old',
      old_password_wrong: 'old',
      pay_password_required: 'password',
      pay_password_malformed: 'password',
      pay_password_common: 'password',
      password_mismatch: 'repeat',
      ...codeFieldOf,
    }),
  })
  const submit = useFormSubmit(account.changePayPassword, form, () => {
    refresh()
    toast('account:fund.done')
    goBack()
  })
  return (
    <Page title={t('security.fund')}>
      <PasswordForm
        form={form}
        submit={submit}
        usesPin={!isFirst}
        input={({ old, password, repeat, code }) => ({
          password,
          re_password: repeat,
          ...(isFirst ? {} : { oldpassword: old }),
          ...(needsCode ? { code } : {}),
        })}
      >
        {isFirst && <Lead>{t('fund.lead')}</Lead>}
        {!isFirst && <FormField form={form} name="old" label={t('fund.old')} autoComplete="off" {...digits} />}
        <FormField form={form} name="password" label={t('fund.new')} autoComplete="off" {...digits} />
        <FormField form={form} name="repeat" label={t('fund.repeat')} autoComplete="off" {...digits} />
        {needsCode && <CodeField form={form} name="code" purpose="password" target={() => ({ to: 'own' })} />}
      </PasswordForm>
    </Page>
  )
}
