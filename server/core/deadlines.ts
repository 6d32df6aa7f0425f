import type { CoreTables, Deadline } from './rows.ts'

/** A kind of durable deadline. Its name is stored with every deadline, so it is never changed. */
export type DeadlineKind = { readonly kind: string }
export const deadline = (kind: string): DeadlineKind => ({ kind })

/** What happens when a deadline of this kind is due; `ref` names the entity it was set for. */
export type DeadlineBinding<Ctx> = { readonly kind: string; readonly run: (ctx: Ctx, ref: string) => void }
/** Binds a kind to its work; a feature lists its bindings in its value. */
export const on = <Ctx>({ kind }: DeadlineKind, run: (ctx: Ctx, ref: string) => void): DeadlineBinding<Ctx> => ({ kind, run })

const idOf = (kind: string, ref: string) => `${kind}:${ref}`

/** Durable deadlines: set within a command, run as a command of their own, once. */
export function createDeadlines({ deadlines }: Pick<CoreTables, 'deadlines'>) {
  return {
    /** Sets or moves the deadline of one entity; `at` in epoch milliseconds. */
    set: ({ kind }: DeadlineKind, ref: string, at: number) => deadlines.put({ id: idOf(kind, ref), kind, ref, at }),
    clear: ({ kind }: DeadlineKind, ref: string) => {
      if (deadlines.get(idOf(kind, ref))) deadlines.remove(idOf(kind, ref))
    },
    has: ({ kind }: DeadlineKind) => [...deadlines.all()].some((row) => row.kind === kind),
    /** Earliest first; several at the same instant by id, so that the order is the same after a restart. */
    due: (now: number): Deadline[] => [...deadlines.all()].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
    next: () => {
      let soonest: number | null = null
      for (const { at } of deadlines.all()) if (soonest === null || at < soonest) soonest = at
      return soonest
    },
  }
}
export type Deadlines = ReturnType<typeof createDeadlines>

const firstRetryMs = 1000
const longestRetryMs = 5 * 60_000
type Ports<Ctx> = {
  deadlines: Pick<CoreTables, 'deadlines'>['deadlines']
  due: Deadlines['due']
  bindings: readonly DeadlineBinding<Ctx>[]
  command: <T>(work: (ctx: Ctx) => T) => Promise<T>
  now: () => number
  /** A deadline's work threw: it was rolled back and will be tried again. */
  onFailure: (thrown: unknown, kind: string) => void
}

/**
 * Runs what is due. Every deadline is a command of its own: one that throws is rolled back, reported, and tried again after 1 s,
 * doubling to 5 min; the others run all the same. Throws at once when a stored kind has no binding, because its work would be lost.
 */
export function createDeadlineRunner<Ctx>({ deadlines, due, bindings, command, now, onFailure }: Ports<Ctx>) {
  const byKind = new Map(bindings.map((binding) => [binding.kind, binding]))
  if (byKind.size !== bindings.length) throw new Error('a kind of deadline is bound twice')
  const unknown = new Set([...deadlines.all()].map(({ kind }) => kind).filter((kind) => !byKind.has(kind)))
  if (unknown.size > 0) throw new Error(`deadlines of unknown kind: ${[...unknown].join(', ')}`)
  /** Failed ones by id: how often in a row, and when they may run again. */
  const failed = new Map<string, { times: number; at: number; retryAt: number }>()

  const isHeldBack = ({ id, at }: Deadline) => {
    const last = failed.get(id)
    return last !== undefined && last.at === at && last.retryAt > now()
  }
  const runOne = async (row: Deadline) => {
    const { id, kind, ref, at } = row
    try {
      await command((ctx) => {
        // An earlier one of this round may have moved or cleared it.
        if (deadlines.get(id)?.at !== at) return
        deadlines.remove(id)
        byKind.get(kind)?.run(ctx, ref)
      })
      failed.delete(id)
    } catch (thrown) {
      const times = failed.get(id)?.at === at ? (failed.get(id)?.times ?? 0) + 1 : 1
      failed.set(id, { times, at, retryAt: now() + Math.min(firstRetryMs * 2 ** (times - 1), longestRetryMs) })
      onFailure(thrown, kind)
    }
  }
  return async () => {
    for (const row of due(now())) if (!isHeldBack(row)) await runOne(row)
  }
}
