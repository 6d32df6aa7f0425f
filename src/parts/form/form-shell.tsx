import type { Endpoint, OutputOf } from '#contract/wire/endpoint.ts'
import { useSubmit, type Submit } from '#src/actors/use-submit.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import type { ReactNode } from 'react'
import { FormFailure } from './form-failure.tsx'
import type { Form } from './use-form.ts'

type Props<T extends Readonly<Record<string, string>>> = {
  readonly form: Form<T>
  readonly onSubmit: (texts: T) => void
  readonly isBusy: boolean
  /** The words of its button. */
  readonly button: string
  /** Why it was refused, where that is not said by the form alone. */
  readonly failure?: Failure | null
  /** What is said while nobody knows what became of it. */
  readonly unknown?: string | false
  readonly mayRetry?: boolean
  readonly gap?: 2 | 4
  readonly children: ReactNode
  /** What stands below the button. */
  readonly aside?: ReactNode
}

/** A form: its fields, what was refused or is not known yet, and the button. */
export function FormShell<T extends Readonly<Record<string, string>>>(props: Props<T>) {
  const { form, onSubmit, isBusy, button, unknown = false, gap = 2, children, aside } = props
  const { failure = form.failure, mayRetry = form.mayRetry } = props
  return (
    <Stack as="form" ref={form.form} gap={gap} endPad={4} noValidate onSubmit={form.submit(onSubmit)}>
      {children}
      <FormFailure failure={failure} />
      {unknown !== false && (
        <Row as="p" gap={2} pad={3} round={2} ground="warning" tone="warning">
          {unknown}
        </Row>
      )}
      <Button type="submit" size="l" isWide isBusy={isBusy} mayRetry={mayRetry}>
        {button}
      </Button>
      {aside}
    </Stack>
  )
}

/** Submits a form: a refusal is shown at its field, success deletes the draft. */
export function useFormSubmit<E extends Endpoint<'changes'>, T extends Record<string, string>>(
  endpoint: E,
  form: Form<T>,
  onDone: (value: OutputOf<E> | null) => void,
): Submit<E> {
  const submit = useSubmit(endpoint, {
    onDone: (value) => {
      form.drop()
      onDone(value)
    },
  })
  const { failure, state } = submit
  useOnValue(state === 'refused' ? failure : null, form.refuse)
  return submit
}
