import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import type { CommandContext } from './context.ts'
import { chainHash } from './journal.ts'
import type { Breach } from './ledger.ts'
import { auditLever } from '#server/features/lever/audit.ts'
import { auditOption } from '#server/features/option/audit.ts'
import { balanceId, type Owner } from './rows.ts'
import type { EntryRow, Store } from './store-port.ts'
import { StoreError } from './store-error.ts'

type Books = Pick<CommandContext, 'tables' | 'ledger' | 'settings'>

/** Nobody's money is below zero, and holds explain what is held (L4, L5). */
function auditOwner({ balances, holds }: CommandContext['tables'], owner: number): Breach[] {
  const breaches: Breach[] = []
  const held = new Map<string, bigint>()
  for (const row of balances.group('owner', owner)) {
    const id = balanceId(owner, row.asset, row.kind)
    if (row.free < 0n || row.held < 0n) breaches.push({ rule: 'L4', at: id })
    held.set(id, row.held)
  }
  for (const { asset, kind, left } of holds.group('owner', owner)) {
    const id = balanceId(owner, asset, kind)
    held.set(id, (held.get(id) ?? 0n) - BigInt(left))
  }
  for (const [id, rest] of held) if (rest !== 0n) breaches.push({ rule: 'L5', at: id })
  return breaches
}
/** All there is of one asset, what lies outside included, is nothing (L2). */
function auditAsset({ balances }: CommandContext['tables'], asset: number): Breach[] {
  let sum = 0n
  for (const kind of accountKinds) for (const { free, held } of balances.group('cell', `${asset}|${kind}`)) sum += free + held
  return sum === 0n ? [] : [{ rule: 'L2', at: String(asset) }]
}

type Money = { free: bigint; held: bigint }
type JournalLine = readonly [owner: Owner, asset: number, kind: AccountKind, free: string, held: string]
const none: Money = { free: 0n, held: 0n }
const linesOf = ({ lines }: EntryRow): JournalLine[] => JSON.parse(lines)

/** What the lines of the journal come to for each balance, as far as it has been walked (L3). */
export function createLineSums() {
  const sums = new Map<string, Money>()
  let seq = 0
  return {
    read: (entry: EntryRow) => {
      for (const [owner, asset, kind, free, held] of linesOf(entry)) {
        const id = balanceId(owner, asset, kind)
        const before = sums.get(id) ?? none
        sums.set(id, { free: before.free + BigInt(free), held: before.held + BigInt(held) })
      }
      seq = entry.seq
    },
    of: (id: string) => sums.get(id) ?? none,
    /** The last entry that is in the sums. */
    seq: () => seq,
  }
}
export type LineSums = Pick<ReturnType<typeof createLineSums>, 'of' | 'seq'>

/** A balance says what its lines come to (L3); one that has moved after the end of the walk is looked at when the walk is there. */
function auditLines({ balances }: CommandContext['tables'], owner: Owner, sums: LineSums): Breach[] {
  const breaches: Breach[] = []
  for (const { asset, kind, free, held, seq } of balances.group('owner', owner)) {
    const id = balanceId(owner, asset, kind)
    const sum = sums.of(id)
    if (seq <= sums.seq() && (free !== sum.free || held !== sum.held)) breaches.push({ rule: 'L3', at: id })
  }
  return breaches
}

/**
 * The books looked through in steps: each looks at something whole, one person or one asset, so that commands may run
 * between two of them and nobody waits for all. With sums of the journal, balances are held against them as well.
 */
export function* auditSteps({ tables, ledger, settings }: Books, sums?: LineSums): Generator<Breach[], void> {
  const owners = new Set<Owner>()
  const assets = new Set<number>()
  for (const { owner, asset } of tables.balances.all()) {
    owners.add(owner)
    assets.add(asset)
  }
  for (const { owner } of tables.holds.all()) owners.add(owner)
  for (const owner of owners) {
    const breaches = typeof owner === 'number' ? auditOwner(tables, owner) : []
    yield sums ? [...breaches, ...auditLines(tables, owner, sums)] : breaches
  }
  for (const asset of assets) yield auditAsset(tables, asset)
  yield auditLever(tables, ledger)
  yield auditOption({ tables, ledger, settings })
}

/** Goes along the journal from its first entry and follows its end: each call checks so many more (L6) and has each whole one read. A break is told once. */
export function createChainWalk(entries: Store['entries'], from = { seq: 0, hash: '' }, read: (entry: EntryRow) => void = () => {}) {
  let { seq, hash } = from
  let isBroken = false
  return {
    step: (count: number): Breach[] => {
      if (isBroken) return []
      for (const entry of entries(seq, count)) {
        isBroken = entry.seq !== seq + 1 || chainHash(hash, entry) !== entry.hash
        if (isBroken) return [{ rule: 'L6', at: String(seq + 1) }]
        seq = entry.seq
        hash = entry.hash
        read(entry)
      }
      return []
    },
    seq: () => seq,
  }
}

const endChecked = 500
/** The journal goes on from its end: begun on an end that is not whole, all that follows would rest on it. Throws where it breaks. */
export function checkEnd({ entries, journalEnd }: Pick<Store, 'entries' | 'journalEnd'>) {
  const before = Math.max(0, journalEnd().seq - endChecked)
  const [base] = before === 0 ? [] : entries(before - 1, 1)
  const [breach] = createChainWalk(entries, base && { seq: base.seq, hash: base.hash }).step(endChecked)
  if (breach) throw new StoreError('chainBroken', `the journal is not whole at entry ${breach.at}`)
}

const chainStep = 50
/** The standing auditor: each call goes a little further along the journal and, unless it rests after a round, through the books. */
export function createAuditor({ ctx, store }: { ctx: Books; store: Pick<Store, 'entries'> }) {
  const sums = createLineSums()
  const walk = createChainWalk(store.entries, undefined, sums.read)
  let steps = auditSteps(ctx, sums)
  let restsUntil = 0
  return {
    step: (budgetMs: number, restMs: number): readonly Breach[] => {
      const from = performance.now()
      const breaches = walk.step(chainStep)
      while (from >= restsUntil) {
        const { done, value } = steps.next()
        if (done) {
          steps = auditSteps(ctx, sums)
          restsUntil = from + restMs
          break
        }
        breaches.push(...value)
        if (performance.now() - from > budgetMs) break
      }
      return breaches
    },
  }
}
