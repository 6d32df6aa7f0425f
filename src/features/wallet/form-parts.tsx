import { percentOf } from '#src/lib/amount.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { PictureField } from '#src/parts/form/picture-field.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './wallet.module.css'

/** What stands under a field, with the numbers that its sentence names. */
export function useFault<T extends Record<string, string>>(form: Form<T>) {
  const { t } = useTranslation('refusals')
  const failureText = useFailureText()
  return (name: Extract<keyof T, string>, params: Readonly<Record<string, string>> = {}) => {
    const fault = form.faultOf(name)
    return fault === null ? null : typeof fault === 'string' ? t(fault, params) : failureText(fault)
  }
}

type MoneyProps<T extends Record<string, string>> = {
  readonly form: Form<T>
  readonly name: Extract<keyof T, string>
  readonly label: string
  readonly unit: string
  readonly scale: number
  readonly params?: Readonly<Record<string, string>>
  readonly onMax?: () => void
  readonly aside?: ReactNode
}
/** An amount of a form. */
export function MoneyField<T extends Record<string, string>>({
  form,
  name,
  params = {},
  onMax,
  aside,
  ...rest
}: MoneyProps<T>) {
  const fault = useFault(form)
  return (
    <AmountField
      {...rest}
      name={name}
      value={form.texts[name] ?? ''}
      onChange={(text) => form.set(name, text)}
      onBlur={() => form.touch(name)}
      error={fault(name, params)}
      {...(onMax !== undefined && { onMax })}
      {...(aside !== undefined && { aside })}
    />
  )
}

const parts = [25, 50, 75, 100] as const
type SharesProps = { readonly balance: string; readonly scale: number; readonly onChoose: (amount: string) => void }
/** A quarter, a half, three quarters or all of a balance. */
export function Shares({ balance, scale, onChoose }: SharesProps) {
  const { t } = useTranslation('ui')
  return (
    <div role="group" aria-label={t('share')} className={styles.shares}>
      {parts.map((percent) => (
        <button
          key={percent}
          type="button"
          className={styles.share}
          onClick={() => onChoose(percentOf(balance, percent, scale))}
        >
          {percent}%
        </button>
      ))}
    </div>
  )
}

const separator = '\n'
export const picturesIn = (text: string): readonly string[] => text.split(separator).filter((link) => link !== '')
type ProofProps = {
  readonly links: string
  readonly onChange: (links: string) => void
  readonly error: string | null
  readonly onPending: (count: number) => void
}
/** Pictures that prove a payment: one at least. */
export function ProofField({ links, onChange, error, onPending }: ProofProps) {
  const { t } = useTranslation('wallet')
  return (
    <PictureField
      label={t('proof')}
      hint={t('proofHint')}
      folder="voucher"
      max={6}
      value={picturesIn(links)}
      onChange={(stored) => onChange(stored.join(separator))}
      error={error}
      onPending={onPending}
    />
  )
}
