import { Box } from '#src/ui/box.tsx'
import type { Endpoint, InputOf } from '#contract/wire/endpoint.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import type { Submit } from '#src/actors/use-submit.ts'
import { Button } from '#src/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'

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
    <Box
      ref={form.form}
      as="form"
      lay="column"
      gap={2}
      isFull
      className={styles.form}
      noValidate
      onSubmit={form.submit((texts) => {
        if (submit.isBusy) return
        submit.reset()
        submit.send(input(texts))
      })}
    >
      <LockBanner stops="change" usesPin={usesPin} />
      {children}
      <FormFailure failure={form.failure} />
      {submit.state === 'unknown' && <p className={styles.check}>{t('outcome.unknown')}</p>}
      <Button type="submit" size="l" isWide isBusy={submit.isBusy} mayRetry={form.mayRetry}>
        {label ?? t('password.submit')}
      </Button>
    </Box>
  )
}
