import type {
  CloseReason,
  LeverAct,
  LeverEntry,
  LeverReceipt,
  LeverRole,
  LeverSide,
  PositionStatus,
} from '#contract/lever/lever-position.ts'
import type { EndedWhy } from '#contract/wire/orders.ts'
import { deadline } from '#server/core/deadlines.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** A leveraged position as stored. Money, prices and base amounts in units of 10^-8. */
export type LeverRow = {
  id: number
  user: number
  pair: number
  quote: number
  side: LeverSide
  entry: LeverEntry
  status: PositionStatus
  reason: CloseReason | null
  lots: number
  number: bigint
  multiple: number
  /** The mark price it was opened at; the limit price of a pending entry. */
  origin: bigint
  price: bigint
  closePrice: bigint | null
  /** Stop prices; 0 is none. */
  takeProfit: bigint
  stopLoss: bigint
  /** Stops only act on mark prices later than this. */
  stopsAt: number
  firstMargin: bigint
  /** What is left of the margin; equal to its hold, which has the fee as well while the entry waits. */
  margin: bigint
  fee: bigint
  nightMoney: bigint
  /** The last platform day that was charged. */
  nightDay: number
  /** What a haircut has taken from the profit, by moving the opening price toward the mark. */
  haircut: bigint
  /** What the mark ran ahead in the first seconds, by which the opening price has moved. */
  lead: bigint
  /** Id of the receipt of a liquidation or a stop. */
  receipt: number | null
  /** The position it was split from, when a part of that one was closed. */
  partOf: number | null
  /** Realised profit. */
  profit: bigint
  createdAt: number
  openedAt: number | null
  updatedAt: number
  closingAt: number | null
  endedAt: number | null
  rev: number
  /** Until when an entry waits. */
  expiresAt?: number
  endedWhy?: EndedWhy
  /** The trigger that closed it, where the mark at that moment does not tell why. */
  stopTrigger?: number
}

const bigText = /^-?\d+n$/
const encode = (row: LeverRow) =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
const decode = (body: string): LeverRow => {
  const row: LeverRow = JSON.parse(body, (_, value: unknown) =>
    typeof value === 'string' && bigText.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
  // Positions of older releases lack these.
  return {
    ...row,
    haircut: row.haircut ?? 0n,
    lead: row.lead ?? 0n,
    receipt: row.receipt ?? null,
    partOf: row.partOf ?? null,
  }
}
/** Decodes a stored position, and encodes one. */
export const leverRowOf = decode
export const leverBodyOf = encode
/** The instant that a list shows and asks by: the end of what is over, else the opening, else the order. */
export const leverTimeOf = ({ endedAt, openedAt, createdAt }: Pick<LeverRow, 'endedAt' | 'openedAt' | 'createdAt'>) =>
  endedAt ?? openedAt ?? createdAt

/** Key of a risk account: a user's positions in one quote coin, which share their margin risk (cross margin). */
export const leverAccount = (user: number, quote: number) => `${user}|${quote}`
export const isLeverOpen = ({ status }: Pick<LeverRow, 'status'>) =>
  status === 'pending' || status === 'trading' || status === 'closing'

export const leverTable = 'lever_positions'
/** Net lots (long less short) of the house in one pair; the house is the counterparty of every position. */
export type HouseRow = { pair: number; lots: number }
/** The receipt of one liquidation or stop, which may have closed several positions of a user. */
export type ReceiptRow = { id: number; user: number; receipt: LeverReceipt }
/** What the house has paid for losses beyond the fund on one platform day, in one quote coin. */
type LossRow = { quote: number; day: number; paid: string }
/** Until when an account that was liquidated in part is left alone, by `leverAccount`. */
type PauseRow = { account: string; until: number }
export const receiptTable = 'lever_receipts'
/** One fill of a position, as it was opened or closed; money, price and base amount as text, in units of 10^-8. */
export type LeverFillRow = {
  id: number
  user: number
  pair: number
  position: number
  side: LeverSide
  act: LeverAct
  role: LeverRole
  reason: CloseReason | null
  lots: number
  number: string
  price: string
  fee: string
  profit: string
  at: number
}
export const leverFillTable = 'lever_fills'
/**
 * A position in the first seconds after its owner closed it, as it ended (`body`), while the mark may still move its
 * closing price; `first` is the price it was closed at, `fill` its line in the list of fills.
 */
export type LeverTailRow = { id: number; user: number; quote: number; body: string; first: string; fill: number }
export const createLeverTables = (open: OpenTable) => ({
  leverHouse: open<HouseRow>({ name: 'lever_house', key: 'int', id: ({ pair }) => pair }),
  leverReceipts: open<ReceiptRow>({ name: receiptTable, key: 'int', id: ({ id }) => id, isLive: () => false }),
  leverFills: open<LeverFillRow>({
    name: leverFillTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: {
      user: int(({ user }) => user),
      pair: int(({ pair }) => pair),
      side: text(({ side }) => side),
      act: text(({ act }) => act),
      role: text(({ role }) => role),
      at: int(({ at }) => at),
    },
    paths: [['user'], ['user', 'at']],
  }),
  leverTails: open<LeverTailRow>({
    name: 'lever_tails',
    key: 'int',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user, account: ({ user, quote }) => leverAccount(user, quote) },
  }),
  leverLosses: open<LossRow>({ name: 'lever_losses', key: 'int', id: ({ quote }) => quote }),
  leverPauses: open<PauseRow>({ name: 'lever_pauses', key: 'text', id: ({ account }) => account }),
  leverPositions: open<LeverRow>({
    name: leverTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: isLeverOpen,
    // An entry that never opened.
    spentAt: ({ status, openedAt, updatedAt }) => (status === 'cancelled' && openedAt === null ? updatedAt : null),
    columns: {
      user: int(({ user }) => user),
      pair: int(({ pair }) => pair),
      status: text(({ status }) => status),
      at: int(leverTimeOf),
    },
    groups: { user: ({ user }) => user, account: ({ user, quote }) => leverAccount(user, quote) },
    paths: [['user'], ['user', 'status'], ['user', 'at']],
    encode,
    decode,
  }),
})
/** The instant of an entry that waits until then. */
export const leverExpiry = deadline('leverExpiry')
/** Id of the hold of a position's margin. */
export const leverHold = (id: number) => `lever:${id}`
export type LeverTables = ReturnType<typeof createLeverTables>
