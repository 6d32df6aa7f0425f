import type { AccountKind } from '#contract/wire/booking.ts'
import type { OpenTable } from './tables.ts'
import { int, text } from './table-def.ts'

/** Owner of a balance: a user by id, or one of the venue's own accounts that make each entry sum to zero. */
export type Owner = number | House
const houses = ['house', 'fee', 'insurance', 'rounding', 'penalty', 'yield', 'issuer', 'external'] as const
type House = (typeof houses)[number]

/** One owner's money in one asset and account, in units of 10^-8. */
export type Balance = { owner: Owner; asset: number; kind: AccountKind; free: bigint; held: bigint; seq: number }
/** Money reserved for one obligation; `left` is what has been neither paid out nor returned, in units of 10^-8. */
type Hold = { id: string; owner: number; asset: number; kind: AccountKind; left: string }
/** One line of a user's account log; `before` and `after` are free plus held, in units of 10^-8. */
export type LogRow = {
  id: number
  user: number
  asset: number
  kind: AccountKind
  type: number
  value: string
  before: string
  after: string
  info: string
  from: number | null
  at: number
  seq: number
}
/** A durable deadline, run as a command when it is due; `at` in epoch milliseconds. */
export type Deadline = { id: string; kind: string; ref: string; at: number }
/** The number of the latest event of a user's own channel. */
type Head = { user: number; s: number }
type SettingRow = { name: string; value: string }

type StoredBalance = Omit<Balance, 'free' | 'held'> & { free: string; held: string }
export const balanceId = (owner: Owner, asset: number, kind: AccountKind) => `${owner}|${asset}|${kind}`

/** The tables of the core; `deadlines` is stored under its first name, `timers`. */
export const createCoreTables = (open: OpenTable) => ({
  balances: open<Balance>({
    name: 'balances',
    key: 'text',
    id: ({ owner, asset, kind }) => balanceId(owner, asset, kind),
    groups: { owner: ({ owner }) => owner, cell: ({ asset, kind }) => `${asset}|${kind}` },
    encode: (row) => JSON.stringify({ ...row, free: String(row.free), held: String(row.held) }),
    decode: (body) => {
      const row: StoredBalance = JSON.parse(body)
      return { ...row, free: BigInt(row.free), held: BigInt(row.held) }
    },
  }),
  holds: open<Hold>({
    name: 'holds',
    key: 'text',
    id: ({ id }) => id,
    isLive: ({ left }) => left !== '0',
    isKept: false,
    // Each feature names its holds `<word>:<id>`, and looks through its own.
    groups: { owner: ({ owner }) => owner, word: ({ id }) => id.slice(0, id.indexOf(':')) },
  }),
  logs: open<LogRow>({
    name: 'logs',
    key: 'int',
    id: ({ id }) => id,
    isLive: () => false,
    columns: {
      user: int(({ user }) => user),
      asset: int(({ asset }) => asset),
      kind: text(({ kind }) => kind),
      type: int(({ type }) => type),
      at: int(({ at }) => at),
    },
    paths: [['user'], ['user', 'type']],
  }),
  deadlines: open<Deadline>({
    name: 'timers',
    key: 'text',
    id: ({ id }) => id,
    groups: { kind: ({ kind }) => kind },
    order: ({ at }) => at,
  }),
  heads: open<Head>({ name: 'heads', key: 'int', id: ({ user }) => user }),
  settings: open<SettingRow>({ name: 'settings', key: 'text', id: ({ name }) => name }),
})
export type CoreTables = ReturnType<typeof createCoreTables>
