import type { Endpoint, OutputOf } from '#contract/wire/endpoint.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import type { Form } from '#src/parts/form/use-form.ts'
import { useSubmit, type Submit } from '#src/actors/use-submit.ts'

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
