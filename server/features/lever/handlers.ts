import { baseCoin } from '#contract/wire/limits.ts'
import type { lever } from '#contract/lever/lever.ts'
import {
  leverTransitions,
  mayLeverTransition,
  position,
  type LeverTransition,
  type Position,
} from '#contract/lever/lever-position.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { encode } from '#contract/wire/coded.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Caller, Handlers, AsyncContext, Prepared, Decide } from '#server/core/context.ts'
import { markOf, riskOf, entriesOf, tickOf } from './account.ts'
import { leverFills } from './fills.ts'
import { emitPosition, moveLever } from './move.ts'
import { openPosition } from './open.ts'
import { endPending } from './pending.ts'
import { settleLever } from './settle.ts'
import { splitLever } from './split.ts'
import { positionOf, totalsOf, rateText } from './view.ts'
import { Refusal } from '#server/core/refusal.ts'
import { leverRowOf, leverTable, leverTimeOf, receiptTable, type LeverRow, type ReceiptRow, leverHold } from './rows.ts'
import { stopsOf, checkContract } from './check.ts'
import { betweenOf, isBetween, pageOf } from '#server/core/pages.ts'
import type { LeverContext } from './context.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Level } from '#contract/market/market.ts'
import { equityOf, hazardRate, one } from '#contract/lever/lever-risk.ts'
import { multipleNow, netView, roomOf, sizeAt } from './caps.ts'
import type { Pair } from '#server/features/market/rows.ts'
import { worthOf } from '#server/features/market/view.ts'

const submit = (ctx: LeverContext, caller: Caller, input: InputOf<typeof lever.submit>): Position =>
  openPosition(ctx, caller, input).told

const ownerTransitions = ['cancel', 'stopPending', 'setStop', 'close'] as const satisfies readonly LeverTransition[]
/** Parameters of a refused step: the position's current state, and the calls its owner may make now. */
const stateFor = (ctx: LeverContext, row: LeverRow) => {
  const may = ownerTransitions.filter(
    (step) => leverTransitions[step].by === 'owner' && mayLeverTransition(step, row.status),
  )
  return {
    now: encode(position, positionOf(ctx, row)),
    may: may.map((step) => (step === 'stopPending' ? 'setStop' : step)),
  }
}

type Target = { id: number; expect?: LeverRow['status'] | undefined }
/**
 * A handler for a step of the owner on one of their positions; a closed one is read from the store, to refuse with its
 * state.
 */
const onOwnPosition = <I extends Target, T = Position>(
  steps: readonly LeverTransition[],
  work: (ctx: LeverContext, row: LeverRow, input: I, caller: Caller) => T,
) => ({
  prepare: async ({ store }: AsyncContext<LeverContext>, _caller: Caller, { id }: I) => {
    const body = await store.row(leverTable, id)
    return (ctx: LeverContext, caller: Caller, input: I) => {
      const row = ctx.tables.leverPositions.get(id) ?? (body === null ? undefined : leverRowOf(body))
      if (row?.user !== caller.user) throw new Refusal('not_found')
      if (input.expect !== undefined && input.expect !== row.status)
        throw new Refusal('state_moved', { now: stateFor(ctx, row).now })
      if (!steps.some((step) => mayLeverTransition(step, row.status)))
        throw new Refusal('step_refused', stateFor(ctx, row))
      return work(ctx, row, input, caller)
    }
  },
})

const checkMayClose = (ctx: LeverContext, { pair }: LeverRow) => {
  const { isFresh, rights } = markOf(ctx, pair)
  if (!isFresh || !rights.closes) throw new Refusal('feed_stale')
}
const close: Prepared<typeof lever.close, LeverContext> = onOwnPosition(
  ['close'],
  (ctx, row, { share = row.lots }: Target & { share?: number | undefined }) => {
    checkMayClose(ctx, row)
    if (share < 1 || share > row.lots) throw new Refusal('lots_out_of_range', { min: 1, max: row.lots })
    if (share === row.lots) return positionOf(ctx, settleLever(ctx, row, 'user'))
    settleLever(ctx, splitLever(ctx, row, share), 'user')
    const rest = ctx.tables.leverPositions.need(row.id)
    // A loss beyond all that is free has closed the rest as well, and has been sent.
    return rest.status === 'trading' ? emitPosition(ctx, rest) : positionOf(ctx, rest)
  },
)

type Reverse = Target & { seen_price?: string | undefined; slippage?: string | undefined }
const reverse: Prepared<typeof lever.reverse, LeverContext> = onOwnPosition(
  ['close'],
  (ctx, row, { seen_price, slippage }: Reverse, caller) => {
    checkMayClose(ctx, row)
    const { pair } = ctx.markets.ofPair(row.pair)
    const closed = positionOf(ctx, settleLever(ctx, row, 'user'))
    const type = row.side === 'long' ? 'short' : 'long'
    const opened = submit(ctx, caller, {
      currency_id: pair.base,
      legal_id: pair.quote,
      type,
      status: 'market',
      share: row.lots,
      multiple: row.multiple,
      seen_price,
      slippage,
    })
    return { closed, opened }
  },
)
const cancel: Prepared<typeof lever.cancel, LeverContext> = onOwnPosition(['cancel'], (ctx, row) =>
  emitPosition(ctx, endPending(ctx, row, 'cancel'), 'cancelled'),
)

type SetStop = Target & { target_profit_price?: string | undefined; stop_loss_price?: string | undefined }
const setStop: Prepared<typeof lever.setStop, LeverContext> = onOwnPosition(
  ['setStop', 'stopPending'],
  (ctx, row, input: SetStop) => {
    const isPending = row.status === 'pending'
    const { pair } = ctx.markets.ofPair(row.pair)
    const stops = stopsOf(ctx, pair, row.side, input, isPending ? row.price : markOf(ctx, row.pair).price)
    const moved = moveLever(ctx, isPending ? 'stopPending' : 'setStop', row, { ...stops, stopsAt: ctx.now() })
    const told = emitPosition(ctx, moved, 'stop_set')
    ctx.leverHooks.onStops(moved)
    return told
  },
)
type Amend = Target & Pick<InputOf<typeof lever.amend>, 'target_price' | 'share'>
const amend: Prepared<typeof lever.amend, LeverContext> = onOwnPosition(['amend'], (ctx, row, input: Amend, caller) =>
  amendEntry(ctx, caller, row, input),
)

const list: Prepared<typeof lever.list, LeverContext> = {
  prepare: async (
    { store, ctx: { markets } },
    { user },
    { legal_id, currency_id, status = 'all', from, to, page = 1, limit = defaultLimit },
  ) => {
    const all = markets.all().map(({ pair }) => pair)
    const pairIds = all
      .filter(({ base, quote }) => (currency_id ?? base) === base && (legal_id ?? quote) === quote)
      .map(({ id }) => id)
    const answer = (ctx: LeverContext, rows: readonly LeverRow[], total: number) => {
      const risk = riskOf(ctx, user, legal_id ?? baseCoin.id)
      return {
        rate_profits_total: totalsOf(risk),
        server_now_ms: ctx.now(),
        message: pageOf(
          rows.map((row) => positionOf(ctx, row, row.quote === (legal_id ?? baseCoin.id) ? risk : undefined)),
          { total, page, limit, path: 'lever/my_trade' },
        ),
      }
    }
    const offset = (page - 1) * limit
    if (status === 'pending' || status === 'trading' || status === 'closing')
      return (ctx) => {
        const open = ctx.tables.leverPositions
          .group('user', user)
          .filter((row) => row.status === status && pairIds.includes(row.pair) && isBetween(leverTimeOf(row), from, to))
        return answer(ctx, open.toSorted((a, b) => b.id - a.id).slice(offset, offset + limit), open.length)
      }
    if (pairIds.length === 0) return (ctx) => answer(ctx, [], 0)
    const where = { user, ...(status !== 'all' && { status }), ...(pairIds.length < all.length && { pair: pairIds }) }
    const { bodies, total } = await store.page({
      table: leverTable,
      where,
      ...betweenOf('at', from, to),
      limit,
      offset,
    })
    const rows = bodies.map(leverRowOf)
    // A row that is still in memory is newer than its stored copy.
    return (ctx) =>
      answer(
        ctx,
        rows.map((row) => ctx.tables.leverPositions.get(row.id) ?? row),
        total,
      )
  },
}

const receipt: Prepared<typeof lever.receipt, LeverContext> = {
  prepare: async ({ store, ctx: { tables } }, { user }, { id }) => {
    const body = await store.row(leverTable, id)
    const row = tables.leverPositions.get(id) ?? (body === null ? undefined : leverRowOf(body))
    if (row?.user !== user || row.receipt === null) throw new Refusal('not_found')
    const stored = await store.row(receiptTable, row.receipt)
    const found = tables.leverReceipts.get(row.receipt) ?? (stored === null ? undefined : receiptRowOf(stored))
    if (!found) throw new Refusal('not_found')
    return () => found.receipt
  },
}
const receiptRowOf = (body: string): ReceiptRow => JSON.parse(body)

type Wish = Pick<InputOf<typeof lever.amend>, 'target_price' | 'share'>
/** Changes the price or the lots of an entry that waits; only the difference of its hold is set aside or comes back. */
function amendEntry(
  ctx: LeverContext,
  caller: Pick<Caller, 'user'>,
  row: LeverRow,
  { target_price, share }: Wish,
): Position {
  const { pair } = ctx.markets.ofPair(row.pair)
  const had = row.margin + row.fee
  const { lots, price, number, margin, fee } = checkContract(
    ctx,
    caller,
    {
      currency_id: pair.base,
      legal_id: pair.quote,
      type: row.side,
      status: 'limit',
      share: share === undefined || share === '' ? row.lots : share,
      multiple: row.multiple,
      target_price: target_price || formatDec(row.price),
      target_profit_price: formatDec(row.takeProfit),
      stop_loss_price: formatDec(row.stopLoss),
    },
    had,
  )
  const more = margin + fee - had
  const cell = { asset: row.quote, kind: 'lever' as const, owner: row.user }
  if (more > 0n) ctx.ledger.grow(leverHold(row.id), cell, more, logTypes.leverMargin)
  if (more < 0n) ctx.ledger.release(leverHold(row.id), logTypes.leverCancel, -more)
  const moved = moveLever(ctx, 'amend', row, { lots, price, origin: price, number, firstMargin: margin, margin, fee })
  return emitPosition(ctx, moved, 'pending')
}

const maxLevels = 20
const maxOwn = 10
/** Numbers of lots offered for quick choice. */
const quickShares = [1, 5, 10, 50, 100]

/** How many lots a value buys at a mark price. */
const lotsWithin = ({ leverShare }: Pair, mark: bigint, value: bigint) =>
  mark <= 0n ? 0 : Number((value * one) / (mark * parseDec(leverShare)))

const levelsOf = (levels: readonly Level[]) => levels.slice(0, maxLevels).map(([price, number]) => ({ price, number }))

/** One market for leveraged positions, with the caller's own positions in it. */
const leverMarket: Decide<typeof lever.market, LeverContext> = (ctx, { user }, { currency_id, legal_id }) => {
  const market = ctx.markets.ofCoins(currency_id, legal_id)
  const { pair } = market
  const { settings } = ctx
  const { bids, asks } = ctx.markets.depth(pair.market)
  const risk = riskOf(ctx, user, pair.quote)
  const own = ctx.tables.leverPositions
    .group('user', user)
    .filter((row) => row.pair === pair.id)
    .toSorted((a, b) => b.id - a.id)
  const mark = markOf(ctx, pair.id)
  const lot = parseDec(pair.leverShare)
  const shareChoices = quickShares.filter(
    (lots) => lots >= pair.leverMin && (pair.leverMax === 0 || lots <= pair.leverMax),
  )
  return {
    lever_transaction: { in: levelsOf(bids), out: levelsOf(asks) },
    my_transaction: own.slice(0, maxOwn).map((row) => positionOf(ctx, row, risk)),
    lever_share_limit: { min: pair.leverMin, max: pair.leverMax },
    multiple: {
      muit: settings.lever.multiples.map((value) => ({ value })),
      share: shareChoices.map((value) => ({ value })),
    },
    last_price: formatDec(BigInt(market.last()) * tickOf(pair)),
    mark: formatDec(mark.price),
    user_lever: formatDec(risk.free),
    all_levers: formatDec(equityOf(risk) + entriesOf(ctx, user, pair.quote)),
    ustd_price: formatDec(worthOf(ctx, pair.quote) ?? 0n),
    ExRAte: settings.market.cnyPerUsdt,
    hazard_rate: rateText(hazardRate(risk)),
    spread: pair.spread,
    lever_trade_fee: pair.leverFee,
    overnight: pair.overnight,
    size_limits: settings.lever.multiples.map((multiple) => ({
      multiple,
      lots: lotsWithin(pair, mark.price, sizeAt(ctx, multiple)),
    })),
    ...netView(ctx, pair.id),
    room: { long: roomOf(ctx, pair, 'long'), short: roomOf(ctx, pair, 'short') },
    multiple_now: { long: multipleNow(ctx, pair.id, 'long', lot), short: multipleNow(ctx, pair.id, 'short', lot) },
    stop_allowed: settings.lever.isStopAllowed,
    limit_allowed: settings.lever.isEntrustAllowed,
    at_ms: mark.at,
    server_now_ms: ctx.now(),
  }
}

export const leverHandlers: Handlers<typeof lever, LeverContext> = {
  market: leverMarket,
  submit,
  list,
  fills: leverFills,
  receipt,
  close,
  reverse,
  cancel,
  setStop,
  amend,
}
