import type { BatchLine, program } from '#contract/program/program.ts'
import type { AsyncContext, Caller, Decide, Prepared } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PageQuery } from '#server/core/store-port.ts'
import { marketAt } from '#server/features/market/handlers.ts'
import { checkSubmit, submitChecked } from '#server/features/spot/handlers.ts'
import { spotFillTable, spotOrderTable, type SpotFillRow, type SpotRow } from '#server/features/spot/rows.ts'
import { spotFillOf, spotOrderOf } from '#server/features/spot/view.ts'
import type { ProgramContext } from './context.ts'

type Cursor = { before?: number | undefined; after?: number | undefined; limit?: number | undefined }
const usualLimit = 50

/** Own rows below or above an id, and the id that goes on from there; null at the end. */
async function rowsAt<Row extends { id: number }>(
  { store }: Pick<AsyncContext<ProgramContext>, 'store'>,
  { before, after, limit = usualLimit }: Cursor,
  { table, where }: Pick<PageQuery, 'table' | 'where'>,
  read: (body: string) => Row,
) {
  const ids = { column: 'id', from: (after ?? 0) + 1, to: (before ?? Number.MAX_SAFE_INTEGER) - 1 }
  const asked = { table, where, between: ids, limit }
  // The store tells the newest first: upwards the page is the last one of those above.
  const total = after === undefined ? 0 : (await store.page({ ...asked, limit: 1, offset: 0 })).total
  const offset = after === undefined ? 0 : Math.max(0, total - limit)
  const { bodies } = await store.page({ ...asked, limit: after === undefined ? limit : Math.min(limit, total), offset })
  const rows = bodies.map(read)
  const shown = after === undefined ? rows : rows.toReversed()
  return { rows: shown, next: shown.length < limit ? null : (shown.at(-1)?.id ?? null) }
}
const pairOf = (ctx: ProgramContext, symbol: string | undefined) =>
  symbol === undefined ? {} : { pair: marketAt(ctx, symbol).pair.id }
const orderRow = (body: string): SpotRow => JSON.parse(body)
const fillRow = (body: string): SpotFillRow => JSON.parse(body)

export const orders: Prepared<typeof program.orders, ProgramContext> = {
  prepare: async (asyncCtx, { user }, { symbol, status, ...cursor }) => {
    const where = { user, ...(status && { status }), ...pairOf(asyncCtx.ctx, symbol) }
    const { rows, next } = await rowsAt(asyncCtx, cursor, { table: spotOrderTable, where }, orderRow)
    // A row that is still in memory is newer than its stored copy, and may have ended.
    return (ctx) => ({
      orders: rows
        .map((row) => spotOrderOf(ctx, ctx.tables.spotOrders.get(row.id) ?? row))
        .filter((row) => (status ?? row.status) === row.status),
      next,
    })
  },
}
export const fills: Prepared<typeof program.fills, ProgramContext> = {
  prepare: async (asyncCtx, { user }, { symbol, order_id, ...cursor }) => {
    const where = { user, ...(order_id !== undefined && { of: order_id }), ...pairOf(asyncCtx.ctx, symbol) }
    const { rows, next } = await rowsAt(asyncCtx, cursor, { table: spotFillTable, where }, fillRow)
    return (ctx) => ({ fills: rows.map((row) => spotFillOf(ctx, row)), next })
  },
}

export const order: Prepared<typeof program.order, ProgramContext> = {
  prepare: async ({ store }, { user }, { id, client_id }) => {
    const where = { user, client: client_id ?? '' }
    const ofClient = async () =>
      (await store.page({ table: spotOrderTable, where, limit: 1, offset: 0 })).bodies[0] ?? null
    const body = id === undefined ? await ofClient() : await store.row(spotOrderTable, id)
    const stored = body === null ? undefined : orderRow(body)
    return (ctx) => {
      const { spotOrders } = ctx.tables
      const open = () => spotOrders.group('user', user).filter((row) => row.clientId === client_id)
      // The newest of that name may have been placed since.
      const newest = id === undefined && client_id !== undefined ? open().toSorted((a, b) => b.id - a.id)[0] : undefined
      const wanted = Math.max(id ?? 0, stored?.id ?? 0, newest?.id ?? 0)
      const row = spotOrders.get(wanted) ?? stored
      if (row?.user !== user || (client_id !== undefined && row.clientId !== client_id)) throw new Refusal('not_found')
      return spotOrderOf(ctx, row)
    }
  },
}

type Placed = Parameters<typeof submitChecked>[2]
/** Places one order of a batch, or tells why not. All that can refuse it comes before anything is changed. */
function lineOf(ctx: ProgramContext, caller: Caller, input: Placed): BatchLine {
  const checked = checkedOf(ctx, caller, input)
  if (checked instanceof Refusal) return { done: false, order: null, reason: checked.reason, params: checked.params }
  return { done: true, order: submitChecked(ctx, caller, input, checked), reason: null, params: {} }
}
function checkedOf(ctx: ProgramContext, caller: Caller, input: Placed) {
  try {
    return checkSubmit(ctx, caller, input)
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown
    throw thrown
  }
}
export const batch: Decide<typeof program.batch, ProgramContext> = (ctx, caller, input) => ({
  results: input.orders.map((each) => lineOf(ctx, caller, each)),
})
