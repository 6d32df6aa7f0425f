import { connectFollowed, type FollowSnapshot } from '#machines/kit/follow.ts'
import { listedIn, type ListAct } from '#machines/kit/follow-list.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useSelector } from '@xstate/react'
import { useCallback } from 'react'
import type { AnyActorRef } from 'xstate'
import { useServices } from './services.tsx'

type Watched = Pick<AnyActorRef, 'subscribe'>
type One<E, A> = Watched & { readonly getSnapshot: () => FollowSnapshot<E, A> }
/** The actor of a list of entities. */
export type EntityList<E, A> = Watched & {
  readonly send: (event: ListAct<A>) => void
  readonly getSnapshot: () => {
    readonly context: {
      readonly list: readonly E[] | null
      readonly isStale: boolean
      readonly acting: ReadonlyMap<number, One<E, A>>
    }
    readonly can: (event: ListAct<A>) => boolean
  }
}

/** All open entities of one kind; null before the first complete list. */
export function useEntityList<E, A>(actor: EntityList<E, A>) {
  const { serverNow } = useServices()
  const { list, isStale } = useSelector(actor, ({ context }) => context)
  const act = useCallback(
    (id: number, wanted: A) => actor.send({ type: 'act', id, act: wanted, key: newKey(serverNow()) }),
    [actor, serverNow],
  )
  return { actor, list, isStale, act }
}

/** One of the list: its newest copy, the step under way, and what may be done. Null once it is over. */
export function useListed<E extends { readonly id: number }, A>(actor: EntityList<E, A>, id: number) {
  const listed = useSelector(actor, (snapshot) => listedIn(snapshot, id))
  const acting = useSelector(
    useSelector(actor, ({ context }) => context.acting.get(id)),
    (snapshot) => snapshot,
  )
  const shown = acting === undefined ? null : connectFollowed(acting)
  const copy = shown?.copy ?? listed
  if (copy === null) return null
  const now = actor.getSnapshot()
  return {
    copy,
    failure: shown?.failure ?? null,
    isBusy: shown?.isBusy ?? false,
    isUnknown: shown?.isUnknown ?? false,
    may: (act: A) => now.can({ type: 'act', id, act, key: '' }),
  }
}
