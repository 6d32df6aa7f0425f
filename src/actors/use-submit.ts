import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { submitStateOf, type SubmitState } from '#machines/submit.ts'
import { newKey } from '#src/lib/new-key.ts'
import { beginLoading } from '#src/stores/loading.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { useServices } from './services.tsx'
import { createSubmit } from './submit.actors.ts'

export type Submit<E extends Endpoint<'changes'>> = {
  readonly state: SubmitState
  /** Under way or not yet known: the button waits, a second tap does nothing. */
  readonly isBusy: boolean
  readonly failure: Failure | null
  readonly value: OutputOf<E> | null
  /** One intent. The key is made here, at the tap, unless the intent already bears one. */
  readonly send: (input: InputOf<E>, key?: string) => void
  /** Asks at once what became of an unknown intent. */
  readonly again: () => void
  readonly reset: () => void
}

/** Every money action goes through here: it is kept before it leaves, and unknown until the server has said. */
export function useSubmit<E extends Endpoint<'changes'>>(
  endpoint: E,
  { onDone }: { readonly onDone?: (value: OutputOf<E> | null) => void } = {},
): Submit<E> {
  const services = useServices()
  const { logic, intentOf, valueOf } = useMemo(() => createSubmit(services, endpoint), [services, endpoint])
  const actor = useActorRef(logic)
  const snapshot = useSelector(actor, (now) => now)
  const state = submitStateOf(snapshot)
  const told = useRef(onDone)
  useEffect(() => {
    told.current = onDone
  })
  const { intent, failure } = snapshot.context
  const key = intent?.key ?? null
  useEffect(() => {
    if (state === 'done' && key !== null) told.current?.(valueOf(key))
  }, [state, key, valueOf])
  useEffect(() => (state === 'submitting' ? beginLoading() : undefined), [state])

  return {
    state,
    isBusy: snapshot.hasTag('busy'),
    failure,
    value: key === null || state !== 'done' ? null : valueOf(key),
    send: (input, key = newKey(services.serverNow() || Date.now())) => {
      const type = 'submit'
      // A second tap finds a machine that is busy, and its intent is not even made.
      if (actor.getSnapshot().can({ type, intent: { key, body: null } })) actor.send({ type, intent: intentOf(input, key) })
    },
    again: () => actor.send({ type: 'again' }),
    reset: () => actor.send({ type: 'reset' }),
  }
}
