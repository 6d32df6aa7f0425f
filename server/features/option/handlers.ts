import { logTypes } from '#contract/wire/booking.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { maxPath, maxTicks, type option, type Receipt } from '#contract/option/option.ts'
import { deliveryOf, meanSeconds, lastTickRule, thinned } from '#contract/option/option-outcome.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { setEntryDeadline } from './deadlines.ts'
import type { Decide, Handlers, AsyncContext, Prepared } from '#server/core/context.ts'
import { currencyOf } from '#server/features/market/view.ts'
import { currentNo, roundOf, roundsOf } from './rounds.ts'
import { emitOption, valueRows } from './settle.ts'
import { optionOrderOf, optionStatusOf } from './view.ts'
import { tickOf, ticksWithin } from './ticks.ts'
import { Refusal } from '#server/core/refusal.ts'
import { optionHold, optionTable, seriesId, tapeTable, type OptionRow, type TapeRow } from './rows.ts'
import { betweenOf, isBetween, pageOf } from '#server/core/pages.ts'
import { checkStake } from './check.ts'
import type { OptionContext } from './context.ts'

const quickStakes = ['10', '50', '100', '500', '1000']

const submit: Decide<typeof option.submit, OptionContext> = (ctx, caller, input) => {
  const staked = checkStake(ctx, caller, input)
  const { tables, ledger } = ctx
  const { user } = caller
  const id = tables.optionOrders.nextId()
  const cell = { asset: staked.coin, kind: 'micro' } as const
  const fee = parseDec(staked.fee)
  ledger.hold(optionHold(id), { ...cell, owner: user }, parseDec(staked.stake), logTypes.optionStake)
  if (fee > 0n)
    ledger.post({
      type: logTypes.optionFee,
      ref: optionHold(id),
      postings: [
        { ...cell, owner: user, free: -fee },
        { ...cell, owner: 'fee', free: fee },
      ],
    })
  const at = ctx.now()
  const row = tables.optionOrders.put({
    ...staked,
    id,
    user,
    entry: null,
    status: 'open',
    result: null,
    profit: '0',
    reason: null,
    receipt: null,
    acceptedAt: at,
    updatedAt: at,
    endedAt: null,
    rev: 1,
  })
  setEntryDeadline(ctx, row)
  return emitOption(ctx, row, 'accepted')
}

const stakeCoins: Decide<typeof option.stakeCoins, OptionContext> = (ctx, { user }) =>
  [...ctx.tables.coins.all()]
    .filter(({ kinds }) => kinds.includes('micro'))
    .toSorted((a, b) => a.sort - b.sort)
    .map((coin) => {
      const { free, held, seq } = ctx.ledger.balance({ owner: user, asset: coin.id, kind: 'micro' })
      return {
        ...currencyOf(ctx, coin),
        insurance_types: [],
        user_insurance: null,
        micro_numbers: quickStakes.map((number, at) => ({
          id: coin.id * 100 + at + 1,
          currency_id: coin.id,
          number,
          currency_name: coin.name,
        })),
        user_wallet: {
          micro_balance: formatDec(free),
          micro_with_insurance: formatDec(free),
          lock_micro_balance: formatDec(held),
          seq,
        },
      }
    })

const periods: Decide<typeof option.periods, OptionContext> = ({ tables, markets }, _caller, { match_id }) => {
  if (match_id !== undefined && !markets.ofPair(match_id).pair.isMicro) return []
  return [...tables.optionPeriods.all()]
    .filter(({ isOn }) => isOn)
    .toSorted((a, b) => a.seconds - b.seconds)
    .map((row) => ({
      id: row.id,
      seconds: row.seconds,
      status: row.isOn,
      profit_ratio: row.ratio,
      even_ratio: row.evenRatio,
      min_num: row.min,
      max_num: row.max,
      lock_seconds: Math.max(row.lockSeconds, meanSeconds(row.seconds)),
      name: `${row.seconds}s`,
      created_at: timeOf(row.createdAt),
      updated_at: timeOf(row.updatedAt),
    }))
}

/** How far back ticks are returned: the longest round and what its chart shows before it. */
const lookBackMs = 400_000
const ticks: Decide<typeof option.ticks, OptionContext> = (ctx, _caller, { match_id }) => {
  const { pair } = ctx.markets.ofPair(match_id)
  const now = ctx.now()
  const all = ticksWithin(ctx, pair.market, now - lookBackMs, now).map((cells) => tickOf(pair, cells))
  return { ticks: thinned(all, maxTicks).map(({ at, price }) => [at, price]), server_now_ms: now }
}

type Filter = {
  match_id?: number | undefined
  currency_id?: number | undefined
  seconds?: number | undefined
  round_no?: number | undefined
  from?: number | undefined
  to?: number | undefined
}
/** The rounds returned with a list of orders. */
function roundsFor(ctx: OptionContext, { match_id, seconds }: Filter) {
  if (match_id === undefined) return []
  const { market } = ctx.markets.ofPair(match_id).pair
  if (seconds !== undefined) {
    const series = ctx.tables.optionSeries.get(seriesId(market, seconds))
    return series ? roundsOf(ctx, series) : []
  }
  const seriesOfPair = [...ctx.tables.optionSeries.all()]
    .filter((series) => series.pair === match_id)
    .toSorted((a, b) => a.seconds - b.seconds)
  return seriesOfPair.map((series) => roundOf(ctx, series, currentNo(ctx, series)))
}
const rowOf = (body: string): OptionRow => JSON.parse(body)
const tapeOf = (body: string): TapeRow => JSON.parse(body)
const matchesFilter = (row: OptionRow, { match_id, currency_id, seconds, round_no, from, to }: Filter) =>
  row.pair === (match_id ?? row.pair) &&
  row.coin === (currency_id ?? row.coin) &&
  row.seconds === (seconds ?? row.seconds) &&
  row.no === (round_no ?? row.no) &&
  isBetween(row.acceptedAt, from, to)

/** The ticks between entry and delivery, thinned to at most `maxPath`, for the chart of a receipt. */
function pathOf({ tables }: OptionContext, row: OptionRow, tape: TapeRow): Receipt['path'] {
  const pair = tables.pairs.need(row.pair)
  const { entry, delivery } = row.receipt ?? {}
  if (!entry || !delivery) return []
  const roundTicks = tape.ticks
    .filter(([at]) => at >= entry.at_ms && at <= delivery.at_ms)
    .map((cells) => tickOf(pair, cells))
  return thinned(roundTicks, maxPath).map(({ at, price, id }) => [at, price, id])
}
/** What only the receipt of a single order lists: its path, and the values its delivery is the mean of. */
function tapeOfReceipt(ctx: OptionContext, row: OptionRow, tape: TapeRow): Pick<Receipt, 'path' | 'values'> {
  const pair = ctx.tables.pairs.need(row.pair)
  const times = { open_ms: row.closeAt - row.seconds * 1000, close_ms: row.closeAt }
  const path = pathOf(ctx, row, tape)
  if ((row.receipt?.rule ?? lastTickRule) === lastTickRule) return { path }
  return {
    path,
    values:
      row.reason === 'no_entry'
        ? []
        : valueRows(
            deliveryOf(
              tape.ticks.map((cells) => tickOf(pair, cells)),
              times,
            ).values,
          ),
  }
}
/** Reads one of the caller's orders; its receipt includes the path. */
async function readOne({ store }: AsyncContext<OptionContext>, id: number) {
  const body = await store.row(optionTable, id)
  const stored = body === null ? undefined : rowOf(body)
  const tape = stored ? await store.row(tapeTable, stored.round) : null
  return (ctx: OptionContext, user: number) => {
    const row = ctx.tables.optionOrders.get(id) ?? stored
    if (row?.user !== user) throw new Refusal('not_found')
    return optionOrderOf(ctx, row, tape === null ? undefined : tapeOfReceipt(ctx, row, tapeOf(tape)))
  }
}

const list: Prepared<typeof option.list, OptionContext> = {
  prepare: async (asyncCtx, { user }, input) => {
    const { page = 1, limit = defaultLimit, status, id } = input
    const offset = (page - 1) * limit
    const answer = (ctx: OptionContext, data: ReturnType<typeof optionOrderOf>[], total: number) => ({
      ...pageOf(data, { total, page, limit, path: 'microtrade/lists' }),
      rounds: roundsFor(ctx, input),
      server_now_ms: ctx.now(),
    })
    if (id !== undefined) {
      const find = await readOne(asyncCtx, id)
      return (ctx) => answer(ctx, [find(ctx, user)], 1)
    }
    if (status === 'open' || status === 'closing')
      return (ctx) => {
        const open = ctx.tables.optionOrders
          .group('user', user)
          .filter((row) => optionStatusOf(ctx, row) === status && matchesFilter(row, input))
        const rows = open.toSorted((a, b) => b.id - a.id).slice(offset, offset + limit)
        return answer(
          ctx,
          rows.map((row) => optionOrderOf(ctx, row)),
          open.length,
        )
      }
    const { match_id: pair, currency_id: coin, seconds, round_no: no, from, to } = input
    const where = {
      user,
      ...(status && { status }),
      ...(pair !== undefined && { pair }),
      ...(coin !== undefined && { coin }),
      ...(seconds !== undefined && { seconds }),
      ...(no !== undefined && { no }),
    }
    const { bodies, total } = await asyncCtx.store.page({
      table: optionTable,
      where,
      ...betweenOf('at', from, to),
      limit,
      offset,
    })
    const rows = bodies.map(rowOf)
    // A row that is still in memory is newer than its stored copy.
    return (ctx) =>
      answer(
        ctx,
        rows.map((row) => optionOrderOf(ctx, ctx.tables.optionOrders.get(row.id) ?? row)),
        total,
      )
  },
}

export const optionHandlers: Handlers<typeof option, OptionContext> = { stakeCoins, periods, submit, list, ticks }
