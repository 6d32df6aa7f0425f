import { foldPrices, isNear, medianOf, neededSources, type Folded } from './fold.ts'
import type { Spoken } from './sources/connection.ts'

/** What a source has said counts for this long. */
const sourceLifeMs = 5000

export type SourceState = 'fresh' | 'stale' | 'doubted' | 'disconnected'
type Judged = Spoken & { readonly state: SourceState }
export type Verdict = {
  readonly sources: readonly Judged[]
  readonly index: Folded | null
  /** Why there is no index: too few are fresh, or they lie too far apart. */
  readonly lack: 'few' | 'apart' | null
}
/** The last price of each source that was not doubted, by name. */
export type Believed = ReadonlyMap<string, number>

/**
 * Which sources of one market count. A price is doubted while it is far both from the median and from what the same
 * source said before: a real move is followed by the others, and a source that has drifted is held by the fold.
 */
export function judge(spoken: readonly Spoken[], believed: Believed): Verdict {
  const isTimely = ({ isOpen, ageMs }: Spoken) => isOpen && ageMs !== null && ageMs <= sourceLifeMs
  const median = medianOf(spoken.flatMap((each) => (isTimely(each) && each.price !== null ? each.price : [])))
  const stateOf = (each: Spoken): SourceState => {
    if (!each.isOpen) return 'disconnected'
    if (!isTimely(each) || each.price === null || median === null) return 'stale'
    const before = believed.get(each.name)
    return isNear(each.price, median) || (before !== undefined && isNear(each.price, before)) ? 'fresh' : 'doubted'
  }
  const sources = spoken.map((each) => ({ ...each, state: stateOf(each) }))
  const fresh = sources.flatMap(({ state, price, ageMs }) =>
    state === 'fresh' && price !== null && ageMs !== null ? { price, ageMs } : [],
  )
  const index = foldPrices(fresh)
  return { sources, index, lack: index ? null : fresh.length < neededSources ? 'few' : 'apart' }
}
/** What is believed after this verdict. */
export const believedAfter = ({ sources }: Verdict, before: Believed): Believed =>
  new Map([
    ...before,
    ...sources.flatMap(({ name, state, price }) =>
      state === 'fresh' && price !== null ? [[name, price] as const] : [],
    ),
  ])
