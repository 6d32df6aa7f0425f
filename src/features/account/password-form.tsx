import type { Endpoint, InputOf } from '#contract/wire/endpoint.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { FormShell } from '#src/parts/form/form-shell.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import type { Submit } from '#src/actors/use-submit.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props<E extends Endpoint<'changes'>, T extends Record<string, string>> = {
  readonly form: Form<T>
  readonly submit: Submit<E>
  /** Builds the input of the call from the fields. */
  readonly input: (texts: T) => InputOf<E>
  /** The form requires the fund password, which may be locked. */
  readonly usesPin?: boolean
  /** The words of the button, if they are not those of saving. */
  readonly label?: string
  readonly children: ReactNode
}

/** The layout of all password forms: fields, refusal, unknown outcome, and the button. */
export function PasswordForm<E extends Endpoint<'changes'>, T extends Record<string, string>>(props: Props<E, T>) {
  const { form, submit, input, usesPin = false, label, children } = props
  const { t } = useTranslation('account')
  return (
    <FormShell
      form={form}
      isBusy={submit.isBusy}
      unknown={submit.state === 'unknown' && t('outcome.unknown')}
      button={label ?? t('password.submit')}
      onSubmit={(texts) => {
        if (submit.isBusy) return
        submit.reset()
        submit.send(input(texts))
      }}
    >
      <LockBanner stops="change" usesPin={usesPin} />
      {children}
    </FormShell>
  )
}
