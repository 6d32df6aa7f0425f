import { encode } from '#contract/wire/coded.ts'
import { round as roundSchema, type Round } from '#contract/option.ts'
import type { ChannelSource } from '#server/core/feature.ts'
import { currentNo, phaseOf, roundsOf } from './rounds.ts'
import type { SeriesRow } from './rows.ts'
import type { OptionContext } from './context.ts'

/** What was shown of a series at the last drain. */
type Drained = { s: number; looked: string; revs: ReadonlyMap<string, number> }
const channelOf = ({ market, seconds }: SeriesRow) => `round:${market}:${seconds}`

/** `round:<market>:<seconds>`: a change for every phase that has begun, found by comparing the clock and the results with the last drain. */
export function createRoundChannels(ctx: Pick<OptionContext, 'tables' | 'now'>): ChannelSource<'round'> {
  const { tables, now } = ctx
  const drained = new Map<string, Drained>()
  const wire = (round: Round) => encode(roundSchema, round)
  const revsOf = (rounds: readonly Round[]) => new Map(rounds.map(({ id, rev }) => [id, rev]))
  /** All that can make any of the shown rounds another: a cheap look, done twenty times a second. */
  const lookAt = (series: SeriesRow) => {
    const current = currentNo(ctx, series)
    return `${current}|${phaseOf(ctx, series, current)}|${series.next}`
  }
  const seriesOf = ([market, seconds, ...more]: readonly string[]) => (more.length === 0 ? tables.optionSeries.get(`${market}|${seconds}`) : undefined)
  const changesOf = (series: SeriesRow) => {
    const c = channelOf(series)
    const before = drained.get(c)
    const looked = lookAt(series)
    if (before?.looked === looked) return []
    const rounds = roundsOf(ctx, series)
    const changed = before ? rounds.filter(({ id, rev }) => before.revs.get(id) !== rev) : []
    const from = before?.s ?? 0
    drained.set(c, { s: from + changed.length, looked, revs: revsOf(rounds) })
    return changed.map((round, n) => ({ c, b: from + n, s: from + n + 1, d: { round: wire(round), server_now_ms: now() } }))
  }
  return {
    drain: () => [...tables.optionSeries.all()].flatMap(changesOf),
    families: {
      round: {
        has: (parts) => seriesOf(parts) !== undefined,
        snap: (parts) => {
          const series = seriesOf(parts)
          return series ? { s: drained.get(channelOf(series))?.s ?? 0, d: { rounds: roundsOf(ctx, series).map(wire), server_now_ms: now() } } : null
        },
      },
    },
  }
}
