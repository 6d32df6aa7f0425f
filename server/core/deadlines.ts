import type { createCoreTables } from './rows.ts'

type CoreTables = ReturnType<typeof createCoreTables>

/** Durable deadlines: set within a command, due as a command of their own, once. */
export function createDeadlines({ deadlines }: Pick<CoreTables, 'deadlines'>) {
  const idOf = (kind: string, ref: string) => `${kind}:${ref}`
  return {
    set: (kind: string, ref: string, at: number) => deadlines.put({ id: idOf(kind, ref), kind, ref, at }),
    clear: (kind: string, ref: string) => {
      if (deadlines.get(idOf(kind, ref))) deadlines.remove(idOf(kind, ref))
    },
    /** What is due at this instant, earliest first. */
    due: (now: number) => [...deadlines.all()].filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)),
    next: () => {
      let soonest: number | null = null
      for (const { at } of deadlines.all()) if (soonest === null || at < soonest) soonest = at
      return soonest
    },
  }
}
export type Deadlines = ReturnType<typeof createDeadlines>
