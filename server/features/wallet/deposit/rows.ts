import type { MoneyStatus } from '#contract/wire/decision.ts'
import type { OpenTable } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'

/** What a deposit and a remittance have in common; amounts as decimal text, `files` are paths of the proof. */
type Decided = {
  status: MoneyStatus
  files: readonly string[]
  remark: string | null
  at: number
  changedAt: number
  rev: number
}
/** A deposit: by network, or by bank when `fiat` is set. `credited` is 0 until it has passed. */
export type Deposit = Decided & {
  id: number
  user: number
  coin: number
  amount: string
  credited: string
  sender: string
  network: string | null
  address: string | null
  fiat: string | null
  fiatAmount: string | null
  fee: string
  bankName: string | null
  bankAccount: string | null
  /** Of one that a watcher has seen: which output of the transaction, how far it is, and whether people pass it. */
  chain?: { output: number; confirmations: number; needed: number; waits?: boolean }
}
export type RemittanceRow = Decided & {
  id: number
  user: number
  no: string
  account: string
  fiat: string
  amount: string
  price: string
  result: string
  fee: string
  payer: string
  reference: string
  note: string | null
}
/**
 * What has been credited once: a transaction of a network, or a file shown as proof. It can never be credited again
 * (L13).
 */
type Credit = { id: string; ref: string }

/** A sending address or a transaction as it is compared: case does not matter, and a bank transfer has none. */
export const senderKey = ({ sender, fiat }: Pick<Deposit, 'sender' | 'fiat'>) =>
  fiat !== null || sender.trim() === '' ? null : sender.trim().toLowerCase()

/** The addresses of a coin on a network. A rotation begins a new generation; of its `size`, `given` have been given. */
type Pool = { id: string; generation: number; size: number; given: number }
export const poolId = (coin: number, network: string) => `${coin}|${network}`
/** The address with number `n` of its generation; `user` has been given it and keeps it. */
type PoolAddress = {
  id: string
  pool: string
  network: string
  generation: number
  n: number
  address: string
  user: number | null
}
export const poolAddressId = ({ pool, generation, n }: Pick<PoolAddress, 'pool' | 'generation' | 'n'>) =>
  `${pool}|${generation}|${n}`
/**
 * One output of a transaction that a watcher has told of; once credited it stays so. `stray`: it belongs to nobody, is
 * too small, or was credited by hand before. `isLost`: the chain took it back after it was credited.
 */
export type ChainRow = {
  id: string
  coin: number
  network: string
  amount: string
  deposit: number | null
  state: 'seen' | 'credited' | 'vanished' | 'stray'
  /** When the watcher said so: an earlier word than the last one changes nothing. */
  saidAt: number
  isLost: boolean
}
export const chainId = (network: string, txid: string, output: number) =>
  `${network}|${txid.toLowerCase().replace(/^0x/, '')}|${output}`
export const placeOf = (network: string, address: string) => `${network}|${address}`

const isLive = ({ status }: Decided) => status === 'processing'

export const depositTable = 'deposits'
export const remittanceTable = 'remittances'
export const createDepositTables = (open: OpenTable) => ({
  deposits: open<Deposit>({
    name: depositTable,
    key: 'int',
    id: ({ id }) => id,
    isLive,
    columns: {
      user: int(({ user }) => user),
      coin: int(({ coin }) => coin),
      status: text(({ status }) => status),
      sender: text(senderKey),
      account: text(({ bankAccount }) => bankAccount),
      at: int(({ at }) => at),
    },
    paths: [['user'], ['user', 'at'], ['status'], ['sender'], ['account']],
  }),
  remittances: open<RemittanceRow>({
    name: remittanceTable,
    key: 'int',
    id: ({ id }) => id,
    isLive,
    columns: { user: int(({ user }) => user), status: text(({ status }) => status), at: int(({ at }) => at) },
    paths: [['user'], ['user', 'at'], ['status']],
  }),
  depositPools: open<Pool>({ name: 'deposit_pools', key: 'text', id: ({ id }) => id }),
  depositAddresses: open<PoolAddress>({
    name: 'deposit_addresses',
    key: 'text',
    id: ({ id }) => id,
    unique: {
      place: ({ network, address }) => placeOf(network, address),
      holder: ({ pool, generation, user }) => (user === null ? null : `${pool}|${generation}|${user}`),
    },
  }),
  chainDeposits: open<ChainRow>({
    name: 'chain_deposits',
    key: 'text',
    id: ({ id }) => id,
    groups: { trouble: ({ state, isLost }) => (state === 'stray' || isLost ? 'all' : null) },
  }),
  /** Coins on networks of which a watcher has told, by the id of their pool. */
  watchedWays: open<{ id: string }>({ name: 'watched_ways', key: 'text', id: ({ id }) => id }),
  credits: open<Credit>({ name: 'credits', key: 'text', id: ({ id }) => id }),
})
export type DepositTables = ReturnType<typeof createDepositTables>
