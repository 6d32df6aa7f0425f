import type { CloseReason, LeverEntry, LeverSide, PositionStatus } from '#contract/lever.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** A contract as the venue keeps it. Money, prices and coins in units of 10^-8. */
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
  /** The mark it was opened at; the limit price of one that waits. */
  origin: bigint
  price: bigint
  closePrice: bigint | null
  /** 0 is none. */
  takeProfit: bigint
  stopLoss: bigint
  /** Stops act on marks later than this. */
  stopsAt: number
  firstMargin: bigint
  /** What is left of the margin: what its hold has. */
  margin: bigint
  fee: bigint
  nightMoney: bigint
  /** The last platform day that was paid for. */
  nightDay: number
  /** Realised. */
  profit: bigint
  createdAt: number
  openedAt: number | null
  updatedAt: number
  closingAt: number | null
  endedAt: number | null
  rev: number
}

const bigText = /^-?\d+n$/
const encode = (row: LeverRow) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
const decode = (body: string): LeverRow =>
  JSON.parse(body, (_, value: unknown) => (typeof value === 'string' && bigText.test(value) ? BigInt(value.slice(0, -1)) : value))
/** A position as the store has it. */
export const leverRowOf = decode

/** One person's contracts in one quote coin: they stand for each other. */
export const leverAccount = (user: number, quote: number) => `${user}|${quote}`
export const isLeverOpen = ({ status }: Pick<LeverRow, 'status'>) => status === 'pending' || status === 'trading' || status === 'closing'

export const leverTable = 'lever_positions'
/** What the house stands for in one pair, in lots: long less short. It is the other side of every contract. */
export type HouseRow = { pair: number; lots: number }
export const createLeverTables = (open: OpenTable) => ({
  leverHouse: open<HouseRow>({ name: 'lever_house', key: 'int', id: ({ pair }) => pair }),
  leverPositions: open<LeverRow>({
    name: leverTable, key: 'int',
    id: ({ id }) => id,
    isLive: isLeverOpen,
    columns: { user: int(({ user }) => user), pair: int(({ pair }) => pair), status: text(({ status }) => status) },
    groups: { user: ({ user }) => user, account: ({ user, quote }) => leverAccount(user, quote) },
    paths: [['user'], ['user', 'status']],
    encode,
    decode,
  }),
})
/** The hold that a position's margin is. */
export const leverHold = (id: number) => `lever:${id}`
export type LeverTables = ReturnType<typeof createLeverTables>
