import { TotpField } from '#src/parts/form/code-field.tsx'
import { totpFault, type Fault } from '#src/parts/form/checks.ts'
import { FormField } from '#src/parts/form/form-field.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { useTranslation } from 'react-i18next'

export const noProof = { password: '', totp: '' }
export type ProofTexts = typeof noProof
/**
 * What is wrong with the proof of a change of passkeys: the login password and, where there is an authenticator app,
 * its code.
 */
export const proofFaults = ({ password, totp }: ProofTexts, hasTotp: boolean): Record<keyof ProofTexts, Fault> => ({
  password: password === '' ? 'account:password.oldRequired' : null,
  totp: hasTotp ? totpFault(totp) : null,
})
export const proofFieldOf = {
  password_required: 'password',
  old_password_wrong: 'password',
  totp_required: 'totp',
  totp_wrong: 'totp',
  totp_locked: 'totp',
} as const
export const sentProof = ({ password, totp }: ProofTexts, hasTotp: boolean) => ({
  password,
  ...(hasTotp && { totp: totp.trim() }),
})

type Name<T> = Extract<keyof T, string>
type Props<T extends Record<string, string>> = {
  readonly form: Form<T>
  readonly password: Name<T>
  readonly totp: Name<T>
  readonly hasTotp: boolean
}
/** The fields of that proof. */
export function ProofFields<T extends Record<string, string>>({ form, password, totp, hasTotp }: Props<T>) {
  const { t } = useTranslation(['account', 'session'])
  return (
    <>
      <FormField
        form={form}
        name={password}
        label={t('password.old')}
        type="password"
        autoComplete="current-password"
      />
      {hasTotp && <TotpField form={form} name={totp} />}
    </>
  )
}
