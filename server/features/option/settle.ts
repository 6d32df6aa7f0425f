import { logTypes } from '#contract/wire/booking.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import {
  mayOptionTransition,
  optionTransitions,
  type Fixing,
  type OptionOutcome,
  type OptionTransition,
  type OrderVoid,
} from '#contract/option/option.ts'
import { optionRule, outcomeOf, payoutOf, resultOf, sealed, type Tick } from '#contract/option/option-outcome.ts'
import { deadline } from '#server/core/deadlines.ts'
import { priceText } from '#server/features/market/units.ts'
import { optionOrderOf } from './view.ts'
import { optionHold, type OptionRow, type TickCells } from './rows.ts'
import type { OptionContext } from './context.ts'

/** Due when an order must have its entry price. */
export const optionEntry = deadline('optionEntry')
const kind = 'micro'
/** The end of a round, as its receipts state it. */
type Ending = { delivery: Fixing | null; values: readonly Tick[]; coverage: string; reason: OrderVoid | null }

/** The only code that changes an order's status. An illegal transition throws: it is a bug. */
function moveOption(
  { tables, now }: Pick<OptionContext, 'tables' | 'now'>,
  step: OptionTransition,
  row: OptionRow,
  change: Partial<OptionRow>,
): OptionRow {
  if (!mayOptionTransition(step, row.status)) throw new Error(`option ${row.id}: ${step} from ${row.status}`)
  return tables.optionOrders.put({
    ...row,
    ...change,
    status: optionTransitions[step].to,
    updatedAt: now(),
    rev: row.rev + 1,
  })
}
export const emitOption = (ctx: OptionContext, row: OptionRow, why: 'accepted' | 'entry' | 'void') => {
  const v = optionOrderOf(ctx, row)
  ctx.emit(row.user, { ev: 'option.orderChanged', v, why })
  return v
}

/** Sets the entry price of an order. */
export function fixEntry(ctx: OptionContext, row: OptionRow, entry: TickCells) {
  ctx.deadlines.clear(optionEntry, String(row.id))
  emitOption(ctx, moveOption(ctx, 'fix', row, { entry }), 'entry')
}

const termsOf = ({ type, stake, fee, ratio }: OptionRow) => ({
  type,
  stake: parseDec(stake),
  fee: parseDec(fee),
  ratio: parseDec(ratio),
})
/** One-second values in wire form. */
export const valueRows = (values: readonly Tick[]): [number, string, string][] =>
  values.map(({ at, price, id }) => [at, price, id])
const receiptOf = (
  { tables }: OptionContext,
  row: OptionRow,
  { delivery, values, coverage }: Ending,
  outcome: OptionOutcome,
) => {
  const pair = tables.pairs.need(row.pair)
  const { entry } = row
  const { values: _, ...receipt } = sealed({
    order_id: row.id,
    round_id: row.round,
    round_no: row.no,
    source: `index ${pair.market}`,
    scale: pair.priceScale,
    entry: entry ? { price: priceText(pair, entry[1]), tick_id: entry[2], at_ms: entry[0] } : null,
    delivery,
    coverage,
    rule: optionRule,
    outcome,
    payout: formatDec(payoutOf(termsOf(row), outcome)),
    values: valueRows(values),
  })
  // The values are the same for all orders of a round: they stay in its tape and are added when the receipt is asked
  // for.
  return receipt
}

/** Returns stake and fee. */
function refund({ ledger }: OptionContext, row: OptionRow) {
  const fee = parseDec(row.fee)
  const cell = { asset: row.coin, kind } as const
  ledger.release(optionHold(row.id), logTypes.optionResult)
  if (fee > 0n)
    ledger.post({
      type: logTypes.optionFee,
      ref: optionHold(row.id),
      postings: [
        { ...cell, owner: 'fee', free: -fee },
        { ...cell, owner: row.user, free: fee },
      ],
    })
}
/** Pays an order out: a lost stake goes to the house; otherwise the stake is released and the house pays the profit. */
function pay({ ledger }: OptionContext, row: OptionRow, payout: bigint) {
  const stake = parseDec(row.stake)
  const cell = { asset: row.coin, kind } as const
  const type = logTypes.optionResult
  if (payout === 0n) {
    ledger.spend(optionHold(row.id), stake, { type, postings: [{ ...cell, owner: 'house', free: stake }] })
    return
  }
  ledger.release(optionHold(row.id), type)
  const won = payout - stake
  if (won > 0n)
    ledger.post({
      type,
      ref: optionHold(row.id),
      postings: [
        { ...cell, owner: 'house', free: -won },
        { ...cell, owner: row.user, free: won },
      ],
    })
}

/** Ends an order as void, with a refund. */
export function voidOption(ctx: OptionContext, row: OptionRow, ending: Ending & { reason: OrderVoid }) {
  ctx.deadlines.clear(optionEntry, String(row.id))
  refund(ctx, row)
  const receipt = receiptOf(ctx, row, ending, 'void')
  emitOption(ctx, moveOption(ctx, 'void', row, { reason: ending.reason, receipt, endedAt: ctx.now() }), 'void')
}
/** Settles an order on the delivery price of its round, once (O6). */
export function settleOption(ctx: OptionContext, row: OptionRow, ending: Ending) {
  const reason = ending.reason ?? (row.entry === null ? 'no_entry' : null)
  if (reason !== null || row.entry === null || ending.delivery === null)
    return voidOption(ctx, row, { ...ending, reason: reason ?? 'stale' })
  const pair = ctx.tables.pairs.need(row.pair)
  const outcome = outcomeOf(priceText(pair, row.entry[1]), ending.delivery.price, pair.priceScale)
  const payout = payoutOf(termsOf(row), outcome)
  pay(ctx, row, payout)
  // Only now: the fee of a void round is given back.
  ctx.ledger.noteFee({ payer: row.user, asset: row.coin, kind, amount: parseDec(row.fee), ref: optionHold(row.id) })
  const settled = moveOption(ctx, 'settle', row, {
    result: resultOf(row.type, outcome),
    profit: formatDec(payout - parseDec(row.stake)),
    receipt: receiptOf(ctx, row, ending, outcome),
    endedAt: ctx.now(),
  })
  ctx.emit(row.user, { ev: 'option.settled', v: optionOrderOf(ctx, settled) })
}
