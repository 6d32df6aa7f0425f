import type { BatchItem, DeskBatch } from '#contract/desk/desk-batch.ts'
import type { PayWay } from '#contract/wallet/bank.ts'
import type { MoneyStatus } from '#contract/wire/decision.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** An address of a user's book, as its network writes it. */
export type AddressRow = {
  id: number
  user: number
  coin: number
  network: string
  address: string
  notes: string | null
  usableAt: number
  at: number
}
/**
 * A withdrawal to an address, or by bank when `fiat` is set; amounts as decimal text, `number` is `fee` plus `receipt`.
 */
export type Withdrawal = {
  id: number
  user: number
  coin: number
  network: string | null
  address: string
  number: string
  fee: string
  receipt: string
  status: MoneyStatus
  notes: string | null
  remark: string | null
  txid: string | null
  fiat: string | null
  fiatAmount: string | null
  way: PayWay | null
  /** Where a withdrawal by bank is paid to, as it was when it was asked for: JSON of the payee. */
  payee: string | null
  at: number
  changedAt: number
  rev: number
  /** What of the limit of which UTC day it has used. */
  counted?: { day: number; worth: string }
  /** It is decided to be sent, and the open batch in which it stands. */
  send?: { batch: number | null }
}
/**
 * Withdrawals of one network that are signed elsewhere. An item keeps what was written when the batch was made;
 * `sha256` is the hash of its file.
 */
export type Batch = Pick<DeskBatch, 'network' | 'state' | 'sha256'> & {
  id: number
  items: readonly (BatchItem & { user: number })[]
  by: number
  at: number
  endedAt: number | null
  remark: string | null
  rev: number
}
/** How many applications a user has made on a UTC day, and what those not rejected are worth in the base coin. */
type WithdrawDay = { user: number; day: number; count: number; worth?: string }

export const withdrawTable = 'withdrawals'
export const batchTable = 'withdraw_batches'
/** A transaction as it is compared: case does not matter. */
export const txidKey = (txid: string) => txid.toLowerCase().replace(/^0x/, '')
export const isBatchOpen = ({ state }: Pick<Batch, 'state'>) => state === 'made' || state === 'told'
export const withdrawHold = (id: number) => `withdraw:${id}`
export const createWithdrawTables = (open: OpenTable) => ({
  addresses: open<AddressRow>({
    name: 'addresses',
    key: 'int',
    id: ({ id }) => id,
    groups: { user: ({ user }) => user, address: ({ address }) => address },
    unique: { place: ({ user, coin, network, address }) => `${user}|${coin}|${network}|${address}` },
  }),
  withdrawals: open<Withdrawal>({
    name: withdrawTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ status }) => status === 'processing',
    groups: { asker: ({ user, status }) => (status === 'processing' ? user : null) },
    columns: {
      user: int(({ user }) => user),
      coin: int(({ coin }) => coin),
      status: text(({ status }) => status),
      address: text(({ address, fiat }) => (fiat === null ? address : null)),
      at: int(({ at }) => at),
      txid: text(({ txid }) => (txid === null ? null : txidKey(txid))),
    },
    paths: [['user'], ['user', 'at'], ['status'], ['address'], ['txid']],
  }),
  withdrawBatches: open<Batch>({
    name: batchTable,
    key: 'int',
    id: ({ id }) => id,
    isLive: isBatchOpen,
    columns: { user: int(({ by }) => by), status: text(({ state }) => state) },
    paths: [['user'], ['status']],
  }),
  withdrawDays: open<WithdrawDay>({ name: 'withdraw_days', key: 'int', id: ({ user }) => user }),
})
export type WithdrawTables = ReturnType<typeof createWithdrawTables>
