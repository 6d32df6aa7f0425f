import { timeOf } from '#contract/wire/fields.ts'
import type { lever } from '#contract/lever/lever.ts'
import type { LeverFill } from '#contract/lever/lever-position.ts'
import { symbolOf } from '#contract/market/market.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Prepared } from '#server/core/context.ts'
import { readFills } from '#server/features/market/fills.ts'
import { leverFillTable, type LeverFillRow, type LeverRow } from './rows.ts'
import type { LeverContext } from './context.ts'

type FillTables = Pick<LeverContext, 'tables' | 'now'>
const put = (
  { tables, now }: FillTables,
  row: LeverRow,
  rest: Pick<LeverFillRow, 'act' | 'role' | 'price' | 'fee' | 'profit'>,
  fill = tables.leverFills.nextId(),
) => {
  const { user, pair, id, partOf, side, reason, lots, number, endedAt } = row
  return tables.leverFills.put({
    id: fill,
    user,
    pair,
    position: partOf ?? id,
    side,
    reason,
    lots,
    number: String(number),
    at: endedAt ?? now(),
    ...rest,
  })
}
/** Notes that a position was opened: at the market, or by its limit entry. */
export const noteOpened = (ctx: FillTables, row: LeverRow) =>
  put(ctx, row, {
    act: 'open',
    role: row.entry === 'limit' ? 'maker' : 'taker',
    price: String(row.price),
    fee: String(row.fee),
    profit: '0',
  })
/** Notes that a position, or a part of it, was closed; with `fill` that line is written anew. */
export const noteClosed = (ctx: FillTables, row: LeverRow, fill?: number) =>
  put(
    ctx,
    row,
    { act: 'close', role: 'taker', price: String(row.closePrice ?? 0n), fee: '0', profit: String(row.profit) },
    fill,
  )

function fillOf({ tables }: Pick<LeverContext, 'tables'>, row: LeverFillRow): LeverFill {
  const pair = tables.pairs.need(row.pair)
  const { id, position, side, act, role, lots, reason } = row
  const text = (units: string) => formatDec(BigInt(units))
  return {
    id,
    position_id: position,
    currency: pair.base,
    legal: pair.quote,
    symbol: symbolOf(pair.market),
    type: side,
    act,
    role,
    share: lots,
    number: text(row.number),
    price: text(row.price),
    fee: text(row.fee),
    profit: text(row.profit),
    reason,
    at: timeOf(row.at),
  }
}
const rowOf = (body: string): LeverFillRow => JSON.parse(body)

export const leverFills: Prepared<typeof lever.fills, LeverContext> = {
  prepare: async (asyncCtx, { user }, { act, ...asked }) => {
    const of = { user, table: leverFillTable, path: 'lever/fills', where: { ...(act && { act }) } }
    const pageOf = await readFills(asyncCtx, asked, of, rowOf)
    return (ctx) => pageOf((row) => fillOf(ctx, row))
  },
}
