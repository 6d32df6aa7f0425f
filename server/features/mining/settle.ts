import { dayMs, platformDay, termFrom } from '#contract/finance/earnings-term.ts'
import { mayReservationStep, reservationTransitions, type ReservationStep } from '#contract/mining/mining.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { createAccrual } from '#server/features/finance/earnings/accrual.ts'
import { rewardCoinOf, leftOf, termOf, machineStatusOf } from './stock.ts'
import { minerOf, miningOf, myMachineOf, reservationOf } from './view.ts'
import {
  purseHold,
  type MachineRow,
  type MySeatRow,
  type MyMachineRow,
  type ReservationRow,
  type SeatRow,
} from './rows.ts'
import type { Purchase } from './check.ts'
import type { MiningContext } from './context.ts'

/**
 * Due when a machine opens for sale, when a day of a machine is over, when a seat ends, and when a called reservation
 * lapses.
 */
export const machineOpen = deadline('machineOpen')
export const machineDay = deadline('machineDay')
export const seatEnd = deadline('seatEnd')
export const reservationLapse = deadline('reservationLapse')
const kind = 'change'
const langOfUser = ({ tables }: MiningContext, user: number) => tables.users.get(user)?.lang ?? 'en'

/** Counts a change of somebody's mining and tells them all of it. */
export function touchMiner(ctx: MiningContext, user: number, change: { earned?: bigint; converted?: bigint } = {}) {
  const held = minerOf(ctx, user)
  const day = platformDay(ctx.now())
  const plus = (text: string, units: bigint) => formatDec(parseDec(text) + units)
  const { earned = 0n, converted = 0n } = change
  ctx.tables.miners.put({
    user,
    total: plus(held.total, earned),
    today: plus(held.day === day ? held.today : '0', earned),
    day,
    converted: plus(held.converted, converted),
    rev: held.rev + 1,
  })
  ctx.emit(user, { ev: 'mining.changed', v: miningOf(ctx, user) })
}
const putMachine = (ctx: MiningContext, row: MyMachineRow, why: 'bought' | 'reward' | 'ended') => {
  const stored = ctx.tables.myMachines.put({ ...row, updatedAt: ctx.now(), rev: row.rev + 1 })
  ctx.emit(row.user, { ev: 'mining.machineChanged', v: myMachineOf(ctx, stored, langOfUser(ctx, row.user)), why })
  return stored
}

/** Puts what a machine has earned into the purse: held, because it leaves only by a conversion. */
function fillPurse({ ledger }: MiningContext, { user, coin, id }: MyMachineRow, day: number, amount: bigint) {
  if (amount === 0n) return
  const hold = `reward:${id}:${day}`
  ledger.hold(hold, { owner: user, asset: coin, kind }, amount, logTypes.miningReward)
  ledger.shift(hold, purseHold(user), amount)
}
/**
 * Rewards of running machines: once per machine and platform day, into the purse; the last day ends the machine and
 * frees its place.
 */
export const machineAccrual = createAccrual<MyMachineRow, MiningContext>({
  source: 'mining',
  due: machineDay,
  logType: logTypes.miningReward,
  find: ({ tables }, ref) => {
    const row = tables.myMachines.get(Number(ref))
    return row?.status === 'running' ? row : undefined
  },
  earningOf: (row) => ({
    ref: String(row.id),
    user: row.user,
    asset: row.coin,
    daily: parseDec(row.daily),
    term: termOf(row),
  }),
  book: (ctx, row, { day, amount, isLast }) => {
    fillPurse(ctx, row, day, amount)
    const moved = putMachine(
      ctx,
      { ...row, paid: row.paid + 1, status: isLast ? 'ended' : 'running' },
      isLast ? 'ended' : 'reward',
    )
    touchMiner(ctx, row.user, { earned: amount })
    if (isLast) callNext(ctx, row.machine)
    return moved
  },
})

/** Sells machines: paid to the house, each at its place, and the house promises what they will earn. */
export function sellMachines(
  ctx: MiningContext,
  user: number,
  { kind: sold, seats, cost, called }: Purchase,
): MyMachineRow[] {
  const { ledger, tables, now } = ctx
  const cell = { asset: baseCoin.id, kind } as const
  const first = tables.myMachines.nextId()
  ledger.post({
    type: logTypes.miningMachine,
    ref: `machine:${first}`,
    info: sold.name,
    postings: [
      { ...cell, owner: user, free: -cost },
      { ...cell, owner: 'house', free: cost },
    ],
  })
  const rows = seats.map((seat, at) => {
    const id = at === 0 ? first : tables.myMachines.nextId()
    const row = putMachine(
      ctx,
      {
        id,
        user,
        machine: sold.id,
        power: sold.power,
        price: sold.price,
        threshold: sold.threshold,
        seat,
        coin: rewardCoinOf(ctx).id,
        daily: sold.daily,
        ...termFrom(now(), sold.days),
        status: 'running',
        createdAt: now(),
        updatedAt: now(),
        rev: 0,
      },
      'bought',
    )
    machineAccrual.start(ctx, row)
    return row
  })
  if (called !== null) moveReservation(ctx, 'use', called)
  touchMiner(ctx, user)
  return rows
}
/** Sells seats; they end when as many platform days are over as they have. */
export function sellSeats(ctx: MiningContext, user: number, sold: SeatRow, num: number, cost: bigint): MySeatRow {
  const { ledger, tables, deadlines, now } = ctx
  const cell = { asset: baseCoin.id, kind } as const
  const id = tables.mySeats.nextId()
  ledger.post({
    type: logTypes.miningSeat,
    ref: `seat:${id}`,
    info: sold.name,
    postings: [
      { ...cell, owner: user, free: -cost },
      { ...cell, owner: 'house', free: cost },
    ],
  })
  const { firstDay, days } = termFrom(now(), sold.days)
  const row = tables.mySeats.put({
    id,
    user,
    seat: sold.id,
    num,
    places: sold.places * num,
    startAt: now(),
    endAt: (firstDay + days) * dayMs,
    isOver: false,
  })
  deadlines.set(seatEnd, String(id), row.endAt)
  touchMiner(ctx, user)
  return row
}
/** A seat ends after the last machine that stands on it: places are only given to machines that end before. */
export function endSeat(ctx: MiningContext, ref: string) {
  const row = ctx.tables.mySeats.get(Number(ref))
  if (!row || row.isOver) return
  // At the same instant the last day of a machine may still have to be paid.
  if (ctx.tables.myMachines.group('user', row.user).some(({ seat, status }) => seat === row.id && status === 'running'))
    return void ctx.deadlines.set(seatEnd, ref, ctx.now() + 1000)
  ctx.tables.mySeats.put({ ...row, isOver: true })
  touchMiner(ctx, row.user)
}

/** The only code that changes a reservation. An illegal transition throws: it is a bug. */
export function moveReservation(ctx: MiningContext, step: ReservationStep, row: ReservationRow): ReservationRow {
  if (!mayReservationStep(step, row.status)) throw new Error(`reservation ${row.id}: ${step} from ${row.status}`)
  const { to } = reservationTransitions[step]
  const buyUntil = to === 'called' ? ctx.now() + ctx.settings.mining.callMs : null
  const moved = ctx.tables.reservations.put({ ...row, status: to, buyUntil, rev: row.rev + 1 })
  if (buyUntil === null) ctx.deadlines.clear(reservationLapse, String(row.id))
  else ctx.deadlines.set(reservationLapse, String(row.id), buyUntil)
  ctx.emit(row.user, { ev: 'mining.reservationChanged', v: reservationOf(ctx, moved), why: to })
  return moved
}
/** Calls who is next in the line, in its order, as long as there are machines for them. */
export function callNext(ctx: MiningContext, machine: string) {
  const row: MachineRow | undefined = ctx.tables.machines.get(machine)
  if (!row || machineStatusOf(ctx, row, null) !== 'on_sale') return
  const waiting = ctx.tables.reservations
    .group('machine', machine)
    .filter(({ status }) => status === 'waiting')
    .toSorted((a, b) => a.id - b.id)
  for (const next of waiting) {
    if (next.num > leftOf(ctx, row, null)) return
    moveReservation(ctx, 'call', next)
  }
}
export function lapseReservation(ctx: MiningContext, ref: string) {
  const row = ctx.tables.reservations.get(Number(ref))
  if (row?.status !== 'called') return
  moveReservation(ctx, 'lapse', row)
  callNext(ctx, row.machine)
}
