import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import type { KycGate } from '#src/parts/form/kyc-prompt.tsx'
import type { PayeeGate } from '#src/parts/form/payee-prompt.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { useState } from 'react'

type Options<E extends Endpoint<'changes'>> = {
  readonly kyc?: KycGate
  readonly payee?: PayeeGate
  readonly onDone?: (value: OutputOf<E> | null) => void
}

/** A form of money with its review: it opens on a right form, and what it comes to is told there. A missing level or payee leads to it. */
export function useMoneyForm<E extends Endpoint<'changes'>, T extends Record<string, string>>(endpoint: E, form: Form<T>, options: Options<E> = {}) {
  const [isReviewing, setIsReviewing] = useState(false)
  const { kyc, payee, onDone } = options
  const submit = useSubmit(endpoint, {
    onDone: (value) => {
      form.drop()
      onDone?.(value)
    },
  })
  useOnValue(submit.state === 'refused' ? submit.failure : null, (failure) => {
    if (kyc?.heard(failure) !== true && payee?.heard(failure) !== true) return
    setIsReviewing(false)
    submit.reset()
  })
  return {
    submit,
    isReviewing,
    open: () => {
      submit.reset()
      setIsReviewing(true)
    },
    close: () => setIsReviewing(false),
    send: (input: InputOf<E>) => submit.send(input),
  }
}
