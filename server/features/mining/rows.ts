import type { MyMachineStatus, ReservationStatus } from '#contract/mining/mining.ts'
import type { PledgeStatus } from '#contract/mining/mining-pledge.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** A kind of machine; amounts as text. `others` are in the hands of people outside of the books (the demo's crowd). */
export type MachineRow = {
  id: string
  name: string
  logo: string
  type: string
  power: number
  threshold: string
  price: string
  days: number
  daily: string
  stock: number
  others: number
  perUser: number
  openAt: number | null
  isReservable: boolean
  sort: number
}
/**
 * A machine that somebody bought, with the terms of its purchase; `paid` counts the days that were paid from `firstDay`
 * on.
 */
export type MyMachineRow = {
  id: number
  user: number
  machine: string
  power: number
  price: string
  threshold: string
  seat: number
  coin: number
  daily: string
  firstDay: number
  days: number
  paid: number
  status: MyMachineStatus
  createdAt: number
  updatedAt: number
  rev: number
}
/** A kind of seat with places for machines. */
export type SeatRow = {
  id: string
  name: string
  region: string
  places: number
  price: string
  days: number
  stock: number
  others: number
  openAt: number | null
  sort: number
}
/** A seat that somebody bought. */
export type MySeatRow = {
  id: number
  user: number
  seat: string
  num: number
  places: number
  startAt: number
  endAt: number
  isOver: boolean
}
export type ReservationRow = {
  id: number
  user: number
  machine: string
  num: number
  status: ReservationStatus
  buyUntil: number | null
  createdAt: number
  rev: number
}
/** What a miner has earned in the reward coin, and the number of the last change of their mining. */
export type MinerRow = { user: number; total: string; today: string; day: number; converted: string; rev: number }
export type ConversionRow = {
  id: number
  user: number
  num: string
  price: string
  result: string
  fee: string
  at: number
}
export type CollateralRow = { id: number; user: number; direction: 'lock' | 'release'; amount: string; at: number }
/** A pool that takes pledges; `total` bounds what is pledged at the same time. */
export type PoolRow = {
  id: string
  name?: string
  coin: number
  min: string
  max: string
  days: number
  dayRate: string
  total: string
  taken: string
  others: string
  isOpen: boolean
  sort: number
}
export type PledgeRow = {
  id: number
  user: number
  pool: string
  coin: number
  amount: string
  dayRate: string
  daily: string
  firstDay: number
  days: number
  paid: number
  status: PledgeStatus
  createdAt: number
  updatedAt: number
  rev: number
}
export type AwardRow = {
  id: number
  user: number
  pledge: number
  pool: string
  coin: number
  day: number
  amount: string
  at: number
}

export const collateralHold = (user: number) => `collateral:${user}`
export const purseHold = (user: number) => `purse:${user}`
export const pledgeHold = (id: number) => `pledge:${id}`
export const myMachineTable = 'my_machines'
export const conversionTable = 'mining_conversions'
export const collateralTable = 'mining_collaterals'
export const pledgeTable = 'pledges'
export const awardTable = 'pledge_awards'

export const createMiningTables = (open: OpenTable) => ({
  machines: open<MachineRow>({ name: 'machines', key: 'text', id: ({ id }) => id }),
  myMachines: open<MyMachineRow>({
    name: myMachineTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'running',
    groups: { user: ({ user }) => user, machine: ({ machine }) => machine },
    columns: { user: int(({ user }) => user), status: text(({ status }) => status) },
    paths: [['user']],
  }),
  seats: open<SeatRow>({ name: 'seats', key: 'text', id: ({ id }) => id }),
  mySeats: open<MySeatRow>({
    name: 'my_seats',
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ isOver }) => !isOver,
    groups: { user: ({ user }) => user, seat: ({ seat }) => seat },
  }),
  reservations: open<ReservationRow>({
    name: 'reservations',
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'waiting' || status === 'called',
    groups: { machine: ({ machine }) => machine, own: ({ user, machine }) => `${user}|${machine}` },
  }),
  miners: open<MinerRow>({ name: 'miners', key: 'int', id: ({ user }) => user }),
  conversions: open<ConversionRow>({
    name: conversionTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: { user: int(({ user }) => user) },
    paths: [['user']],
  }),
  collaterals: open<CollateralRow>({
    name: collateralTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: { user: int(({ user }) => user) },
    paths: [['user']],
  }),
  pools: open<PoolRow>({ name: 'pledge_pools', key: 'text', id: ({ id }) => id }),
  pledges: open<PledgeRow>({
    name: pledgeTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'pledged',
    groups: { user: ({ user }) => user, pool: ({ pool }) => pool },
    columns: { user: int(({ user }) => user), status: text(({ status }) => status) },
    paths: [['user']],
  }),
  awards: open<AwardRow>({
    name: awardTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: { user: int(({ user }) => user), pledge: int(({ pledge }) => pledge) },
    paths: [['user']],
  }),
})
export type MiningTables = ReturnType<typeof createMiningTables>
