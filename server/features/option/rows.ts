import type { OptionStatus, OptionType, OrderVoid, ProfitResult, Receipt, RoundVoid } from '#contract/option/option.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** One length of rounds with its payout ratios in percent and its stake limits in coins, as text. */
export type PeriodRow = {
  id: number
  seconds: number
  isOn: boolean
  ratio: string
  evenRatio: string
  min: string
  max: string
  lockSeconds: number
  createdAt: number
  updatedAt: number
}
/** The result of a round; written once, never changed. */
export type RoundRow = {
  id: string
  series: string
  no: number
  closeAt: number
  price: string | null
  tick: string | null
  tickAt: number | null
  coverage: string
  reason: RoundVoid | null
  settledAt: number
}
/**
 * The series of rounds of one market and length: start of round 1, the number to settle next, and the latest results
 * (oldest first).
 */
export type SeriesRow = {
  id: string
  pair: number
  market: string
  seconds: number
  origin: number
  next: number
  last: readonly RoundRow[]
}
/** One recorded tick: time in epoch milliseconds, price in ticks of the pair, id. */
export type TickCells = readonly [at: number, price: number, id: string]
/** Recorded ticks of one time slot (`slotMs`), by market, in the order they came. */
type TickSlot = { id: number; ticks: Readonly<Record<string, readonly TickCells[]>> }
/** The ticks of a round with stakes; stored as long as its receipts. */
export type TapeRow = { id: string; ticks: readonly TickCells[] }
/** A stake on a round; money in coins as text. The status `closing` is never stored: it is derived from the clock. */
export type OptionRow = {
  id: number
  user: number
  pair: number
  coin: number
  type: OptionType
  seconds: number
  stake: string
  fee: string
  ratio: string
  round: string
  no: number
  closeAt: number
  entry: TickCells | null
  status: OptionStatus
  result: ProfitResult | null
  profit: string
  reason: OrderVoid | null
  receipt: Receipt | null
  acceptedAt: number
  updatedAt: number
  endedAt: number | null
  rev: number
}

export const seriesId = (market: string, seconds: number) => `${market}|${seconds}`
export const roundId = ({ market, seconds }: Pick<SeriesRow, 'market' | 'seconds'>, no: number) =>
  `${market}_${seconds}_${no}`
/** Id of the hold of a stake. */
export const optionHold = (id: number) => `option:${id}`
export const isOptionOpen = ({ status }: Pick<OptionRow, 'status'>) => status !== 'closed'
export const optionTable = 'option_orders'
export const tapeTable = 'option_tapes'

export const createOptionTables = (open: OpenTable) => ({
  optionPeriods: open<PeriodRow>({
    name: 'option_periods',
    key: 'int',
    id: ({ id }) => id,
    unique: { seconds: ({ seconds }) => String(seconds) },
  }),
  optionSeries: open<SeriesRow>({ name: 'option_series', key: 'text', id: ({ id }) => id }),
  optionRounds: open<RoundRow>({
    name: 'option_rounds',
    key: 'text',
    id: ({ id }) => id,
    isLive: () => false,
    // An order has the result and the proof of its round itself.
    spentAt: ({ settledAt }) => settledAt,
    columns: { series: text(({ series }) => series), no: int(({ no }) => no) },
    paths: [['series', 'no']],
  }),
  optionTicks: open<TickSlot>({ name: 'option_ticks', key: 'int', id: ({ id }) => id }),
  optionTapes: open<TapeRow>({ name: tapeTable, key: 'text', id: ({ id }) => id, isLive: () => false }),
  optionOrders: open<OptionRow>({
    name: optionTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: isOptionOpen,
    columns: {
      user: int(({ user }) => user),
      pair: int(({ pair }) => pair),
      coin: int(({ coin }) => coin),
      seconds: int(({ seconds }) => seconds),
      status: text(({ status }) => status),
      no: int(({ no }) => no),
      at: int(({ acceptedAt }) => acceptedAt),
    },
    groups: {
      user: ({ user }) => user,
      round: ({ round }) => round,
      /** Orders without an entry price, by pair. */
      waiting: ({ pair, entry, status }) => (entry === null && status !== 'closed' ? pair : null),
    },
    paths: [['user'], ['user', 'status'], ['user', 'at']],
  }),
})
export type OptionTables = ReturnType<typeof createOptionTables>
