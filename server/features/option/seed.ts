import { setCloseDeadline } from './deadlines.ts'
import { originOf } from './rounds.ts'
import { seriesId, type PeriodRow } from './rows.ts'
import type { OptionContext } from './context.ts'

/**
 * Periods of rounds. Ratio and lock of a period belong together: a user who sees prices half a second early must still
 * lose on average, and an even result must be rarer than its ratio implies, even in the calmest market.
 */
const seeds: readonly Pick<PeriodRow, 'id' | 'seconds' | 'ratio' | 'evenRatio' | 'min' | 'max' | 'lockSeconds'>[] = [
  { id: 1, seconds: 60, ratio: '80', evenRatio: '250', min: '10', max: '1000', lockSeconds: 20 },
  { id: 2, seconds: 120, ratio: '82', evenRatio: '300', min: '10', max: '2000', lockSeconds: 30 },
  { id: 3, seconds: 300, ratio: '85', evenRatio: '400', min: '20', max: '5000', lockSeconds: 50 },
]

/**
 * Adds the periods and, for each market and period, a series of rounds. The numbering of a series, once started, never
 * restarts.
 */
export const seedOption = (ctx: OptionContext) => {
  const { tables, now } = ctx
  for (const seed of seeds)
    if (!tables.optionPeriods.get(seed.id))
      tables.optionPeriods.put({ ...seed, isOn: true, createdAt: now(), updatedAt: now() })
  for (const { id: pair, market, isMicro } of tables.pairs.all())
    for (const { seconds } of tables.optionPeriods.all()) {
      const id = seriesId(market, seconds)
      if (!isMicro || tables.optionSeries.get(id)) continue
      setCloseDeadline(
        ctx,
        tables.optionSeries.put({ id, pair, market, seconds, origin: originOf(now(), seconds), next: 1, last: [] }),
      )
    }
}
