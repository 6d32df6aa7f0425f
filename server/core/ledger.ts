import type { AccountKind } from '#contract/assets.ts'
import type { Journal } from './journal.ts'
import { Refusal } from './refusal.ts'
import { balanceId, type Balance, type createCoreTables, type LogRow, type Owner } from './rows.ts'

export type Cell = { owner: Owner; asset: number; kind: AccountKind }
/** One leg: `free` and `held` are changes in units of 10^-8. */
export type Line = Cell & { free?: bigint; held?: bigint }
export type Posting = {
  /** What it is for: a log type of wire.md section 10. */
  type: number
  /** What it belongs to, as `word:id`. */
  ref: string
  lines: readonly Line[]
  info?: string
  from?: number
  /** Other log types for single lines, by asset (given and received bear different ones). */
  typeOf?: (line: Line) => number
}
type CoreTables = ReturnType<typeof createCoreTables>
export type Told = { user: number; cells: Map<string, Cell>; logs: LogRow[] }

const nothing: readonly Told[] = []

/** Per asset the lines add up to zero. Most postings have one asset and few lines: no table of sums is made for them. */
function checkSums({ lines, ref }: Posting) {
  for (const { asset } of lines) {
    let sum = 0n
    for (const line of lines) if (line.asset === asset) sum += (line.free ?? 0n) + (line.held ?? 0n)
    if (sum !== 0n) throw new Error(`unbalanced in asset ${asset}: ${sum} (${ref})`)
  }
}
/** Lines as the journal keeps them: JSON of `[owner, asset, kind, free, held]`, written by hand because nothing in it needs escaping. */
function textOf(lines: readonly Line[]) {
  let text = ''
  for (const { owner, asset, kind, free = 0n, held = 0n } of lines)
    text += `${text === '' ? '[' : ','}[${typeof owner === 'number' ? owner : `"${owner}"`},${asset},"${kind}","${free}","${held}"]`
  return `${text === '' ? '[' : text}]`
}

/** The one place where money moves. Per asset the lines of a posting sum to zero; no user's money falls below zero. */
export function createLedger(tables: CoreTables, journal: Journal, now: () => number) {
  let told = new Map<number, Told>()

  const balance = ({ owner, asset, kind }: Cell): Balance =>
    tables.balances.get(balanceId(owner, asset, kind)) ?? { owner, asset, kind, free: 0n, held: 0n, seq: 0 }

  const tell = (cell: Cell, row: LogRow | null) => {
    if (typeof cell.owner !== 'number') return
    let known = told.get(cell.owner)
    if (!known) {
      known = { user: cell.owner, cells: new Map<string, Cell>(), logs: [] }
      told.set(cell.owner, known)
    }
    known.cells.set(`${cell.asset}|${cell.kind}`, cell)
    if (row) known.logs.push(row)
  }
  const write = (posting: Posting, line: Line, seq: number) => {
    const before = balance(line)
    const free = before.free + (line.free ?? 0n)
    const held = before.held + (line.held ?? 0n)
    const isUser = typeof line.owner === 'number'
    if (isUser && free < 0n) throw new Refusal('insufficient_balance')
    if (isUser && held < 0n) throw new Error(`held below zero: ${balanceId(line.owner, line.asset, line.kind)}`)
    tables.balances.put({ owner: line.owner, asset: line.asset, kind: line.kind, free, held, seq })
    if (typeof line.owner !== 'number') return
    const total = before.free + before.held
    const moved = free + held - total
    if (moved === 0n) return tell(line, null)
    const { asset, kind, owner: user } = line
    const row = tables.logs.put({
      id: tables.logs.nextId(), user, asset, kind, type: posting.typeOf?.(line) ?? posting.type, value: String(moved),
      before: String(total), after: String(total + moved), info: posting.info ?? '', from: posting.from ?? null, at: now(), seq,
    })
    tell(line, row)
  }

  /** Books one entry; returns its number. Refuses with `insufficient_balance` where free money would fall below zero. */
  const post = (posting: Posting): number => {
    checkSums(posting)
    const seq = journal.next()
    for (const line of posting.lines) write(posting, line, seq)
    return journal.append({ at: now(), type: posting.type, ref: posting.ref, lines: textOf(posting.lines) })
  }

  const leftOf = (id: string) => BigInt(tables.holds.get(id)?.left ?? '0')
  const keepHold = (id: string, cell: Cell & { owner: number }, left: bigint) => {
    if (left < 0n) throw new Error(`hold ${id} below zero`)
    const { owner, asset, kind } = cell
    return tables.holds.put({ id, owner, asset, kind, left: String(left) })
  }

  return {
    balance,
    post,
    /** Sets money of a user aside under a name of its own. */
    hold: (id: string, cell: Cell & { owner: number }, amount: bigint, type: number) => {
      if (tables.holds.get(id)) throw new Error(`hold ${id} is open already`)
      post({ type, ref: id, lines: [{ ...cell, free: -amount, held: amount }] })
      keepHold(id, cell, amount)
    },
    /** Pays out of a hold: the lines bear the rest of the posting, the held leg is added here. */
    spend: (id: string, amount: bigint, posting: Omit<Posting, 'ref'>) => {
      const hold = tables.holds.need(id)
      keepHold(id, hold, leftOf(id) - amount)
      const { owner, asset, kind } = hold
      return post({ ...posting, ref: id, lines: [{ owner, asset, kind, held: -amount }, ...posting.lines] })
    },
    /** Gives back what is left of a hold, or a part of it. */
    release: (id: string, type: number, part?: bigint) => {
      const hold = tables.holds.get(id)
      if (!hold) return
      const amount = part ?? leftOf(id)
      if (amount === 0n) return
      keepHold(id, hold, leftOf(id) - amount)
      const { owner, asset, kind } = hold
      post({ type, ref: id, lines: [{ owner, asset, kind, held: -amount, free: amount }] })
    },
    leftOf,
    rollback: () => {
      told = new Map()
    },
    /** What the running command has changed, per user: to be told when it stands. */
    takeTold: () => {
      if (told.size === 0) return nothing
      const all = [...told.values()]
      told = new Map()
      return all
    },
  }
}
export type Ledger = ReturnType<typeof createLedger>

export type Breach = { rule: string; at: string }

/** The books of every asset add up, nobody is below zero, holds explain what is held (L2, L4, L5). At once and by no index: the obvious twin the standing auditor's steps are held against. */
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
