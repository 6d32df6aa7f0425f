import type { InputOf } from '#contract/wire/endpoint.ts'
import { isMain } from '#contract/trigger/trigger-terms.ts'
import type { LegInput, StopsInput } from '#contract/wire/orders.ts'
import { isTriggerOver, maxTriggers, type triggers } from '#contract/trigger/trigger.ts'
import type { SpotSide } from '#contract/spot/spot.ts'
import { parseDec, SCALE } from '#contract/wire/money.ts'
import { checkWho } from '#server/core/access.ts'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import { standingOf } from '#server/identity/standing.ts'
import { isPairOpen } from '#server/features/market/halt.ts'
import type { Market } from '#server/features/market/market.ts'
import type { LeverRow } from '#server/features/lever/rows.ts'
import type { Checked } from '#server/features/spot/checked.ts'
import { storeAndEmit } from '#server/features/spot/settle.ts'
import { armed } from './arm.ts'
import type { TriggerContext } from './context.ts'
import { draftOf, type Draft, type Frame } from './draft.ts'
import { fitGroupHold, putGroup } from './group.ts'
import { addTrigger, holdType, tellTrigger } from './move.ts'
import { costOf } from './put-lever.ts'
import { triggerHold, type GroupRow, type TriggerRow } from './rows.ts'
import { firesAt, needOf, worstOf } from './sizes.ts'
import { legsOf, mirrorStops } from './stops.ts'

type Input = InputOf<typeof triggers.place>
type Placed = { group: number | null; rows: readonly TriggerRow[] }

/** Refuses more live triggers than an account may have, in this market or in all. */
function checkCount(ctx: TriggerContext, user: number, pair: number, more: number) {
  const live = ctx.tables.triggers.group('user', user).filter((row) => !isTriggerOver(row))
  if (live.length + more > maxTriggers.account) throw new Refusal('too_many_open', { max: maxTriggers.account })
  const here = live.filter((row) => row.pair === pair).length
  if (here + more > maxTriggers.market) throw new Refusal('too_many_open', { max: maxTriggers.market })
}
/** Stores drafts as triggers, dormant until what they belong to has filled, or armed. Tells nobody yet. */
function addAll(
  ctx: TriggerContext,
  drafts: readonly Draft[],
  isArmed: boolean,
  more: Partial<TriggerRow>,
): TriggerRow[] {
  return drafts.map((draft) => {
    const row = {
      ...draft,
      ...more,
      id: ctx.tables.triggers.nextId(),
      seq: 0,
      armedAt: null,
      status: 'dormant' as const,
    }
    return addTrigger(ctx, isArmed ? { ...row, status: 'armed', ...armed(ctx, row) } : row)
  })
}
const tellAll = (ctx: TriggerContext, rows: readonly TriggerRow[]) => {
  for (const row of rows) tellTrigger(ctx, ctx.tables.triggers.need(row.id), 'placed')
}
const wantedOf = (drafts: readonly Draft[]) => drafts.reduce((sum, { wanted }) => sum + wanted, 0)
const newGroup = (ctx: TriggerContext, frame: Frame, more: Pick<GroupRow, 'side' | 'kind' | 'q' | 'entry'>) =>
  putGroup(ctx, {
    id: ctx.tables.triggerGroups.nextId(),
    user: frame.user,
    pair: frame.market.pair.id,
    done: 0,
    net: '0',
    isOver: false,
    ...more,
  })

/** Triggers of which each acts on one quantity that is set aside once: what one fills, the others have less. */
function placeOco(ctx: TriggerContext, frame: Frame, side: SpotSide, legs: readonly LegInput[]): Placed {
  const drafts = legs.map((leg) => draftOf(ctx, frame, side, leg))
  const [firsts, others] = [true, false].map((isFirst) =>
    drafts.filter(({ when, role }) => (when !== null && role !== 'profit') === isFirst),
  )
  const q = Math.max(wantedOf(firsts ?? []), wantedOf(others ?? []))
  if (q === 0) throw new Refusal('quantity_required')
  const group = newGroup(ctx, frame, { side, kind: 'oco', q, entry: null })
  const rows = addAll(ctx, drafts, true, { group: group.id })
  fitGroupHold(ctx, group)
  tellAll(ctx, rows)
  return { group: group.id, rows }
}
/** What is to be set aside for a trigger alone. */
export function needForSingle(market: Market, draft: Draft) {
  const { pair } = market
  const { act, by, total, wanted, limit, slippage, multiple } = draft
  const price = firesAt(draft)
  const isLever = draft.product === 'lever'
  const worst = limit || (act === 'open_long' ? worstOf(price, slippage) : price)
  const spread = limit === 0 && act === 'open_long' ? parseDec(pair.spread) : 0n
  const row = { ...draft, id: 0, seq: 0, armedAt: null, status: 'armed' as const }
  const amount = isLever
    ? costOf(pair, wanted, BigInt(worst) * 10n ** BigInt(SCALE - pair.priceScale) + spread, multiple ?? 1)
    : by === 'total'
      ? BigInt(total)
      : needOf(pair, row, wanted)
  const asset = act === 'sell' ? pair.base : pair.quote
  return { cell: { owner: draft.user, asset, kind: isLever ? ('lever' as const) : ('change' as const) }, amount }
}
function placeSingle(ctx: TriggerContext, market: Market, draft: Draft, more: Partial<TriggerRow>): TriggerRow {
  const { cell, amount } = needForSingle(market, draft)
  if (ctx.ledger.balance(cell).free < amount)
    throw new Refusal(draft.act === 'sell' ? 'insufficient_sellable' : 'insufficient_balance')
  const [row] = addAll(ctx, [draft], true, more)
  if (!row) throw new Error('a draft makes a trigger')
  ctx.ledger.hold(triggerHold(row.id), cell, amount, holdType)
  return row
}
/** An entry that waits for its price, and what protects what it will have bought or opened. */
function placeEntry(ctx: TriggerContext, frame: Frame, { act, legs }: Input): Placed {
  const { market, product } = frame
  const [entry, ...more] = legs.filter(({ role }) => role === 'entry')
  const guards = legs.filter(({ role }) => role !== 'entry')
  if (entry === undefined || (more.length > 0 && (guards.length > 0 || product === 'lever')))
    throw new Refusal('leg_wrong_side')
  if (more.length > 0) return placeOco(ctx, { ...frame, isGroup: true }, 'buy', legs)
  const draft = draftOf(ctx, frame, act, entry)
  const from = draft.limit || draft.price
  const closing = guardDrafts(ctx, { ...frame, from, isGroup: true }, guards, draft.wanted)
  if (closing.length === 0) {
    const row = placeSingle(ctx, market, draft, {})
    tellAll(ctx, [row])
    return { group: null, rows: [row] }
  }
  const group = newGroup(ctx, frame, { side: 'sell', kind: 'bracket', q: 0, entry: null })
  const row = placeSingle(ctx, market, draft, { group: group.id })
  putGroup(ctx, { ...group, entry: { kind: 'trigger', id: row.id } })
  const rows = [row, ...addAll(ctx, closing, false, { group: group.id })]
  tellAll(ctx, rows)
  return { group: group.id, rows }
}
/** What protects an entry of so much; its targets together are no larger than that. */
function guardDrafts(ctx: TriggerContext, frame: Frame, legs: readonly LegInput[], most: number): Draft[] {
  const act = frame.product === 'lever' ? 'close' : 'sell'
  const drafts = legs.map((leg) => draftOf(ctx, frame, act, leg))
  for (const role of ['stop', 'profit'] as const)
    if (most > 0 && wantedOf(drafts.filter((draft) => draft.role === role)) > most) throw new Refusal('legs_over')
  return drafts
}

/** Dormant legs on what an order has yet to buy; the order names the group as the one that it opens. */
function guardOrder(
  ctx: TriggerContext,
  user: number,
  { market, price, amount }: Pick<Checked, 'market' | 'price' | 'amount'>,
  legs: readonly LegInput[],
  order: number | null,
): Placed {
  checkCount(ctx, user, market.pair.id, legs.length)
  const frame: Frame = { market, user, product: 'spot', side: 'long', isGroup: true, ...(price > 0 && { from: price }) }
  const drafts = guardDrafts(ctx, frame, legs, amount)
  const entry = order === null ? null : { kind: 'order' as const, id: order }
  const group = newGroup(ctx, frame, { side: 'sell', kind: legs.length > 1 ? 'bracket' : 'oto', q: 0, entry })
  const parent = order === null ? null : { kind: 'order' as const, id: order }
  const rows = addAll(ctx, drafts, false, { group: group.id, parent })
  return { group: group.id, rows }
}
/** Protects a buy that is about to be placed; returns the group that its fills feed. */
export function protectOrder(
  ctx: TriggerContext,
  user: number,
  checked: Checked,
  side: SpotSide,
  { stop, profits = [] }: StopsInput,
): number {
  if (side === 'sell') throw new Refusal('leg_wrong_side')
  const legs = [
    ...(stop ? [{ role: 'stop' as const, ...stop }] : []),
    ...profits.map((leg) => ({ role: 'profit' as const, ...leg })),
  ]
  if (legs.length === 0) throw new Refusal('trigger_required')
  const { group, rows } = guardOrder(ctx, user, checked, legs, null)
  tellAll(ctx, rows)
  return group ?? 0
}
/** Links legs with a buy that waits already. */
function placeOnOrder(ctx: TriggerContext, { market, user }: Frame, { legs, parent }: Input): Placed {
  const order = ctx.tables.spotOrders.get(parent?.id ?? 0)
  if (order?.user !== user || order.pair !== market.pair.id) throw new Refusal('not_found')
  if (order.status !== 'waiting' || order.side !== 'buy' || order.opens !== undefined)
    throw new Refusal('leg_wrong_side')
  const left = { market, price: order.price, amount: order.amount - order.filled }
  const placed = guardOrder(ctx, user, left, legs, order.id)
  const opens = placed.group ?? 0
  storeAndEmit(ctx, { ...order, opens, updatedAt: ctx.now(), rev: order.rev + 1 })
  tellAll(ctx, placed.rows)
  return placed
}

/** Closing triggers of a position; of the stop and the target of a whole position at the mark there is one each. */
export function placeOnPosition(ctx: TriggerContext, position: LeverRow, legs: readonly LegInput[]): Placed {
  const { pair: id, user, side } = position
  const market = ctx.markets.ofPair(id)
  const isPending = position.status === 'pending'
  const from = Number(position.price / 10n ** BigInt(SCALE - market.pair.priceScale))
  const frame: Frame = { market, user, product: 'lever', side, isGroup: false, ...(isPending && { from }) }
  const parent = { kind: 'position' as const, id: position.id }
  const drafts = legs.map((leg) => {
    if (leg.role === 'entry') throw new Refusal('leg_wrong_side')
    return { ...draftOf(ctx, frame, 'close', leg), parent }
  })
  const live = legsOf(ctx, position.id)
  if (live.length + legs.length > maxTriggers.position)
    throw new Refusal('too_many_open', { max: maxTriggers.position })
  checkCount(ctx, user, id, legs.length)
  for (const role of ['stop', 'profit'] as const) {
    const mains = [...live, ...drafts].filter((row) => row.role === role && isMain(row))
    if (mains.length > 1) throw new Refusal('legs_over')
  }
  const rows = addAll(ctx, drafts, !isPending, { parent })
  tellAll(ctx, rows)
  mirrorStops(ctx, position.id)
  return { group: null, rows }
}

/** Places what was asked for, all of it or nothing. */
export function placeTriggers(ctx: TriggerContext, caller: Caller, input: Input): Placed {
  const { product, act, legs, parent, multiple } = input
  const market = ctx.markets.ofCoins(input.currency_id, input.legal_id)
  const { pair } = market
  if (!isPairOpen(ctx, pair) || !(product === 'spot' ? pair.isSpot : pair.isLever)) throw new Refusal('market_closed')
  const { user } = caller
  const side = act === 'open_short' ? 'short' : 'long'
  const frame: Frame = { market, user, product, side, isGroup: legs.length > 1, multiple }
  const isSpot = act === 'buy' || act === 'sell'
  if (isSpot !== (product === 'spot')) throw new Refusal('leg_wrong_side')
  if (act === 'close') {
    const position = ctx.tables.leverPositions.get(parent?.kind === 'position' ? parent.id : 0)
    if (position?.user !== user || position.pair !== pair.id) throw new Refusal('not_found')
    return placeOnPosition(ctx, position, legs)
  }
  if (parent?.kind === 'order' && act === 'sell') return placeOnOrder(ctx, frame, input)
  if (parent) throw new Refusal('leg_wrong_side')
  checkMayTrade(ctx, user)
  checkCount(ctx, user, pair.id, legs.length)
  if (!isSpot) checkWho((id) => standingOf(ctx, id), caller, 'k1')
  if (act !== 'sell') return placeEntry(ctx, frame, input)
  if (legs.some(({ role }) => role === 'entry')) throw new Refusal('leg_wrong_side')
  if (legs.length > 1) return placeOco(ctx, frame, 'sell', legs)
  const [leg] = legs
  if (!leg) throw new Refusal('trigger_required')
  const row = placeSingle(ctx, market, draftOf(ctx, frame, 'sell', leg), {})
  tellAll(ctx, [row])
  return { group: null, rows: [row] }
}
