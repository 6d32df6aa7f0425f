import { connectFollowed, type followMachine } from '#machines/kit/follow.ts'
import type { Keyed } from '#machines/kit/step.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useServices } from './services.tsx'

/**
 * An entity that the server moves, on a page: its newest copy, of what is read here too, and the owner's steps, each
 * under a key of its own.
 */
export function useEntity<E, A, C extends Keyed, S extends string, W>(
  machine: ReturnType<typeof followMachine<E, A, C, S, W>>,
  copy: E,
) {
  const { serverNow } = useServices()
  const actor = useActorRef(machine, { input: { copy } })
  useEffect(() => actor.send({ type: 'copy.received', copy, why: null }), [actor, copy])
  const shown = connectFollowed<E, A, W>(useSelector(actor, (now) => now))
  return {
    ...shown,
    act: (act: A) => actor.send({ type: 'act', act, key: newKey(serverNow()) }),
    dismiss: () => actor.send({ type: 'dismiss' }),
  }
}
