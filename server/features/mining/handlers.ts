import type { CollateralRecord, miningCalls } from '#contract/mining/mining.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Decide, Handlers, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { takeQuote } from '#server/features/assets/quotes.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { checkPurchase, checkReservation, checkSeat } from './check.ts'
import { pledgeHandlers } from './pledge-handlers.ts'
import {
  collateralHold,
  collateralTable,
  conversionTable,
  myMachineTable,
  purseHold,
  type CollateralRow,
  type ConversionRow,
  type MyMachineRow,
} from './rows.ts'
import { callNext, moveReservation, sellMachines, sellSeats, touchMiner } from './settle.ts'
import { lockedOf, neededOf, rewardCoinOf } from './stock.ts'
import { conversionOf, machineOf, miningOf, myMachineOf, reservationOf, seatOf } from './view.ts'
import type { MiningContext } from './context.ts'

const kind = 'change'
type Calls = typeof miningCalls
const paged = <T>(
  all: readonly T[],
  { page = 1, limit = defaultLimit }: { page?: number | undefined; limit?: number | undefined },
) => ({
  list: all.slice((page - 1) * limit, page * limit),
  count: all.length,
  page,
  limit,
})
const machinesInOrder = ({ tables }: Pick<MiningContext, 'tables'>) =>
  [...tables.machines.all()].toSorted((a, b) => a.sort - b.sort)

const buyMachine: Decide<Calls['buyMachine'], MiningContext> = (ctx, { user, lang }, input) => {
  const rows = sellMachines(ctx, user, checkPurchase(ctx, { user, lang }, input))
  return { machines: rows.map((row) => myMachineOf(ctx, row, lang)), overview: miningOf(ctx, user) }
}
const buySeat: Decide<Calls['buySeat'], MiningContext> = (ctx, { user, lang }, input) => {
  const { kind: sold, num, cost } = checkSeat(ctx, { user, lang }, input)
  sellSeats(ctx, user, sold, num, cost)
  return seatOf(ctx, sold, user, lang)
}

/** Locks collateral, or releases what no running machine needs; it stays the owner's money, held. */
const collateral: Decide<Calls['collateral'], MiningContext> = (
  ctx,
  { user },
  { amount: typed, direction = 'lock' },
) => {
  if (direction === 'lock') checkMayTrade(ctx, user)
  const amount = typed === undefined || typed === '' ? 0n : parseDec(typed)
  if (amount === 0n) throw new Refusal('amount_required')
  const { scale } = ctx.tables.coins.need(baseCoin.id)
  if (decimalsOf(formatDec(amount)) > scale) throw new Refusal('amount_step', { scale })
  const { ledger, tables, settings, now } = ctx
  const id = tables.collaterals.nextId()
  if (direction === 'lock') {
    if (amount < parseDec(settings.mining.collateralMin))
      throw new Refusal('amount_below_min', { min: settings.mining.collateralMin, coin: baseCoin.name })
    // A hold of its own first, because the one of all collateral may be open already.
    ledger.hold(
      `collateral:${user}:${id}`,
      { owner: user, asset: baseCoin.id, kind },
      amount,
      logTypes.collateralLocked,
    )
    ledger.shift(`collateral:${user}:${id}`, collateralHold(user), amount)
  } else {
    const free = lockedOf(ctx, user) - neededOf(ctx, user)
    if (amount > free) throw new Refusal('collateral_in_use', { free: formatDec(free > 0n ? free : 0n) })
    ledger.release(collateralHold(user), logTypes.collateralReturned, amount)
  }
  tables.collaterals.put({ id, user, direction, amount: formatDec(amount), at: now() })
  touchMiner(ctx, user)
  return miningOf(ctx, user)
}
const collateralRow = (body: string): CollateralRow => JSON.parse(body)
const recordOf = ({ id, direction, amount, at }: CollateralRow): CollateralRecord => ({
  id: String(id),
  direction,
  amount,
  create_time: timeOf(at),
})
const collaterals: Prepared<Calls['collaterals'], MiningContext> = {
  prepare: async ({ store }, { user }, { page = 1, limit = defaultLimit }) => {
    const { bodies, total } = await store.page({
      table: collateralTable,
      where: { user },
      limit,
      offset: (page - 1) * limit,
    })
    return () => ({ list: bodies.map((body) => recordOf(collateralRow(body))), count: total, page, limit })
  },
}

/**
 * Converts rewards of the purse at a quote: the coins go to the house, and the base coin to the spot account, in one
 * entry.
 */
const convert: Decide<Calls['convert'], MiningContext> = (ctx, { user }, { amount, quote_id }) => {
  checkMayTrade(ctx, user)
  if (amount === undefined || amount === '' || parseDec(amount) === 0n) throw new Refusal('amount_required')
  const { min } = ctx.settings.assets.convert
  const coin = rewardCoinOf(ctx)
  if (parseDec(amount) < parseDec(min)) throw new Refusal('amount_below_min', { min, coin: coin.name })
  const quote = takeQuote(ctx, user, quote_id, { kind: 'mining', from: coin.id, to: baseCoin.id, num: amount })
  const [num, result, fee] = [parseDec(quote.num), parseDec(quote.result), parseDec(quote.fee)]
  if (ctx.ledger.leftOf(purseHold(user)) < num) throw new Refusal('insufficient_balance')
  const base = { asset: baseCoin.id, kind } as const
  ctx.ledger.spend(purseHold(user), num, {
    type: logTypes.rewardConverted,
    info: '',
    postings: [
      { owner: 'house', asset: coin.id, kind, free: num },
      { ...base, owner: 'house', free: -(result + fee) },
      { ...base, owner: user, free: result },
      ...(fee > 0n ? [{ ...base, owner: 'fee' as const, free: fee }] : []),
    ],
  })
  const row = ctx.tables.conversions.put({
    id: ctx.tables.conversions.nextId(),
    user,
    num: quote.num,
    price: quote.price,
    result: quote.result,
    fee: quote.fee,
    at: ctx.now(),
  })
  touchMiner(ctx, user, { converted: num })
  return { conversion: conversionOf(row), overview: miningOf(ctx, user) }
}
const conversionRow = (body: string): ConversionRow => JSON.parse(body)
const conversions: Prepared<Calls['conversions'], MiningContext> = {
  prepare: async ({ store }, { user }, { page = 1, limit = defaultLimit }) => {
    const { bodies, total } = await store.page({
      table: conversionTable,
      where: { user },
      limit,
      offset: (page - 1) * limit,
    })
    return () => ({ list: bodies.map((body) => conversionOf(conversionRow(body))), count: total, page, limit })
  },
}

const machineRow = (body: string): MyMachineRow => JSON.parse(body)
const myMachines: Prepared<Calls['myMachines'], MiningContext> = {
  prepare: async ({ store }, { user, lang }, { status, page = 1, limit = defaultLimit }) => {
    const { bodies, total } = await store.page({
      table: myMachineTable,
      where: { user, ...(status && { status }) },
      limit,
      offset: (page - 1) * limit,
    })
    // A row that is still in memory is newer than its stored copy.
    return (ctx) => ({
      list: bodies.map(machineRow).map((row) => myMachineOf(ctx, ctx.tables.myMachines.get(row.id) ?? row, lang)),
      count: total,
      page,
      limit,
    })
  },
}

const reserve: Decide<Calls['reserve'], MiningContext> = (ctx, { user }, input) => {
  const { kind: wanted, num, own, drops } = checkReservation(ctx, user, input)
  if (own !== null && drops) {
    const dropped = moveReservation(ctx, 'drop', own)
    callNext(ctx, wanted.id)
    return reservationOf(ctx, dropped)
  }
  const row = ctx.tables.reservations.put({
    id: ctx.tables.reservations.nextId(),
    user,
    machine: wanted.id,
    num,
    status: 'waiting',
    buyUntil: null,
    createdAt: ctx.now(),
    rev: 1,
  })
  ctx.emit(user, { ev: 'mining.reservationChanged', v: reservationOf(ctx, row), why: 'waiting' })
  return reservationOf(ctx, row)
}

export const miningHandlers: Handlers<Calls, MiningContext> = {
  ...pledgeHandlers,
  overview: (ctx, { user }) => miningOf(ctx, user),
  machines: (ctx, { user, lang }, { type, ...page }) =>
    paged(
      machinesInOrder(ctx)
        .filter((row) => type === undefined || row.type === type)
        .map((row) => machineOf(ctx, row, user, lang)),
      page,
    ),
  buyMachine,
  myMachines,
  seats: (ctx, { user, lang }, page) =>
    paged(
      [...ctx.tables.seats.all()].toSorted((a, b) => a.sort - b.sort).map((row) => seatOf(ctx, row, user, lang)),
      page,
    ),
  buySeat,
  collateral,
  collaterals,
  convert,
  conversions,
  reserve,
}
