import { defaultLimit } from '#contract/wire/paging.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPager, type PageRead } from './pager.actors.ts'

export type Pager<T> = {
  readonly rows: readonly T[]
  /** `failed`: the last requested page failed; `more` tries it again. */
  readonly state: 'loading' | 'idle' | 'more' | 'failed' | 'end'
  readonly failure: Failure | null
  readonly more: () => void
  readonly refresh: () => void
}

/** A list page by page. `read` reads one page; one shorter than `size` is the last. Another list needs another key. */
export function usePager<T>(read: PageRead<T>, { size = defaultLimit }: { readonly size?: number } = {}): Pager<T> {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  const [{ logic, rowsOf }] = useState(() => createPager<T>((page) => latest.current(page), size))
  const actor = useActorRef(logic)
  const { value, context } = useSelector(actor, (now) => now)
  const rows = useMemo(() => rowsOf(context.rows), [context.rows, rowsOf])
  return {
    rows,
    state: value === 'stuck' ? 'failed' : value,
    failure: context.failure,
    more: () => actor.send({ type: 'more' }),
    refresh: () => actor.send({ type: 'refresh' }),
  }
}
