import { encode } from '#contract/wire/coded.ts'
import { round as roundSchema, type Round } from '#contract/option.ts'
import type { CommandContext } from '#server/core/context.ts'
import { currentNo, phaseOf, roundsOf } from './rounds.ts'
import type { SeriesRow } from './rows.ts'

type Told = { s: number; looked: string; revs: ReadonlyMap<string, number> }
const channelOf = ({ market, seconds }: SeriesRow) => `round:${market}:${seconds}`

/** What `round:<market>:<seconds>` says: a change for every phase that has come, found by looking at the clock and the results. */
export function createRoundFeed(ctx: Pick<CommandContext, 'tables' | 'now'>) {
  const { tables, now } = ctx
  const told = new Map<string, Told>()
  const wire = (round: Round) => encode(roundSchema, round)
  const revsOf = (rounds: readonly Round[]) => new Map(rounds.map(({ id, rev }) => [id, rev]))
  /** All that can make any of the shown rounds another: a cheap look, done twenty times a second. */
  const lookAt = (series: SeriesRow) => {
    const current = currentNo(ctx, series)
    return `${current}|${phaseOf(ctx, series, current)}|${series.next}`
  }
  const seriesOf = (channel: string) => {
    const [family, market, seconds] = channel.split(':')
    return family === 'round' ? tables.optionSeries.get(`${market}|${seconds}`) : undefined
  }
  const changesOf = (series: SeriesRow) => {
    const c = channelOf(series)
    const before = told.get(c)
    const looked = lookAt(series)
    if (before?.looked === looked) return []
    const rounds = roundsOf(ctx, series)
    const changed = before ? rounds.filter(({ id, rev }) => before.revs.get(id) !== rev) : []
    const from = before?.s ?? 0
    told.set(c, { s: from + changed.length, looked, revs: revsOf(rounds) })
    return changed.map((round, n) => ({ c, b: from + n, s: from + n + 1, d: { round: wire(round), server_now_ms: now() } }))
  }
  return {
    drain: () => [...tables.optionSeries.all()].flatMap(changesOf),
    /** A channel as a whole; null when it is none of ours. */
    snap: (channel: string) => {
      const series = seriesOf(channel)
      return series ? { s: told.get(channel)?.s ?? 0, d: { rounds: roundsOf(ctx, series).map(wire), server_now_ms: now() } } : null
    },
  }
}
