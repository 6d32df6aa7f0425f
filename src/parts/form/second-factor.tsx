import { account } from '#contract/account/account.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { codeFault, totpFault, type Fault } from './checks.ts'
import { CodeField, TotpField } from './code-field.tsx'
import type { Form } from './use-form.ts'

export type Factor = 'none' | 'code' | 'authenticator'
/**
 * What a withdrawal asks for besides the fund password: the authenticator app where the account has one, else a code if
 * the venue wants one.
 */
export const useFactor = (needsCode: boolean): Factor => {
  const { request } = useServices()
  const { value } = useRead('protection', (signal) => request.read(account.protection, {}, { signal }))
  return value?.totp === true ? 'authenticator' : needsCode ? 'code' : 'none'
}
export const factorFault = (factor: Factor, code: string): Fault =>
  factor === 'authenticator' ? totpFault(code) : factor === 'code' ? codeFault(code) : null
/** The code as the call takes it. */
export const sentFactor = (factor: Factor, code: string) =>
  factor === 'authenticator' ? { totp: code.trim() } : factor === 'code' ? { code: code.trim() } : {}
/** The field and whether it is filled in, as the last step of a review; nothing without a factor. */
export const lastStep = <T extends Record<string, string>>(props: Props<T>) =>
  props.factor === 'none'
    ? {}
    : {
        last: {
          field: <FactorField {...props} />,
          isFilled: factorFault(props.factor, props.form.texts[props.name] ?? '') === null,
        },
      }

type Props<T extends Record<string, string>> = {
  readonly form: Form<T>
  readonly name: Extract<keyof T, string>
  readonly factor: Factor
}
/** The field of that code. */
export function FactorField<T extends Record<string, string>>({ form, name, factor }: Props<T>) {
  if (factor === 'none') return null
  if (factor === 'code') return <CodeField form={form} name={name} purpose="withdraw" target={() => ({ to: 'own' })} />
  return <TotpField form={form} name={name} />
}
