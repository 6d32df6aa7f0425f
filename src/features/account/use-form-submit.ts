import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import type { Form } from '#src/parts/use-form.ts'
import { useSubmit, type Submit } from '#src/parts/use-submit.ts'
import { useEffect } from 'react'

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
  useEffect(() => {
    if (failure !== null && state === 'refused') form.refuse(failure)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each refusal is told to the form once
  }, [failure, state])
  return submit
}
