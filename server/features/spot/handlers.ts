import {
  maySpotTransition,
  spotListLimit,
  spotOrder,
  spotTransitions,
  type spot,
  type SpotStatus,
} from '#contract/spot/spot.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { encode } from '#contract/wire/coded.ts'
import { betweenOf, isBetween } from '#server/core/pages.ts'
import { readFills } from '#server/features/market/fills.ts'
import type { AsyncContext, Caller, Decide, Handlers, Prepared } from '#server/core/context.ts'
import { formatDec } from '#contract/wire/money.ts'
import { baseUnits } from '#server/features/market/units.ts'
import { Refusal } from '#server/core/refusal.ts'
import { amendOrder } from './amend.ts'
import { endOrder, placeChecked, withdraw } from './place.ts'
import { spotFillTable, spotOrderTable, type SpotFillRow, type SpotRow } from './rows.ts'
import { spotFillOf, spotOrderOf } from './view.ts'
import { checkCaps } from './caps.ts'
import { checkOrder } from './check.ts'
import type { Checked } from './checked.ts'
import type { SpotContext } from './context.ts'

type Wish = InputOf<typeof spot.submit>
/** Places an order that was checked, with what protects it. */
export function submitChecked(ctx: SpotContext, caller: Pick<Caller, 'user'>, input: Wish, checked: Checked) {
  ctx.onRollback(checked.market.reload)
  const opens = input.stops && ctx.spotHooks.protect(caller.user, checked, input.type, input.stops)
  return placeChecked(ctx, caller.user, input.type, checked, {
    ...(opens !== undefined && { opens }),
    ...(input.client_id !== undefined && { clientId: input.client_id }),
  })
}
/** All checks of an order that somebody asks for; nothing is changed if it is refused. */
export function checkSubmit(ctx: SpotContext, caller: Caller, input: Wish) {
  const checked = checkOrder(ctx, caller, input)
  // What a stop sells later is counted by nobody.
  if (caller.apiKey?.isCapped === true && input.stops) throw new Refusal('key_scope')
  checkCaps(ctx, caller, input.type, checked)()
  return checked
}
const submit: Decide<typeof spot.submit, SpotContext> = (ctx, caller, input) =>
  submitChecked(ctx, caller, input, checkSubmit(ctx, caller, input))

/** Parameters of a refused step: the order's current state, and the steps its owner may take now. */
const stateFor = (ctx: SpotContext, row: SpotRow) => ({
  now: encode(spotOrder, spotOrderOf(ctx, row)),
  may: transitionNames.filter((step) => spotTransitions[step].by === 'owner' && maySpotTransition(step, row.status)),
})
const transitionNames = [
  'fill',
  'complete',
  'cancel',
  'expire',
] as const satisfies readonly (keyof typeof spotTransitions)[]

const rowOf = (body: string): SpotRow => JSON.parse(body)
/** The caller's own order as it is now, which may be cancelled, by its id; a closed one is only in the store. */
const prepareOwn = async ({ store }: AsyncContext<SpotContext>, id: number) => {
  const body = await store.row(spotOrderTable, id)
  return (ctx: SpotContext, user: number, expect: SpotStatus | undefined): SpotRow => {
    const row = ctx.tables.spotOrders.get(id) ?? (body === null ? undefined : rowOf(body))
    if (row?.user !== user) throw new Refusal('not_found')
    if (expect !== undefined && expect !== row.status) throw new Refusal('state_moved', { now: stateFor(ctx, row).now })
    if (!maySpotTransition('cancel', row.status)) throw new Refusal('step_refused', stateFor(ctx, row))
    return row
  }
}

const cancel: Prepared<typeof spot.cancel, SpotContext> = {
  prepare: async (ports, _caller, { id }) => {
    const own = await prepareOwn(ports, id)
    return (ctx, { user }, { expect }) => {
      const row = own(ctx, user, expect)
      withdraw(ctx, row)
      return endOrder(ctx, row, { reason: 'user' })
    }
  },
}

const amend: Prepared<typeof spot.amend, SpotContext> = {
  prepare: async (ports, _caller, { id }) => {
    const own = await prepareOwn(ports, id)
    return (ctx, caller, { expect, ...wish }) => amendOrder(ctx, caller, own(ctx, caller.user, expect), wish)
  },
}

const list: Prepared<typeof spot.list, SpotContext> = {
  prepare: async (
    { store, ctx: { markets } },
    { user },
    { status, currency_id, legal_id, from, to, page = 1, limit = spotListLimit },
  ) => {
    const matchesFilter = (row: SpotRow) => {
      const { pair } = markets.ofPair(row.pair)
      const isPair = (currency_id ?? pair.base) === pair.base && (legal_id ?? pair.quote) === pair.quote
      return isPair && isBetween(row.createdAt, from, to)
    }
    const offset = (page - 1) * limit
    if (status === 'waiting')
      return (ctx) => {
        const open = ctx.tables.spotOrders
          .group('user', user)
          .filter((row) => row.status === 'waiting' && matchesFilter(row))
        return open
          .toSorted((a, b) => b.id - a.id)
          .slice(offset, offset + limit)
          .map((row) => spotOrderOf(ctx, row))
      }
    const pairs = markets.all().map(({ pair }) => pair)
    const matchingPairs = pairs.filter(
      ({ base, quote }) => (currency_id ?? base) === base && (legal_id ?? quote) === quote,
    )
    if (matchingPairs.length === 0) return () => []
    const where = {
      user,
      ...(status && { status }),
      ...(matchingPairs.length < pairs.length && { pair: matchingPairs.map(({ id }) => id) }),
    }
    const { bodies } = await store.page({ table: spotOrderTable, where, ...betweenOf('at', from, to), limit, offset })
    const rows = bodies.map(rowOf)
    // A row that is still in memory is newer than its stored copy.
    return (ctx) => rows.map((row) => spotOrderOf(ctx, ctx.tables.spotOrders.get(row.id) ?? row))
  },
}

const fillOf = (body: string): SpotFillRow => JSON.parse(body)
const fills: Prepared<typeof spot.fills, SpotContext> = {
  prepare: async (asyncCtx, { user }, asked) => {
    const of = { user, table: spotFillTable, path: 'coin/fills' }
    const pageOf = await readFills(asyncCtx, asked, of, fillOf)
    return (ctx) => pageOf((row) => spotFillOf(ctx, row))
  },
}

const queue: Decide<typeof spot.queue, SpotContext> = (ctx, { user }, { currency_id, legal_id }) => {
  const market = ctx.markets.ofCoins(currency_id, legal_id)
  const open = ctx.tables.spotOrders
    .group('user', user)
    .filter(({ pair, status }) => pair === market.pair.id && status === 'waiting')
  return open.flatMap(({ id }) => {
    const held = market.book().queue(id)
    return held === null ? [] : [{ id, place: held.place, ahead: formatDec(baseUnits(market.pair, held.ahead)) }]
  })
}

export const spotHandlers: Handlers<typeof spot, SpotContext> = {
  submit,
  cancel,
  cancelByPut: cancel,
  amend,
  list,
  fills,
  queue,
}
