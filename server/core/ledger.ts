import type { AccountKind } from '#contract/wire/booking.ts'
import type { Journal } from './journal.ts'
import { Refusal } from './refusal.ts'
import { balanceId, type Balance, type CoreTables, type LogRow, type Owner } from './rows.ts'

/** One balance: an owner's money in one asset and one account. */
type Cell = { owner: Owner; asset: number; kind: AccountKind }
/** One line of a journal entry: changes of `free` and `held`, in units of 10^-8. */
export type Posting = Cell & { free?: bigint; held?: bigint }
/** One journal entry before it is numbered and hashed. */
type Entry = {
  /** Log type, one of `logTypes`. */
  type: number
  /** The entity it belongs to, as `feature:id`. */
  ref: string
  postings: readonly Posting[]
  info?: string
  from?: number
  /** Overrides `type` per posting, because what is given and what is received are logged under different types. */
  typeOf?: (posting: Posting) => number
}
/**
 * A fee that a user has paid for good: it is given back in no case. What others receive of it comes out of the account
 * it is in.
 */
export type EarnedFee = { payer: number; asset: number; kind: AccountKind; amount: bigint; ref: string }
/** Balances and log lines of one user that the running command has changed. */
export type BalanceChange = { user: number; cells: Map<string, Cell>; logs: LogRow[] }

const noChanges: readonly BalanceChange[] = []
const noFees: readonly EarnedFee[] = []

/**
 * Throws unless the postings of each asset sum to zero. Entries have few postings and mostly one asset, so no map of
 * sums is built.
 */
function checkSums({ postings, ref }: Entry) {
  for (const { asset } of postings) {
    let sum = 0n
    for (const posting of postings) if (posting.asset === asset) sum += (posting.free ?? 0n) + (posting.held ?? 0n)
    if (sum !== 0n) throw new Error(`unbalanced in asset ${asset}: ${sum} (${ref})`)
  }
}
/**
 * Postings as stored in the journal: JSON of `[owner, asset, kind, free, held]`. Built by hand for speed; none of the
 * values needs escaping.
 */
function textOf(postings: readonly Posting[]) {
  let text = ''
  for (const { owner, asset, kind, free = 0n, held = 0n } of postings)
    text +=
      `${text === '' ? '[' : ','}[${typeof owner === 'number' ? owner : `"${owner}"`},${asset},` +
      `"${kind}","${free}","${held}"]`
  return `${text === '' ? '[' : text}]`
}

/** What the running command has changed per user, and the fees that it has earned. */
function createRecord() {
  let changes = new Map<number, BalanceChange>()
  let fees: EarnedFee[] = []
  return {
    note: (cell: Cell, row: LogRow | null) => {
      if (typeof cell.owner !== 'number') return
      let change = changes.get(cell.owner)
      if (!change) {
        change = { user: cell.owner, cells: new Map<string, Cell>(), logs: [] }
        changes.set(cell.owner, change)
      }
      change.cells.set(`${cell.asset}|${cell.kind}`, cell)
      if (row) change.logs.push(row)
    },
    /**
     * Notes a fee that is earned in the running command, once; the features that share fees do so in the same
     * transaction.
     */
    noteFee: (fee: EarnedFee) => {
      if (fee.amount > 0n) fees.push(fee)
    },
    /** The fees earned by the running command so far; empties the record. */
    takeFees: () => {
      if (fees.length === 0) return noFees
      const all = fees
      fees = []
      return all
    },
    rollback: () => {
      changes = new Map()
      fees = []
    },
    /** What the running command has changed, per user; empties the record. */
    takeChanges: () => {
      if (changes.size === 0) return noChanges
      const all = [...changes.values()]
      changes = new Map()
      return all
    },
  }
}

type Post = (entry: Entry) => number

/** Money set aside for one obligation each; every move of it is posted. */
function createHolds({ holds }: Pick<CoreTables, 'holds'>, post: Post) {
  const leftOf = (id: string) => BigInt(holds.get(id)?.left ?? '0')
  const putHold = (id: string, cell: Cell & { owner: number }, left: bigint) => {
    if (left < 0n) throw new Error(`hold ${id} below zero`)
    const { owner, asset, kind } = cell
    return holds.put({ id, owner, asset, kind, left: String(left) })
  }
  /**
   * Takes `amount` out of a hold: the posting belongs into an entry of the same command. An entry may pay out of
   * several, as a trade does.
   */
  const take = (id: string, amount: bigint): Posting => {
    const hold = holds.need(id)
    putHold(id, hold, leftOf(id) - amount)
    return { owner: hold.owner, asset: hold.asset, kind: hold.kind, held: -amount }
  }
  /** Moves `amount` of a user from free to held, into hold `id`, which is opened if needed. */
  const grow = (id: string, cell: Cell & { owner: number }, amount: bigint, type: number) => {
    post({ type, ref: id, postings: [{ ...cell, free: -amount, held: amount }] })
    putHold(id, cell, leftOf(id) + amount)
  }
  return {
    grow,
    /** The same for a hold that is new; throws if it exists. */
    hold: (id: string, cell: Cell & { owner: number }, amount: bigint, type: number) => {
      if (holds.get(id)) throw new Error(`hold ${id} is open already`)
      grow(id, cell, amount, type)
    },
    /**
     * Pays `amount` out of a hold: the caller passes the receiving postings, the posting that takes it from held is
     * added here.
     */
    spend: (id: string, amount: bigint, entry: Omit<Entry, 'ref'>) =>
      post({ ...entry, ref: id, postings: [take(id, amount), ...entry.postings] }),
    take,
    /**
     * Returns what is left of a hold to the free balance, or only `part` of it; does nothing if there is no such hold.
     */
    release: (id: string, type: number, part?: bigint) => {
      const hold = holds.get(id)
      if (!hold) return
      const amount = part ?? leftOf(id)
      if (amount === 0n) return
      putHold(id, hold, leftOf(id) - amount)
      const { owner, asset, kind } = hold
      post({ type, ref: id, postings: [{ owner, asset, kind, held: -amount, free: amount }] })
    },
    /**
     * Moves `amount` from one hold to another of the same cell, opened if needed. The money stays held, so nothing is
     * posted.
     */
    shift: (from: string, to: string, amount: bigint) => {
      const source = holds.need(from)
      const { owner, asset, kind } = holds.get(to) ?? source
      if (owner !== source.owner || asset !== source.asset || kind !== source.kind)
        throw new Error(`${from} and ${to} hold different money`)
      putHold(from, source, leftOf(from) - amount)
      putHold(to, source, leftOf(to) + amount)
    },
    leftOf,
  }
}

/**
 * Double-entry ledger, and the only code that changes balances. Per asset the postings of an entry sum to zero (L1); no
 * balance of a user falls below zero (L4). Amounts are in units of 10^-8.
 */
export function createLedger(tables: CoreTables, journal: Journal, now: () => number) {
  const { note, ...record } = createRecord()
  const balance = ({ owner, asset, kind }: Cell): Balance =>
    tables.balances.get(balanceId(owner, asset, kind)) ?? { owner, asset, kind, free: 0n, held: 0n, seq: 0 }

  const apply = (entry: Entry, posting: Posting, seq: number) => {
    const before = balance(posting)
    const free = before.free + (posting.free ?? 0n)
    const held = before.held + (posting.held ?? 0n)
    const isUser = typeof posting.owner === 'number'
    if (isUser && free < 0n) throw new Refusal('insufficient_balance')
    if (isUser && held < 0n)
      throw new Error(`held below zero: ${balanceId(posting.owner, posting.asset, posting.kind)}`)
    tables.balances.put({ owner: posting.owner, asset: posting.asset, kind: posting.kind, free, held, seq })
    if (typeof posting.owner !== 'number') return
    const total = before.free + before.held
    const moved = free + held - total
    if (moved === 0n) return note(posting, null)
    const { asset, kind, owner: user } = posting
    const row = tables.logs.put({
      id: tables.logs.nextId(),
      user,
      asset,
      kind,
      type: entry.typeOf?.(posting) ?? entry.type,
      value: String(moved),
      before: String(total),
      after: String(total + moved),
      info: entry.info ?? '',
      from: entry.from ?? null,
      at: now(),
      seq,
    })
    note(posting, row)
  }
  /**
   * Posts one entry and returns its number. Refuses with `insufficient_balance` when a user's free balance would fall
   * below zero.
   */
  const post: Post = (entry) => {
    checkSums(entry)
    const seq = journal.next()
    for (const posting of entry.postings) apply(entry, posting, seq)
    return journal.append({ at: now(), type: entry.type, ref: entry.ref, lines: textOf(entry.postings) })
  }
  return { balance, post, ...createHolds(tables, post), ...record }
}
export type Ledger = ReturnType<typeof createLedger>

export type Breach = { rule: string; at: string }

/**
 * Holds of a feature, by the beginning of their ids, that still hold money nobody is known to need. An empty one is no
 * breach: it stays in memory for as long as something else decides on what it has read.
 */
export const strayHolds = (
  { holds }: Pick<CoreTables, 'holds'>,
  { rule, prefix, known }: { rule: string; prefix: string; known: ReadonlySet<string> },
): Breach[] =>
  [...holds.keysOf('word')]
    .filter((word) => String(word).startsWith(prefix))
    .flatMap((word) => holds.group('word', word))
    .flatMap(({ id, left }) => (left !== '0' && !known.has(id) ? [{ rule, at: id }] : []))

/**
 * Checks that every asset sums to zero, no balance is negative, and holds explain held money (L2, L4, L5).
 * Reads everything at once and uses no index: the auditor, which works in steps and by index, is compared with it.
 */
export function audit(tables: CoreTables): Breach[] {
  const breaches: Breach[] = []
  const sums = new Map<number, bigint>()
  const held = new Map<string, bigint>()
  for (const row of tables.balances.all()) {
    sums.set(row.asset, (sums.get(row.asset) ?? 0n) + row.free + row.held)
    if (typeof row.owner !== 'number') continue
    const id = balanceId(row.owner, row.asset, row.kind)
    if (row.free < 0n || row.held < 0n) breaches.push({ rule: 'L4', at: id })
    if (row.held !== 0n) held.set(id, row.held)
  }
  for (const [asset, sum] of sums) if (sum !== 0n) breaches.push({ rule: 'L2', at: String(asset) })
  for (const { owner, asset, kind, left } of tables.holds.all()) {
    const id = balanceId(owner, asset, kind)
    held.set(id, (held.get(id) ?? 0n) - BigInt(left))
  }
  for (const [id, rest] of held) if (rest !== 0n) breaches.push({ rule: 'L5', at: id })
  return breaches
}
