import { createChainWalk } from '#server/core/auditor.ts'
import type { Store } from '#server/core/store-port.ts'
import { atOnce } from './venues.ts'

/** The first entry that breaks the chain of a whole journal, or null: the auditor's own walk, to its end. */
export function firstBreak({ entries }: Pick<Store, 'entries'>): string | null {
  const walk = createChainWalk(entries)
  for (;;) {
    const before = walk.seq()
    const [breach] = atOnce(walk.step(5000))
    if (breach) return breach.at
    if (walk.seq() === before) return null
  }
}
