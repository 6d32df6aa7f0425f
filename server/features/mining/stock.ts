import { daysLeft, termEndMs, type Term } from '#contract/finance/earnings-term.ts'
import type { SaleStatus } from '#contract/mining/mining.ts'
import { parseDec } from '#contract/wire/money.ts'
import { roomOf } from '#server/features/finance/earnings/house.ts'
import type { Coin } from '#server/features/market/rows.ts'
import { collateralHold, type MachineRow, type MySeatRow, type MyMachineRow, type SeatRow } from './rows.ts'
import type { MiningContext } from './context.ts'

type Reader = Pick<MiningContext, 'tables' | 'settings' | 'now' | 'ledger'>

export const rewardCoinOf = ({ tables, settings }: Pick<MiningContext, 'tables' | 'settings'>): Coin => {
  const coin = tables.coins.one('name', settings.mining.rewardCoin)
  if (!coin) throw new Error(`no coin ${settings.mining.rewardCoin}`)
  return coin
}
export const termOf = ({ firstDay, days, paid }: Pick<MyMachineRow, 'firstDay' | 'days' | 'paid'>): Term => ({
  firstDay,
  days,
  paid,
})
/** What one machine of a kind will earn in its whole term. */
const promiseOf = ({ daily, days }: MachineRow) => parseDec(daily) * BigInt(days)

const running = ({ status }: MyMachineRow) => status === 'running'
export const soldOf = ({ tables }: Reader, { id, others }: MachineRow) =>
  others + tables.myMachines.group('machine', id).filter(running).length
/** Machines that are kept for reservations that were called; those of `but` count as free for them. */
const keptOf = ({ tables }: Reader, { id }: MachineRow, but: number | null) =>
  tables.reservations
    .group('machine', id)
    .filter(({ status, user }) => status === 'called' && user !== but)
    .reduce((sum, { num }) => sum + num, 0)
/** How many machines the house can still promise the rewards of (L11). */
const promisable = (ctx: Reader, row: MachineRow) => {
  const each = promiseOf(row)
  return each === 0n ? row.stock : Number(roomOf(ctx, rewardCoinOf(ctx).id) / each)
}
/** Machines of a kind that a person may buy now. */
export const leftOf = (ctx: Reader, row: MachineRow, user: number | null) =>
  Math.max(0, Math.min(row.stock - soldOf(ctx, row) - keptOf(ctx, row, user), promisable(ctx, row)))
const isSoon = ({ now }: Pick<MiningContext, 'now'>, { openAt }: { openAt: number | null }) =>
  openAt !== null && now() < openAt
export const machineStatusOf = (ctx: Reader, row: MachineRow, user: number | null): SaleStatus =>
  isSoon(ctx, row) ? 'soon' : leftOf(ctx, row, user) > 0 ? 'on_sale' : 'sold_out'

export const seatsSold = ({ tables }: Reader, { id, others }: SeatRow) =>
  others +
  tables.mySeats
    .group('seat', id)
    .filter(({ isOver }) => !isOver)
    .reduce((sum, { num }) => sum + num, 0)
export const seatsLeft = (ctx: Reader, row: SeatRow) => Math.max(0, row.stock - seatsSold(ctx, row))
export const seatStatusOf = (ctx: Reader, row: SeatRow): SaleStatus =>
  isSoon(ctx, row) ? 'soon' : seatsLeft(ctx, row) > 0 ? 'on_sale' : 'sold_out'

export const machinesOf = ({ tables }: Reader, user: number) => tables.myMachines.group('user', user).filter(running)
export const ownSeats = ({ tables }: Reader, user: number) =>
  tables.mySeats.group('user', user).filter(({ isOver }) => !isOver)
export const usedPlaces = (ctx: Reader, { id, user }: Pick<MySeatRow, 'id' | 'user'>) =>
  machinesOf(ctx, user).filter(({ seat }) => seat === id).length
/** Free places that stay free until an instant, those that last longest first; only of one seat if it is named. */
export function placesUntil(
  ctx: Reader,
  user: number,
  until: number,
  named: number | null,
): { seat: number; free: number }[] {
  const fit = ownSeats(ctx, user)
    .filter(({ id, endAt }) => endAt >= until && (named === null || id === named))
    .toSorted((a, b) => b.endAt - a.endAt || a.id - b.id)
  return fit.map((row) => ({ seat: row.id, free: row.places - usedPlaces(ctx, row) })).filter(({ free }) => free > 0)
}
export const lockedOf = ({ ledger }: Reader, user: number) => ledger.leftOf(collateralHold(user))
export const neededOf = (ctx: Reader, user: number) =>
  machinesOf(ctx, user).reduce((sum, { threshold }) => sum + parseDec(threshold), 0n)
export const endOf = (row: MyMachineRow) => termEndMs(termOf(row))
export const remainOf = (row: MyMachineRow) => daysLeft(termOf(row))
