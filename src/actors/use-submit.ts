import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { submitStateOf, type SubmitState } from '#machines/kit/submit.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useLoadingWhile } from './use-loading-while.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useServices } from './services.tsx'
import { createSubmit } from './submit.actors.ts'

export type Submit<E extends Endpoint<'changes'>> = {
  readonly state: SubmitState
  /** Under way or unknown: the button is busy, a second tap does nothing. */
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly value: OutputOf<E> | null
  /** Sends one intent. Its key is created here, at the tap, unless one is passed. */
  readonly send: (input: InputOf<E>, key?: string) => void
  /** Asks at once for the outcome of an unknown intent. */
  readonly again: () => void
  /** Leaves the review and what it told; a change that is under way goes on. */
  readonly reset: () => void
  /** The review is on the screen. */
  readonly isOpen: boolean
  readonly open: () => void
}

/** The way of every money action: the intent is stored before it is sent, and unknown until the server has answered. */
export function useSubmit<E extends Endpoint<'changes'>>(
  endpoint: E,
  { onDone }: { readonly onDone?: (value: OutputOf<E> | null) => void } = {},
): Submit<E> {
  const services = useServices()
  const { logic, intentOf, valueOf } = useMemo(() => createSubmit(services, endpoint), [services, endpoint])
  const actor = useActorRef(logic)
  const snapshot = useSelector(actor, (now) => now)
  const state = submitStateOf(snapshot)
  const latestOnDone = useRef(onDone)
  useEffect(() => {
    latestOnDone.current = onDone
  })
  const { step, failure } = snapshot.context
  const key = step?.key ?? null
  useEffect(() => {
    if (state === 'done' && key !== null) latestOnDone.current?.(valueOf(key))
  }, [state, key, valueOf])
  useLoadingWhile(state === 'submitting')
  const open = useCallback(() => actor.send({ type: 'open' }), [actor])

  return {
    state,
    isBusy: snapshot.hasTag('busy'),
    failure,
    value: key === null || state !== 'done' ? null : valueOf(key),
    send: (input, key = newKey(services.serverNow())) => {
      const type = 'submit'
      // While the machine is busy a second tap is ignored, before an intent is created.
      const maySubmit = actor.getSnapshot().can({ type, intent: { key, body: null } })
      if (maySubmit) actor.send({ type, intent: intentOf(input, key) })
    },
    again: () => actor.send({ type: 'again' }),
    reset: () => actor.send({ type: 'close' }),
    isOpen: snapshot.hasTag('open'),
    open,
  }
}
