import type { DeskProduct, ProductField, ProductKind } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { isDec } from '#contract/wire/money.ts'
import { fieldTakesTwo } from '#contract/desk/desk-risk.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { AreaField, Field } from '#src/ui/field.tsx'
import { Select } from '#src/ui/select.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takenText, useAct, type Ends } from './acts.ts'
import { AskSheet } from './ask-sheet.tsx'
import { useFieldText } from './use-field-text.ts'

type Props = Ends & {
  readonly kind: ProductKind
  readonly product: DeskProduct | null
  readonly fields: readonly ProductField[]
}

const isReadable = ({ type }: ProductField, typed: string) => (type !== 'decimal' && type !== 'whole') || isDec(typed)

/** The whole product as a form. Only what was changed is sent, with the value it was read with. */
export function ProductSheet({ kind, product, fields, onClose, onDone }: Props) {
  const { t } = useTranslation('desk')
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(fields.map(({ name, value }) => [name, value])),
  )
  const submit = useAct(desk.setProduct, onDone, takenText)
  const valueOf = ({ name, value }: ProductField) => (texts[name] ?? value).trim()
  const changed = fields.filter(
    (field) => !(field.is_fixed && product !== null) && (product === null || valueOf(field) !== field.value),
  )
  const readable = changed.filter((field) => isReadable(field, valueOf(field)))
  const labelOf = useFieldLabel()
  const textOf = useFieldText()
  const { failure } = submit
  const fault = failure?.kind === 'refused' && failure.reason === 'setting_range' ? failure.params : null
  const faultOf = ({ name, type }: ProductField) => {
    if (fault?.['name'] !== name) return undefined
    const [min, max] = [String(fault['min'] ?? ''), String(fault['max'] ?? '')]
    return type === 'decimal' || type === 'whole'
      ? t('products.between', { min, max: max || '…' })
      : t(`products.wrong.${type === 'instant' ? 'instant' : type === 'choice' ? 'choice' : 'line'}`)
  }
  return (
    <AskSheet
      title={product?.name ?? t(`products.new.${kind}`)}
      confirm={t('save')}
      submit={{ isBusy: submit.isBusy, failure: fault === null ? failure : null }}
      takesTwo={readable.some((field) => fieldTakesTwo(field.name, product && field.value, valueOf(field)))}
      onClose={onClose}
      onSend={(reason) =>
        submit.send({
          kind,
          ...(product !== null && { id: product.id }),
          changes: changed.map((field) => ({
            name: field.name,
            value: valueOf(field),
            ...(product !== null && { expect: field.value }),
          })),
          reason,
        })
      }
    >
      {product !== null &&
        readable.map((field) => (
          <Box as="p" key={field.name} tone={2}>
            {labelOf(field)} {textOf(field, field.value)} → {textOf(field, valueOf(field))}
          </Box>
        ))}
      {product !== null && product.running > 0 && <Note breaks>{t('products.kept')}</Note>}
      {fields.map((field) => (
        <Input
          key={field.name}
          field={field}
          isNew={product === null}
          text={texts[field.name] ?? ''}
          error={submit.isBusy ? undefined : faultOf(field)}
          onChange={(text) => setTexts((now) => ({ ...now, [field.name]: text }))}
        />
      ))}
    </AskSheet>
  )
}

function useFieldLabel() {
  const { t } = useTranslation('desk')
  return ({ name }: ProductField) => {
    const lang = /^intro_(\w+)$/.exec(name)?.[1]
    return lang === undefined ? t(`products.fields.${name}`) : t('products.intro', { language: t(`languages.${lang}`) })
  }
}

/** An instant as the browser's field writes it, in the time of this device; and back. */
const localOf = (ms: string) => {
  if (ms === '') return ''
  const at = new Date(Number(ms))
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const msOf = (local: string) => (local === '' ? '' : String(new Date(local).getTime()))

type InputProps = {
  readonly field: ProductField
  readonly isNew: boolean
  readonly text: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}
function Input({ field, isNew, text, error, onChange }: InputProps) {
  const { t } = useTranslation('desk')
  const textOf = useFieldText()
  const { type, min, max, choices, is_fixed } = field
  const label = useFieldLabel()(field)
  const isShown = is_fixed && !isNew
  if (isShown || type === 'switch')
    return (
      <Box lay="row" gap={2} justify="between" tone={2} wraps breaks>
        <span>{label}</span>
        {isShown ? (
          <b>{textOf(field, field.value)}</b>
        ) : (
          <Switch label={label} isOn={text === '1'} onChange={(isOn) => onChange(isOn ? '1' : '0')} />
        )}
      </Box>
    )
  if (type === 'choice')
    return (
      <Select
        label={label}
        value={text}
        onChange={onChange}
        options={[
          ...(choices.includes(text) ? [] : [{ value: text, label: t('products.choose') }]),
          ...choices.map((value) => ({ value, label: textOf(field, value) })),
        ]}
        error={error}
      />
    )
  if (type === 'text')
    return (
      <AreaField label={label} error={error} rows={3} dir="auto" maxLength={2000} value={text} onChange={onChange} />
    )
  if (type === 'instant')
    return (
      <Field
        label={label}
        type="datetime-local"
        value={localOf(text)}
        onChange={(local) => onChange(msOf(local))}
        error={error}
      />
    )
  return (
    <Field
      label={label}
      value={text}
      onChange={onChange}
      error={error}
      autoComplete="off"
      maxLength={type === 'line' ? 60 : 40}
      {...(type !== 'line' && { inputMode: type === 'whole' ? 'numeric' : 'decimal' })}
      {...(type !== 'line' && { hint: t('products.between', { min, max }) })}
    />
  )
}
