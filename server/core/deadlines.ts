import type { CoreTables, Deadline } from './rows.ts'

/** A kind of durable deadline. Its name is stored with each deadline and must never change. */
export type DeadlineKind = { readonly kind: string }
export const deadline = (kind: string): DeadlineKind => ({ kind })

/** The work of a kind of deadline, run when one is due; `ref` is the id of the entity it was set for. */
export type DeadlineBinding<Ctx> = { readonly kind: string; readonly run: (ctx: Ctx, ref: string) => void }
/** Binds a kind to its work; each feature lists its bindings in `deadlines`. */
export const on = <Ctx>({ kind }: DeadlineKind, run: (ctx: Ctx, ref: string) => void): DeadlineBinding<Ctx> => ({
  kind,
  run,
})

const idOf = (kind: string, ref: string) => `${kind}:${ref}`

/** Durable deadlines: set within a command, each run once as a separate command. */
export function createDeadlines({ deadlines }: Pick<CoreTables, 'deadlines'>) {
  return {
    /** Sets or moves the deadline of this kind for one entity; `at` in epoch milliseconds. */
    set: ({ kind }: DeadlineKind, ref: string, at: number) => deadlines.put({ id: idOf(kind, ref), kind, ref, at }),
    clear: ({ kind }: DeadlineKind, ref: string) => {
      if (deadlines.get(idOf(kind, ref))) deadlines.remove(idOf(kind, ref))
    },
    has: ({ kind }: DeadlineKind) => [...deadlines.keysOf('kind')].includes(kind),
    /** Deadlines due at `now`, earliest first, then by id, so that the order is the same after a restart. */
    due: (now: number): readonly Deadline[] => deadlines.upTo(now),
  }
}
export type Deadlines = ReturnType<typeof createDeadlines>

const firstRetryMs = 1000
const maxRetryMs = 5 * 60_000
type Ports<Ctx> = {
  deadlines: Pick<CoreTables, 'deadlines'>['deadlines']
  due: Deadlines['due']
  bindings: readonly DeadlineBinding<Ctx>[]
  command: <T>(work: (ctx: Ctx) => T) => Promise<T>
  now: () => number
  /** Called when a deadline's work threw; it was rolled back and will be retried. */
  onFailure: (thrown: unknown, kind: string) => void
}

/**
 * Runs due deadlines, each as a separate command: one that throws is rolled back, reported, and retried after 1 s,
 * doubling up to
 * 5 min; the others still run. Throws on creation when a stored kind has no binding, because its work would be lost.
 */
export function createDeadlineRunner<Ctx>({ deadlines, due, bindings, command, now, onFailure }: Ports<Ctx>) {
  const byKind = new Map(bindings.map((binding) => [binding.kind, binding]))
  if (byKind.size !== bindings.length) throw new Error('a kind of deadline is bound twice')
  const unknown = [...deadlines.keysOf('kind')].filter((kind) => !byKind.has(String(kind)))
  if (unknown.length > 0) throw new Error(`deadlines of unknown kind: ${unknown.join(', ')}`)
  /** Failed deadlines by id: the number of failures in a row, and when the next attempt may run. */
  const failed = new Map<string, { times: number; at: number; retryAt: number }>()

  const isHeldBack = ({ id, at }: Deadline) => {
    const last = failed.get(id)
    return last !== undefined && last.at === at && last.retryAt > now()
  }
  const runOne = async (row: Deadline) => {
    const { id, kind, ref, at } = row
    try {
      await command((ctx) => {
        // A deadline run earlier in this pass may have moved or cleared this one.
        if (deadlines.get(id)?.at !== at) return
        deadlines.remove(id)
        byKind.get(kind)?.run(ctx, ref)
      })
      failed.delete(id)
    } catch (thrown) {
      const last = failed.get(id)
      const times = last?.at === at ? last.times + 1 : 1
      failed.set(id, { times, at, retryAt: now() + Math.min(firstRetryMs * 2 ** (times - 1), maxRetryMs) })
      onFailure(thrown, kind)
    }
  }
  return async () => {
    for (const row of due(now())) if (!isHeldBack(row)) await runOne(row)
  }
}
