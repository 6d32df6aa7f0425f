import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import { useTold } from '#src/lib/use-told.ts'
import type { Form } from '#src/parts/use-form.ts'
import { useSubmit, type Submit } from '#src/parts/use-submit.ts'

/** Sends a form: what was refused goes to its field, what is done empties the draft. */
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
  useTold(state === 'refused' ? failure : null, form.refuse)
  return submit
}
