import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import { moneyFormMachine, moneyFormStateOf, type QuoteStanding } from '#machines/kit/money-form.ts'
import type { Intent } from '#machines/kit/step.ts'
import { useServices } from '#src/actors/services.tsx'
import { createStep, stepLogic } from '#src/actors/step.actors.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import type { Form } from '#src/parts/form/use-form.ts'
import type { Gate } from '#src/parts/form/use-gate.ts'
import { useLoadingWhile } from '#src/actors/use-loading-while.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'

type Options<E extends Endpoint<'changes'>> = {
  /** What has to be in place before the form may be sent. */
  readonly gate?: Gate
  readonly needsPin?: boolean
  /** Where the quote stands on which the change rests. */
  readonly quote?: QuoteStanding
  readonly onDone?: (value: OutputOf<E> | null) => void
}

/**
 * A form of money with its review: it opens on a right form, and what it comes to is told there. What the venue says
 * is missing is shown by the gate.
 */
export function useMoneyForm<E extends Endpoint<'changes'>, T extends Record<string, string>>(
  endpoint: E,
  form: Form<T>,
  options: Options<E> = {},
) {
  const services = useServices()
  const { gate, needsPin = false, quote, onDone } = options
  const { logic, intentOf, valueOf } = useMemo(() => {
    const { callOf, ...rest } = createStep(services, endpoint)
    return { ...rest, logic: moneyFormMachine.provide({ actors: { step: stepLogic<Intent, unknown>(callOf) } }) }
  }, [services, endpoint])
  const actor = useActorRef(logic, { input: { needsPin, needsQuote: quote !== undefined } })
  const snapshot = useSelector(actor, (now) => now)
  const state = moneyFormStateOf(snapshot)
  const { step, failure } = snapshot.context
  const key = step?.key ?? null
  const gates = gate?.missing ?? ''
  useEffect(() => actor.send({ type: 'gates.changed', missing: gates === '' ? [] : gates.split(',') }), [actor, gates])
  useEffect(() => {
    if (quote !== undefined) actor.send({ type: 'quote.changed', quote })
  }, [actor, quote])
  useOnValue(state === 'done' ? key : null, (at) => {
    form.drop()
    onDone?.(valueOf(at))
  })
  useLoadingWhile(state === 'submitting')
  useOnValue(state === 'refused' ? failure : null, (told) => {
    if (gate?.heard(told) === true) actor.send({ type: 'close' })
  })
  return {
    submit: {
      state,
      isBusy: snapshot.hasTag('busy'),
      failure: state === 'editing' ? null : failure,
      value: key === null || state !== 'done' ? null : valueOf(key),
    },
    isReviewing: snapshot.hasTag('open'),
    open: () => actor.send({ type: 'open' }),
    close: () => actor.send({ type: 'close' }),
    onPin: (pin: string) => actor.send({ type: 'pin.typed', isEmpty: pin === '' }),
    /**
     * Sends what the review shows; its key is made at the tap. While something is under way a second tap makes none.
     */
    send: (input: InputOf<E>) => {
      const at = newKey(services.serverNow())
      const isAsked = actor.getSnapshot().can({ type: 'confirm', intent: { key: at, body: null } })
      if (isAsked) actor.send({ type: 'confirm', intent: intentOf(input, at) })
    },
  }
}
