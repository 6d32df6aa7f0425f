import { dayMs, platformDay } from '#contract/finance/earnings-term.ts'
import type { Conversion, Machine, Mining, MyMachine, Reservation, Seat } from '#contract/mining/mining.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { textIn } from '#server/core/sentences.ts'
import { worthOf } from '#server/features/market/view.ts'
import {
  purseHold,
  type ConversionRow,
  type MachineRow,
  type MinerRow,
  type MyMachineRow,
  type ReservationRow,
  type SeatRow,
} from './rows.ts'
import {
  endOf,
  leftOf,
  lockedOf,
  machinesOf,
  machineStatusOf,
  neededOf,
  ownSeats,
  remainOf,
  rewardCoinOf,
  seatsSold,
  seatStatusOf,
  soldOf,
  usedPlaces,
} from './stock.ts'
import type { MiningContext } from './context.ts'

const said = (lang: Lang, key: string) => textIn('mining', lang, key) ?? ''
export const minerOf = ({ tables }: Pick<MiningContext, 'tables'>, user: number): MinerRow =>
  tables.miners.get(user) ?? { user, total: '0', today: '0', day: 0, converted: '0', rev: 0 }

export function reservationOf(
  { tables, now }: Pick<MiningContext, 'tables' | 'now'>,
  row: ReservationRow,
): Reservation {
  const waiting = tables.reservations
    .group('machine', row.machine)
    .filter(({ status }) => status === 'waiting')
    .toSorted((a, b) => a.id - b.id)
  return {
    id: String(row.id),
    machine_id: row.machine,
    num: row.num,
    place: row.status === 'waiting' ? waiting.findIndex(({ id }) => id === row.id) + 1 : 0,
    status: row.status,
    buy_until_ms: row.buyUntil,
    server_now_ms: now(),
    rev: row.rev,
  }
}
export const openReservation = ({ tables }: Pick<MiningContext, 'tables'>, user: number, machine: string) =>
  tables.reservations
    .group('own', `${user}|${machine}`)
    .find(({ status }) => status === 'waiting' || status === 'called')

export function machineOf(ctx: MiningContext, row: MachineRow, user: number, lang: Lang): Machine {
  const own = openReservation(ctx, user, row.id)
  return {
    id: row.id,
    name: row.name,
    logo: row.logo,
    type: said(lang, `types.${row.type}`),
    power: row.power,
    threshold: row.threshold,
    price: row.price,
    currency_id: baseCoin.id,
    currency_name: baseCoin.name,
    days: row.days,
    daily_reward: row.daily,
    reward_currency_name: rewardCoinOf(ctx).name,
    stock: row.stock,
    sold: soldOf(ctx, row),
    left: leftOf(ctx, row, user),
    per_user: row.perUser,
    status: machineStatusOf(ctx, row, user),
    open_ms: row.openAt,
    reservable: row.isReservable,
    reservation: own ? reservationOf(ctx, own) : null,
    server_now_ms: ctx.now(),
  }
}
export function myMachineOf(ctx: Pick<MiningContext, 'tables' | 'now'>, row: MyMachineRow, lang: Lang): MyMachine {
  const kind = ctx.tables.machines.get(row.machine)
  return {
    id: String(row.id),
    machine_id: row.machine,
    name: kind?.name ?? row.machine,
    logo: kind?.logo ?? '',
    type: said(lang, `types.${kind?.type ?? ''}`),
    power: row.power,
    price: row.price,
    threshold: row.threshold,
    seat_id: String(row.seat),
    daily_reward: row.daily,
    earned: formatDec(parseDec(row.daily) * BigInt(row.paid)),
    start_ms: row.createdAt,
    end_ms: endOf(row),
    remain_day: remainOf(row),
    status: row.status,
    server_now_ms: ctx.now(),
    rev: row.rev,
  }
}
export const seatOf = (ctx: MiningContext, row: SeatRow, user: number, lang: Lang): Seat => ({
  id: row.id,
  name: row.name,
  region: said(lang, `regions.${row.region}`),
  places: row.places,
  price: row.price,
  currency_id: baseCoin.id,
  currency_name: baseCoin.name,
  days: row.days,
  stock: row.stock,
  sold: seatsSold(ctx, row),
  status: seatStatusOf(ctx, row),
  open_ms: row.openAt,
  server_now_ms: ctx.now(),
  mine: ownSeats(ctx, user)
    .filter(({ seat }) => seat === row.id)
    .map((own) => ({
      id: String(own.id),
      places: own.places,
      used: usedPlaces(ctx, own),
      start_ms: own.startAt,
      end_ms: own.endAt,
    })),
})
/** All of a person's mining at this moment. */
export function miningOf(ctx: MiningContext, user: number): Mining {
  const coin = rewardCoinOf(ctx)
  const miner = minerOf(ctx, user)
  const own = machinesOf(ctx, user)
  const seats = ownSeats(ctx, user)
  const { convert } = ctx.settings.assets
  return {
    power: own.reduce((sum, { power }) => sum + power, 0),
    running: own.length,
    places: seats.reduce((sum, { places }) => sum + places, 0),
    places_used: own.length,
    collateral: formatDec(lockedOf(ctx, user)),
    collateral_used: formatDec(neededOf(ctx, user)),
    collateral_currency_id: baseCoin.id,
    collateral_min: ctx.settings.mining.collateralMin,
    reward_balance: formatDec(ctx.ledger.leftOf(purseHold(user))),
    reward_today: miner.day === platformDay(ctx.now()) ? miner.today : '0',
    reward_total: miner.total,
    reward_currency_id: coin.id,
    reward_currency_name: coin.name,
    convert_rate: formatDec(worthOf(ctx, coin.id) ?? 0n),
    convert_min: convert.min,
    next_reward_ms: (platformDay(ctx.now()) + 1) * dayMs,
    rule_news_id: null,
    server_now_ms: ctx.now(),
    rev: miner.rev,
  }
}
export const conversionOf = (row: ConversionRow): Conversion => ({
  id: String(row.id),
  num: row.num,
  price: row.price,
  result: row.result,
  currency_id: baseCoin.id,
  fee: row.fee,
  create_time: timeOf(row.at),
})
