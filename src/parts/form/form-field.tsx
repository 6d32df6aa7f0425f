import { Field } from '#src/ui/field.tsx'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '#src/parts/failure-text.ts'
import type { FieldFault, Form } from './use-form.ts'
import { useProblemText } from './use-problem-text.ts'

type Texts = Record<string, string>
type Props<T extends Texts> = {
  readonly form: Form<T>
  readonly name: Extract<keyof T, string>
  readonly label: string
  readonly hint?: string
  readonly type?: 'text' | 'password' | 'email' | 'tel'
  readonly inputMode?: 'numeric' | 'email' | 'tel' | 'text'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
  readonly maxLength?: number
  readonly placeholder?: string
  /** For a text of fixed length: its fault is told as soon as it is full, not only when the field is left. */
  readonly checksWhenFull?: boolean
  /** Before the text, inside the box: a country code. */
  readonly before?: ReactNode
  /** After it: a button that belongs to the field. */
  readonly after?: ReactNode
}

/** A form field: its text is in the form's state, its fault is translated into the current language. */
export function FormField<T extends Texts>({ form, name, checksWhenFull = false, ...rest }: Props<T>) {
  const faultText = useFaultText()
  return (
    <Field
      name={name}
      value={form.texts[name] ?? ''}
      onChange={(text) => {
        form.set(name, text)
        if (checksWhenFull && text.length === rest.maxLength) form.touch(name)
      }}
      onBlur={() => form.touch(name)}
      error={faultText(form.faultOf(name))}
      {...rest}
    />
  )
}

/** The fault of a field as a sentence, with the amounts that it names. */
export function useFaultText(words: 'session' | 'refusals' = 'session') {
  const { t } = useTranslation(words)
  const failureText = useFailureText()
  const problemText = useProblemText()
  return (fault: FieldFault, params: Readonly<Record<string, string>> = {}) => {
    if (fault === null) return null
    if (typeof fault === 'string') return t(fault, params)
    return 'kind' in fault ? failureText(fault) : problemText(fault)
  }
}
