import { useNumbers } from '#src/lib/use-numbers.ts'
import { Balance } from '#src/parts/balance.tsx'
import type { ComponentProps } from 'react'
import { AmountField } from './amount-field.tsx'
import { useFaultText } from './form-field.tsx'
import type { Form } from './use-form.ts'

type Props<T extends Record<string, string>> = Pick<
  ComponentProps<typeof AmountField>,
  'label' | 'unit' | 'scale' | 'hint'
> & {
  readonly fields: Form<T>
  readonly name: Extract<keyof T, string>
  /** Amounts that the sentence of a fault names. */
  readonly bounds?: Readonly<Record<string, string>>
  /** What "max" fills in. */
  readonly most?: string
  /** The balance it is taken from, as a sentence. */
  readonly balance?: string
}
/** An amount of a money form, with the balance it is taken from. */
export function MoneyField<T extends Record<string, string>>({
  fields,
  name,
  bounds = {},
  most,
  balance,
  ...rest
}: Props<T>) {
  const shown = useNumbers()
  const faultText = useFaultText('refusals')
  const told = (bound: string, amount: string) =>
    bound === 'min' ? shown.cost(amount, rest.unit) : shown.money(amount, rest.unit)
  return (
    <AmountField
      {...rest}
      name={name}
      value={fields.texts[name] ?? ''}
      onChange={(text) => fields.set(name, text)}
      onBlur={() => fields.touch(name)}
      error={faultText(
        fields.faultOf(name),
        Object.fromEntries(Object.entries(bounds).map(([bound, amount]) => [bound, told(bound, amount)])),
      )}
      {...(most !== undefined && { onMax: () => fields.set(name, most) })}
      {...(balance !== undefined && { aside: <Balance>{balance}</Balance> })}
    />
  )
}
