import { logTypes } from '#contract/assets.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { mayOptionStep, optionSteps, type Fixing, type OptionOutcome, type OptionStep, type OrderVoid } from '#contract/option.ts'
import { optionRule, outcomeOf, payoutOf, resultOf, sealed } from '#contract/option-outcome.ts'
import type { Rooms } from '#server/core/context.ts'
import { priceText } from '#server/features/market/units.ts'
import { optionOrderOf } from './view.ts'
import { optionHold, type OptionRow, type TickCells } from './rows.ts'

const kind = 'micro'
/** What every receipt of a round says of it. */
export type Ending = { delivery: Fixing | null; coverage: string; reason: OrderVoid | null }

/** The one place where an order moves: a step that its life does not have is a bug. */
function stepOption({ tables, now }: Pick<Rooms, 'tables' | 'now'>, step: OptionStep, row: OptionRow, change: Partial<OptionRow>): OptionRow {
  if (!mayOptionStep(step, row.status)) throw new Error(`option ${row.id}: ${step} from ${row.status}`)
  return tables.optionOrders.put({ ...row, ...change, status: optionSteps[step].to, updatedAt: now(), rev: row.rev + 1 })
}
export const tellOption = (rooms: Rooms, row: OptionRow, why: 'accepted' | 'entry' | 'void') => {
  const v = optionOrderOf(rooms, row)
  rooms.tell(row.user, { ev: 'option.orderChanged', v, why })
  return v
}

/** Gives an order the price it is measured from. */
export function fixEntry(rooms: Rooms, row: OptionRow, entry: TickCells) {
  rooms.timers.clear('optionEntry', String(row.id))
  tellOption(rooms, stepOption(rooms, 'fix', row, { entry }), 'entry')
}

const stakedOf = ({ type, stake, fee, ratio }: OptionRow) => ({ type, stake: parseDec(stake), fee: parseDec(fee), ratio: parseDec(ratio) })
const receiptOf = ({ tables }: Rooms, row: OptionRow, { delivery, coverage }: Ending, outcome: OptionOutcome) => {
  const pair = tables.pairs.need(row.pair)
  const { entry } = row
  return sealed({
    order_id: row.id, round_id: row.round, round_no: row.no, source: `index ${pair.market}`, scale: pair.priceScale,
    entry: entry ? { price: priceText(pair, entry[1]), tick_id: entry[2], at_ms: entry[0] } : null,
    delivery, coverage, rule: optionRule, outcome, payout: formatDec(payoutOf(stakedOf(row), outcome)),
  })
}

/** Gives stake and fee back. */
function refund({ ledger }: Rooms, row: OptionRow) {
  const fee = parseDec(row.fee)
  const cell = { asset: row.coin, kind } as const
  ledger.release(optionHold(row.id), logTypes.optionResult)
  if (fee > 0n) ledger.post({ type: logTypes.optionFee, ref: optionHold(row.id), lines: [{ ...cell, owner: 'fee', free: -fee }, { ...cell, owner: row.user, free: fee }] })
}
/** The stake comes free or goes to the house; what it has won comes from the house. */
function pay({ ledger }: Rooms, row: OptionRow, payout: bigint) {
  const stake = parseDec(row.stake)
  const cell = { asset: row.coin, kind } as const
  const type = logTypes.optionResult
  if (payout === 0n) {
    ledger.spend(optionHold(row.id), stake, { type, lines: [{ ...cell, owner: 'house', free: stake }] })
    return
  }
  ledger.release(optionHold(row.id), type)
  const won = payout - stake
  if (won > 0n) ledger.post({ type, ref: optionHold(row.id), lines: [{ ...cell, owner: 'house', free: -won }, { ...cell, owner: row.user, free: won }] })
}

/** Ends an order without a result. */
export function voidOption(rooms: Rooms, row: OptionRow, ending: Ending & { reason: OrderVoid }) {
  rooms.timers.clear('optionEntry', String(row.id))
  refund(rooms, row)
  const receipt = receiptOf(rooms, row, ending, 'void')
  tellOption(rooms, stepOption(rooms, 'void', row, { reason: ending.reason, receipt, endedAt: rooms.now() }), 'void')
}
/** Ends an order by the price its round was settled on, once. */
export function settleOption(rooms: Rooms, row: OptionRow, ending: Ending) {
  const reason = ending.reason ?? (row.entry === null ? 'no_entry' : null)
  if (reason !== null || row.entry === null || ending.delivery === null) return voidOption(rooms, row, { ...ending, reason: reason ?? 'stale' })
  const pair = rooms.tables.pairs.need(row.pair)
  const outcome = outcomeOf(priceText(pair, row.entry[1]), ending.delivery.price, pair.priceScale)
  const payout = payoutOf(stakedOf(row), outcome)
  pay(rooms, row, payout)
  const settled = stepOption(rooms, 'settle', row, {
    result: resultOf(row.type, outcome), profit: formatDec(payout - parseDec(row.stake)), receipt: receiptOf(rooms, row, ending, outcome),
    endedAt: rooms.now(),
  })
  rooms.tell(row.user, { ev: 'option.settled', v: optionOrderOf(rooms, settled) })
}
