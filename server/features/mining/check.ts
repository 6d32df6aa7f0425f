import { termEndMs, termFrom } from '#contract/finance/earnings-term.ts'
import { machine, reservation, seat, type miningCalls, type SaleStatus } from '#contract/mining/mining.ts'
import { encode } from '#contract/wire/coded.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkMayTrade } from '#server/identity/locks.ts'
import {
  leftOf,
  lockedOf,
  machinesOf,
  machineStatusOf,
  neededOf,
  placesUntil,
  seatsLeft,
  seatStatusOf,
} from './stock.ts'
import { machineOf, openReservation, reservationOf, seatOf } from './view.ts'
import type { MachineRow, ReservationRow, SeatRow } from './rows.ts'
import type { MiningContext } from './context.ts'

type Who = { user: number; lang: Lang }
const countOf = (num: number | undefined) => {
  if (num === undefined || num < 1) throw new Refusal('quantity_required')
  return num
}
const checkPrice = (seen: string | undefined, price: string) => {
  if (seen !== undefined && parseDec(seen) !== parseDec(price)) throw new Refusal('price_moved', { price })
}
const checkOpen = (status: SaleStatus, openAt: number | null) => {
  if (status === 'soon') throw new Refusal('launch_not_started', { start_ms: openAt ?? 0 })
}

export type Purchase = {
  kind: MachineRow
  num: number
  seats: readonly number[]
  cost: bigint
  called: ReservationRow | null
}
/**
 * What a purchase of machines takes, refused in this order: quantity, stock, per person, places, collateral, price; the
 * balance comes last (MIN-R1).
 */
export function checkPurchase(
  ctx: MiningContext,
  { user, lang }: Who,
  { machine_id, num: typed, seat_id, price, expect }: InputOf<typeof miningCalls.buyMachine>,
): Purchase {
  checkMayTrade(ctx, user)
  const kind = ctx.tables.machines.need(machine_id)
  const status = machineStatusOf(ctx, kind, user)
  if (expect !== undefined && expect !== status)
    throw new Refusal('state_moved', { now: encode(machine, machineOf(ctx, kind, user, lang)) })
  const num = countOf(typed)
  checkOpen(status, kind.openAt)
  const left = leftOf(ctx, kind, user)
  if (num > left) throw new Refusal('sold_out', { left })
  const own = machinesOf(ctx, user)
  if (kind.perUser > 0 && own.filter((row) => row.machine === kind.id).length + num > kind.perUser)
    throw new Refusal('per_user_limit', { max: kind.perUser })
  const end = termEndMs(termFrom(ctx.now(), kind.days))
  const places = placesUntil(ctx, user, end, seat_id === undefined ? null : Number(seat_id)).flatMap(
    ({ seat: id, free }) => Array.from({ length: free }, () => id),
  )
  if (places.length < num) throw new Refusal('seat_missing', { need: num, free: places.length })
  const need = neededOf(ctx, user) + parseDec(kind.threshold) * BigInt(num) - lockedOf(ctx, user)
  if (need > 0n) throw new Refusal('collateral_short', { need: formatDec(need) })
  checkPrice(price, kind.price)
  return {
    kind,
    num,
    seats: places.slice(0, num),
    cost: parseDec(kind.price) * BigInt(num),
    called: openReservation(ctx, user, kind.id) ?? null,
  }
}

/** What a seat costs, refused if there are not enough. */
export function checkSeat(
  ctx: MiningContext,
  { user, lang }: Who,
  { seat_id, num: typed = 1, price, expect }: InputOf<typeof miningCalls.buySeat>,
): { kind: SeatRow; num: number; cost: bigint } {
  checkMayTrade(ctx, user)
  const kind = ctx.tables.seats.need(seat_id)
  const status = seatStatusOf(ctx, kind)
  if (expect !== undefined && expect !== status)
    throw new Refusal('state_moved', { now: encode(seat, seatOf(ctx, kind, user, lang)) })
  const num = countOf(typed)
  checkOpen(status, kind.openAt)
  const left = seatsLeft(ctx, kind)
  if (num > left) throw new Refusal('sold_out', { left })
  checkPrice(price, kind.price)
  return { kind, num, cost: parseDec(kind.price) * BigInt(num) }
}

type Wish = { kind: MachineRow; num: number; own: ReservationRow | null; drops: boolean }
/** A place in the line: for a machine that is not or no longer on sale, one at a time. */
export function checkReservation(
  ctx: MiningContext,
  user: number,
  { machine_id, num: typed, drop = false, expect }: InputOf<typeof miningCalls.reserve>,
): Wish {
  const kind = ctx.tables.machines.need(machine_id)
  const own = openReservation(ctx, user, kind.id) ?? null
  if (expect !== undefined && own !== null && expect !== own.status)
    throw new Refusal('state_moved', { now: encode(reservation, reservationOf(ctx, own)) })
  if (drop) {
    if (own === null) throw new Refusal('not_found')
    return { kind, num: own.num, own, drops: true }
  }
  if (own !== null) throw new Refusal('reservation_exists')
  if (!kind.isReservable || machineStatusOf(ctx, kind, user) === 'on_sale') throw new Refusal('not_reservable')
  return { kind, num: countOf(typed), own, drops: false }
}
