import type { SpotSide } from '#contract/spot/spot.ts'
import type {
  TriggerAct,
  TriggerProduct,
  TriggerReceipt,
  TriggerStatus,
  TriggerWhen,
  TriggerWhy,
} from '#contract/trigger/trigger.ts'
import { isProtective, isTriggerOver } from '#contract/trigger/trigger.ts'
import type { Tif, TrailBy, TriggerRole, TriggerSource } from '#contract/wire/orders.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import { deadline } from '#server/core/deadlines.ts'
import { int, text } from '#server/core/table-def.ts'
import type { OpenTable } from '#server/core/tables.ts'

/**
 * What a trigger was reached by; `no` counts firings, in the order in which they act, and `level` is what it fired at.
 * Prices in ticks.
 */
type Fired = {
  no: number
  level: number
  tick: string
  at: number
  price: number
  index: number
  mark: number
  premium: string | null
  low: number
  high: number
  last: number
  extreme: number | null
}
/** `start`: the price it was armed at. `isActive`: its activation price, if it has one, was reached. */
type TrailTerms = { by: TrailBy; distance: number; activate: number; isActive: boolean; start: number }
/** A trigger as stored. Prices in ticks (0 is none), amounts in steps or lots, money in ledger units as text. */
export type TriggerRow = {
  id: number
  user: number
  pair: number
  product: TriggerProduct
  act: TriggerAct
  role: TriggerRole
  status: TriggerStatus
  group: number | null
  parent: { kind: 'order' | 'position'; id: number } | null
  source: TriggerSource
  when: TriggerWhen | null
  price: number
  trail: TrailTerms | null
  by: 'amount' | 'total' | 'lots' | 'all' | 'parent'
  /** Steps or lots; 0 for all. */
  wanted: number
  /** The most to spend, of a buy by total. */
  total: string
  /** The limit price of what it makes; 0 makes an order at the market. */
  limit: number
  tif: Tif | null
  isPostOnly: boolean
  slippage: string
  multiple: number | null
  expiresAt: number | null
  /** The order of arming. */
  seq: number
  /** Only later ticks count. */
  armedAt: number | null
  fired: Fired | null
  order: number | null
  position: number | null
  /** What it has bought, sold or closed so far, and for how much. */
  filled: number
  spent: string
  /** What its sales have come to, net of their fees and of what the coins had cost; missing where it is not known. */
  net?: string
  /** Its resting order is smaller than what it should be. */
  isShort?: boolean
  why: TriggerWhy | null
  refusal: Reason | null
  receipt: number | null
  createdAt: number
  updatedAt: number
  rev: number
}
/**
 * Triggers that act on one quantity: `q` steps, of which `done` are bought or sold. `net` is what the fills of its
 * entry have brought so far.
 */
export type GroupRow = {
  id: number
  user: number
  pair: number
  side: SpotSide
  kind: 'oco' | 'oto' | 'bracket'
  q: number
  done: number
  net: string
  entry: { kind: 'order' | 'trigger'; id: number } | null
  isOver: boolean
}
/** One extreme that trailing triggers share: those armed from `since` on; all up to `upTo` are in a group. */
export type ExtremeRow = { id: string; pair: number; side: string; since: number; extreme: number; upTo: number }
/** A tick that has more triggers due than one command takes. `isTurned`: its extremes were taken. */
export type SweepRow = TickRow & { id: string; isTurned: boolean }
/** One price of one source: the extremes since the tick before (`since`), and where it stands. */
export type TickRow = {
  pair: number
  source: TriggerSource
  tick: string
  at: number
  index: number
  mark: number
  premium: string | null
  since: number
  low: number
  high: number
  close: number
  opens: boolean
}
/** The dead-man switch of a user; `at` is when it fires, null while it is off. */
export type DeadManRow = {
  user: number
  seconds: number
  isProtective: boolean
  at: number | null
  firedAt: number | null
  cancelled: number
  rev: number
}
export type TriggerReceiptRow = { id: number; user: number; receipt: TriggerReceipt }

/**
 * Reached, protective or not; at work on what its order at the market has not filled; or a leg that rests without a
 * trigger and does not yet, or not with its whole size.
 */
export type Due = 'protective' | 'entry' | 'working' | 'rest'
/** What is to be done about a trigger at the next tick. */
export function dueOf(row: TriggerRow): Due | null {
  const { status, limit, when, isShort } = row
  if (status === 'triggered') return isProtective(row) ? 'protective' : 'entry'
  if (status === 'placed' && limit === 0 && isProtective(row)) return 'working'
  return (status === 'armed' && when === null) || (status === 'placed' && isShort === true) ? 'rest' : null
}
/** The queue of a trigger that is due, by what is to be done and its market. */
export function dueKey(row: TriggerRow): string | null {
  const due = dueOf(row)
  return due === null ? null : `${due}|${row.pair}`
}
export const triggerTable = 'triggers'
export const triggerReceiptTable = 'trigger_receipts'
const isLive = (row: Pick<TriggerRow, 'status'>) => !isTriggerOver(row)
export const createTriggerTables = (open: OpenTable) => ({
  triggers: open<TriggerRow>({
    name: triggerTable,
    key: 'int',
    id: ({ id }) => id,
    isLive,
    // One that has fired has a receipt.
    spentAt: (row) => (isTriggerOver(row) && row.receipt === null && row.filled === 0 ? row.updatedAt : null),
    columns: {
      user: int(({ user }) => user),
      pair: int(({ pair }) => pair),
      product: text(({ product }) => product),
      status: text(({ status }) => status),
      of: int(({ group }) => group),
      at: int(({ createdAt }) => createdAt),
    },
    groups: {
      user: ({ user }) => user,
      armed: ({ pair, status }) => (status === 'armed' ? pair : null),
      due: dueKey,
      group: ({ group }) => group,
      /** Those that would open a position, by account: each tick asks for them. */
      entry: (row) => (row.act.startsWith('open') && isLive(row) ? row.user : null),
      position: ({ parent }) => (parent?.kind === 'position' ? parent.id : null),
    },
    paths: [['user'], ['user', 'at']],
  }),
  triggerGroups: open<GroupRow>({
    name: 'trigger_groups',
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ isOver }) => !isOver,
  }),
  triggerExtremes: open<ExtremeRow>({
    name: 'trigger_extremes',
    key: 'text',
    id: ({ id }) => id,
    groups: { pair: ({ pair }) => pair },
  }),
  triggerSweeps: open<SweepRow>({ name: 'trigger_sweeps', key: 'text', id: ({ id }) => id }),
  deadMen: open<DeadManRow>({ name: 'trigger_dead_men', key: 'int', id: ({ user }) => user }),
  triggerReceipts: open<TriggerReceiptRow>({
    name: triggerReceiptTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
  }),
})
export type TriggerTables = ReturnType<typeof createTriggerTables>

/** Id of the hold of a trigger that is in no group. */
export const triggerHold = (id: number) => `trig:${id}`
/** When the dead-man switch of a user fires. */
export const deadManDue = deadline('deadMan')
/** When the owner of a trigger is told that its limit order has not filled. */
export const triggerWaits = deadline('triggerWaits')
/** The instant of a trigger that expires. */
export const triggerExpiry = deadline('triggerExpiry')
