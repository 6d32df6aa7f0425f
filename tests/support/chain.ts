import { createChainWalk } from '#server/core/auditor.ts'
import type { Store } from '#server/core/store-port.ts'
import { atOnce } from './venues.ts'

/**
 * Number of the first entry that breaks the hash chain of a whole journal, or null; checked by the auditor's
 * `createChainWalk`.
 */
export function firstBreak({ entries }: Pick<Store, 'entries'>): string | null {
  const walk = createChainWalk(entries)
  for (;;) {
    const before = walk.seq()
    const [breach] = atOnce(walk.step(5000))
    if (breach) return breach.at
    if (walk.seq() === before) return null
  }
}
