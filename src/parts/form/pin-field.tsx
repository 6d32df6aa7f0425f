import type { ComponentProps } from 'react'
import { useFaultText } from './form-field.tsx'
import { FundPassword } from './fund-password.tsx'
import type { Form } from './use-form.ts'
import type { Gate } from './use-gate.ts'

type Props = Pick<ComponentProps<typeof FundPassword>, 'form' | 'disabled'> & {
  readonly gate: Gate
  readonly fields: Form<{ readonly pin: string }>
}
/** The fund password of a form; whoever has none is told so by the gate above it. */
export function PinField({ gate, fields, ...rest }: Props) {
  const faultText = useFaultText()
  return gate.lacks('pin') ? null : (
    <FundPassword
      {...rest}
      value={fields.texts.pin}
      onChange={(pin) => fields.set('pin', pin)}
      error={faultText(fields.faultOf('pin'))}
    />
  )
}
