import * as z from 'zod/mini'
import { quoteId, QUOTE } from '#contract/assets/assets-moves.ts'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, ms, sid, time, whole } from '#contract/wire/fields.ts'
import { dec, typedDec } from '#contract/wire/money.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'
import { miningPledge, pledgeChanged } from './mining-pledge.ts'

export const saleStatus = z.enum(['soon', 'on_sale', 'sold_out'])
export type SaleStatus = z.output<typeof saleStatus>
export const reservationStatus = z.enum(['waiting', 'called', 'used', 'lapsed', 'dropped'])
export type ReservationStatus = z.output<typeof reservationStatus>
export const myMachineStatus = z.enum(['running', 'ended'])
export type MyMachineStatus = z.output<typeof myMachineStatus>

/**
 * A place in the line for a machine that is not, or no longer, on sale; `place` counts from 1 and is 0 when it does not
 * wait.
 */
export const reservation = z.object({
  id: sid,
  machine_id: sid,
  num: z.int(),
  place: z.int(),
  status: reservationStatus,
  buy_until_ms: z.nullable(ms),
  server_now_ms: ms,
  rev: z.int(),
})
export type Reservation = z.output<typeof reservation>
/**
 * A kind of machine. `threshold` is the collateral one of them needs, `daily_reward` what it earns a day in the reward
 * coin.
 */
export const machine = z.object({
  id: sid,
  name: z.string(),
  logo: z.string(),
  type: z.string(),
  power: z.int(),
  threshold: dec,
  price: dec,
  currency_id: id,
  currency_name: z.string(),
  days: z.int(),
  daily_reward: dec,
  reward_currency_name: z.string(),
  stock: z.int(),
  sold: z.int(),
  left: z.int(),
  per_user: z.int(),
  status: saleStatus,
  open_ms: z.nullable(ms),
  reservable: flag,
  reservation: z.nullable(reservation),
  server_now_ms: ms,
})
export type Machine = z.output<typeof machine>
/** A machine of the caller. */
export const myMachine = z.object({
  id: sid,
  machine_id: sid,
  name: z.string(),
  logo: z.string(),
  type: z.string(),
  power: z.int(),
  price: dec,
  threshold: dec,
  seat_id: sid,
  daily_reward: dec,
  earned: dec,
  start_ms: ms,
  end_ms: ms,
  remain_day: z.int(),
  status: myMachineStatus,
  server_now_ms: ms,
  rev: z.int(),
})
export type MyMachine = z.output<typeof myMachine>
const mySeat = z.object({ id: sid, places: z.int(), used: z.int(), start_ms: ms, end_ms: ms })
/**
 * A kind of seat: places for machines in one region, for a term. `mine` are those of the caller that have not ended.
 */
export const seat = z.object({
  id: sid,
  name: z.string(),
  region: z.string(),
  places: z.int(),
  price: dec,
  currency_id: id,
  currency_name: z.string(),
  days: z.int(),
  stock: z.int(),
  sold: z.int(),
  status: saleStatus,
  open_ms: z.nullable(ms),
  mine: z.array(mySeat),
  server_now_ms: ms,
})
export type Seat = z.output<typeof seat>
/** All of a caller's mining: power and places, collateral in the base coin, and the purse in the reward coin. */
export const mining = z.object({
  power: z.int(),
  running: z.int(),
  places: z.int(),
  places_used: z.int(),
  collateral: dec,
  collateral_used: dec,
  collateral_currency_id: id,
  collateral_min: dec,
  reward_balance: dec,
  reward_today: dec,
  reward_total: dec,
  reward_currency_id: id,
  reward_currency_name: z.string(),
  convert_rate: dec,
  convert_min: dec,
  next_reward_ms: ms,
  rule_news_id: z.nullable(id),
  server_now_ms: ms,
  rev: z.int(),
})
export type Mining = z.output<typeof mining>
export const conversion = z.object({
  id: sid,
  num: dec,
  price: dec,
  result: dec,
  currency_id: id,
  fee: dec,
  create_time: time,
})
export type Conversion = z.output<typeof conversion>
export const collateralDirection = z.enum(['lock', 'release'])
export const collateralRecord = z.object({ id: sid, direction: collateralDirection, amount: dec, create_time: time })
export type CollateralRecord = z.output<typeof collateralRecord>

/** The legal changes of a reservation: the line calls, buying uses it, its time lapses, its owner gives it up. */
export const reservationTransitions = {
  call: { from: ['waiting'], to: 'called' },
  use: { from: ['called', 'waiting'], to: 'used' },
  lapse: { from: ['called'], to: 'lapsed' },
  drop: { from: ['waiting', 'called'], to: 'dropped' },
} as const satisfies Record<string, { from: readonly ReservationStatus[]; to: ReservationStatus }>
export type ReservationStep = keyof typeof reservationTransitions
export const mayReservationStep = (step: ReservationStep, status: ReservationStatus) =>
  reservationTransitions[step].from.some((from) => from === status)
/** True if the received copy is newer than the one held. */
export const isMiningAhead = (held: Mining, received: Mining) => received.rev > held.rev

const BUY = [
  'not_found',
  'state_moved',
  'sold_out',
  'launch_not_started',
  'price_moved',
  'insufficient_balance',
  'trade_locked',
  'market_closed',
] as const
const count = z.optional(whole)
export const miningCalls = {
  ...miningPledge,
  overview: read({
    description: "Read the caller's computing power, places, collateral and reward purse.",
    method: 'GET',
    path: 'miner/info',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: mining,
    refusals: [],
  }),
  machines: read({
    description: 'List the machines on sale, sold out and to come.',
    method: 'GET',
    path: 'miner/list',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ type: z.optional(z.string().check(z.maxLength(20))), ...pg }),
    output: listed(machine),
    refusals: [],
  }),
  buyMachine: change({
    description: 'Buy machines; each needs a free place for its whole term and its share of collateral.',
    method: 'GET',
    path: 'miner/buyMiner',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      machine_id: sid,
      num: count,
      seat_id: z.optional(sid),
      price: z.optional(dec),
      expect: z.optional(saleStatus),
    }),
    output: z.object({ machines: z.array(myMachine), overview: mining }),
    refusals: [...BUY, 'quantity_required', 'per_user_limit', 'seat_missing', 'collateral_short'],
  }),
  myMachines: read({
    description: "List the caller's machines.",
    method: 'GET',
    path: 'miner/myMinerList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ status: z.optional(myMachineStatus), ...pg }),
    output: listed(myMachine),
    refusals: [],
  }),
  seats: read({
    description: 'List the seats with their places, and those the caller has.',
    method: 'GET',
    path: 'miner/seatList',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...pg }),
    output: listed(seat),
    refusals: [],
  }),
  buySeat: change({
    description: 'Buy a seat.',
    method: 'GET',
    path: 'miner/buySeat',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ seat_id: sid, num: count, price: z.optional(dec), expect: z.optional(saleStatus) }),
    output: seat,
    refusals: [...BUY, 'quantity_required'],
  }),
  collateral: change({
    description: 'Lock collateral for machines, or release what none needs.',
    method: 'GET',
    path: 'miner/zhiya',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ amount: typedDec, direction: z.optional(collateralDirection) }),
    output: mining,
    refusals: [
      'amount_required',
      'amount_step',
      'amount_below_min',
      'collateral_in_use',
      'insufficient_balance',
      'trade_locked',
      'market_closed',
    ],
  }),
  /** Beside the older calls: what was locked and released. */
  collaterals: read({
    description: "List the caller's locking and releasing of collateral.",
    method: 'GET',
    path: 'miner/zhiyas',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...pg }),
    output: listed(collateralRecord),
    refusals: [],
  }),
  convert: change({
    description: 'Convert rewards to the base coin at a quote.',
    method: 'GET',
    path: 'miner/convert',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ amount: typedDec, quote_id: quoteId }),
    output: z.object({ conversion, overview: mining }),
    refusals: [
      'amount_required',
      'amount_below_min',
      ...QUOTE,
      'insufficient_balance',
      'trade_locked',
      'market_closed',
    ],
  }),
  conversions: read({
    description: "List the caller's conversions.",
    method: 'GET',
    path: 'miner/converts',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({ ...pg }),
    output: listed(conversion),
    refusals: [],
  }),
  reserve: change({
    description: 'Take a place in the line for a machine, or give it up.',
    method: 'GET',
    path: 'miner/reservation',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({
      machine_id: sid,
      num: count,
      drop: z.optional(flag),
      expect: z.optional(reservationStatus),
    }),
    output: reservation,
    refusals: ['not_found', 'state_moved', 'reservation_exists', 'not_reservable', 'quantity_required'],
  }),
}

export const machineWhy = z.enum(['bought', 'reward', 'ended'])
export const miningChanged = z.object({ ev: z.literal('mining.changed'), v: mining, why: z.optional(z.string()) })
export const machineChanged = z.object({
  ev: z.literal('mining.machineChanged'),
  v: myMachine,
  why: z.optional(machineWhy),
})
export const reservationChanged = z.object({
  ev: z.literal('mining.reservationChanged'),
  v: reservation,
  why: z.optional(reservationStatus),
})

export const miningSpec = spec({
  about: 'Machines, seats, collateral, rewards, and pledges beside them.',
  calls: miningCalls,
  events: [miningChanged, machineChanged, reservationChanged, pledgeChanged],
  channels: {},
})
