import { encode } from '#contract/wire/coded.ts'
import { round as roundSchema, type Round } from '#contract/option/option.ts'
import type { ChannelSource } from '#server/core/feature.ts'
import { currentNo, phaseOf, roundsOf } from './rounds.ts'
import type { SeriesRow } from './rows.ts'
import type { OptionContext } from './context.ts'

/** State of a series at the last drain: sequence, fingerprint, and the revisions of its rounds. */
type DrainedSeries = { s: number; fingerprint: string; revs: ReadonlyMap<string, number> }
const channelOf = ({ market, seconds }: SeriesRow) => `round:${market}:${seconds}`

/**
 * Channels `round:<market>:<seconds>`: one change per new phase of a round, found by comparing the rounds with those of
 * the last drain.
 */
export function createRoundChannels(ctx: Pick<OptionContext, 'tables' | 'now'>): ChannelSource<'round'> {
  const { tables, now } = ctx
  const drained = new Map<string, DrainedSeries>()
  const wire = (round: Round) => encode(roundSchema, round)
  const revsOf = (rounds: readonly Round[]) => new Map(rounds.map(({ id, rev }) => [id, rev]))
  /**
   * Changes whenever any of the published rounds may have changed; cheap, because it is computed twenty times a second.
   */
  const fingerprintOf = (series: SeriesRow) => {
    const current = currentNo(ctx, series)
    return `${current}|${phaseOf(ctx, series, current)}|${series.next}`
  }
  const seriesOf = ([market, seconds, ...more]: readonly string[]) =>
    more.length === 0 ? tables.optionSeries.get(`${market}|${seconds}`) : undefined
  const changesOf = (series: SeriesRow) => {
    const c = channelOf(series)
    const before = drained.get(c)
    const fingerprint = fingerprintOf(series)
    if (before?.fingerprint === fingerprint) return []
    const rounds = roundsOf(ctx, series)
    const changed = before ? rounds.filter(({ id, rev }) => before.revs.get(id) !== rev) : []
    const from = before?.s ?? 0
    drained.set(c, { s: from + changed.length, fingerprint, revs: revsOf(rounds) })
    return changed.map((round, n) => ({
      c,
      b: from + n,
      s: from + n + 1,
      d: { round: wire(round), server_now_ms: now() },
    }))
  }
  return {
    drain: () => [...tables.optionSeries.all()].flatMap(changesOf),
    families: {
      round: {
        has: (parts) => seriesOf(parts) !== undefined,
        snap: (parts) => {
          const series = seriesOf(parts)
          return series
            ? {
                s: drained.get(channelOf(series))?.s ?? 0,
                d: { rounds: roundsOf(ctx, series).map(wire), server_now_ms: now() },
              }
            : null
        },
      },
    },
  }
}
