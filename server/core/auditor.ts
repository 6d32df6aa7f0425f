import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import type { CommandContext } from './context.ts'
import { readHead, type JournalHead, type Money } from './journal-head.ts'
import { chainHash } from './journal.ts'
import type { Breach } from './ledger.ts'
import { whenReady, type Maybe } from './maybe.ts'
import { balanceId, type CoreTables, type Owner } from './rows.ts'
import type { RowId } from './table-def.ts'
import type { EntryRow, Opened, Store } from './store-port.ts'
import { StoreError } from './store-error.ts'

type Books = Pick<CommandContext, 'tables'>
/** The audits of the features; each checks all data of its feature, and may pause where it gives null. */
type Audits = readonly (() => Iterable<Breach | null>)[]

/** No balance of the user is negative (L4), and each held amount is the sum of the holds on it (L5). */
function auditOwner({ balances, holds }: CoreTables, owner: number): Breach[] {
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
/** All balances of one asset, the external account included, sum to zero (L2). */
function auditAsset({ balances }: CoreTables, asset: number): Breach[] {
  let sum = 0n
  for (const kind of accountKinds)
    for (const { free, held } of balances.group('cell', `${asset}|${kind}`)) sum += free + held
  return sum === 0n ? [] : [{ rule: 'L2', at: String(asset) }]
}

type JournalLine = readonly [owner: Owner, asset: number, kind: AccountKind, free: string, held: string]
const noMoney: Money = { free: 0n, held: 0n }
const linesOf = ({ lines }: EntryRow): JournalLine[] => JSON.parse(lines)

/** Sums of the journal's lines per balance, up to the last entry read (L3). */
export function createLineSums(from: JournalHead = readHead(null)) {
  const sums = new Map<string, Money>(from.sums)
  let { seq } = from
  return {
    read: (entry: EntryRow) => {
      for (const [owner, asset, kind, free, held] of linesOf(entry)) {
        const id = balanceId(owner, asset, kind)
        const before = sums.get(id) ?? noMoney
        sums.set(id, { free: before.free + BigInt(free), held: before.held + BigInt(held) })
      }
      seq = entry.seq
    },
    of: (id: string) => sums.get(id) ?? noMoney,
    all: (): ReadonlyMap<string, Money> => sums,
    /** Number of the last entry included in the sums. */
    seq: () => seq,
  }
}
type LineSums = Pick<ReturnType<typeof createLineSums>, 'of' | 'seq'>

/**
 * Every balance is the sum of its journal lines (L3). A balance changed after the last entry read is skipped until that
 * entry is read.
 */
function auditLines({ balances }: CoreTables, owner: RowId, sums: LineSums): Breach[] {
  const breaches: Breach[] = []
  for (const { owner: of, asset, kind, free, held, seq } of balances.group('owner', owner)) {
    const id = balanceId(of, asset, kind)
    const sum = sums.of(id)
    if (seq <= sums.seq() && (free !== sum.free || held !== sum.held)) breaches.push({ rule: 'L3', at: id })
  }
  return breaches
}

/**
 * Audits everything in steps. Each step checks one complete unit (an owner, an asset, a feature), so that commands can
 * run between steps. If `sums` is given, balances are also compared with the journal.
 */
export function* auditSteps({ tables }: Books, audits: Audits, sums?: LineSums): Generator<Breach[], void> {
  const { balances, holds } = tables
  // The keys are read as the steps go on: there are as many of them as accounts.
  for (const key of balances.keysOf('owner')) {
    const breaches = typeof key === 'number' ? auditOwner(tables, key) : []
    yield sums ? [...breaches, ...auditLines(tables, key, sums)] : breaches
  }
  for (const owner of holds.keysOf('owner'))
    if (typeof owner === 'number' && balances.group('owner', owner).length === 0) yield auditOwner(tables, owner)
  const assets = new Set([...balances.keysOf('cell')].map((cell) => Number(String(cell).split('|')[0])))
  for (const asset of assets) yield auditAsset(tables, asset)
  for (const audit of audits) {
    for (const found of audit()) yield found ? [found] : []
    yield []
  }
}

type From = { seq: number; hash: string }
/** Checks consecutive entries against the hash chain (L6); reports the first break once and reads no further. */
function createChainCheck({ seq, hash }: From, read: (entry: EntryRow) => void) {
  let isBroken = false
  return {
    take: (entries: readonly EntryRow[]): Breach[] => {
      if (isBroken) return []
      for (const entry of entries) {
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
/**
 * Checks the journal from its first entry onwards, including entries added meanwhile: each call checks up to `count`
 * more.
 */
export function createChainWalk(
  entries: Store['entries'],
  from: From = { seq: 0, hash: '' },
  read: (entry: EntryRow) => void = () => {},
) {
  const check = createChainCheck(from, read)
  return {
    step: (count: number): Maybe<Breach[]> => whenReady(entries(check.seq(), count), check.take),
    seq: check.seq,
  }
}

/**
 * Checks the last entries of the journal before new ones are chained to them; throws with the number of the first
 * broken entry.
 */
export function checkEnd({ base, tail }: Opened['journal']) {
  const [breach] = createChainCheck(base ?? { seq: 0, hash: '' }, () => undefined).take(tail)
  if (breach) throw new StoreError('chainBroken', `the journal is broken at entry ${breach.at}`)
}

const chainStep = 50
/**
 * The continuous auditor. Each step checks up to 50 more journal entries and then audits for up to `budgetMs`; after a
 * full pass the
 * audit (not the journal check) pauses for `pauseMs`. A journal whose beginning is archived is checked from there on.
 */
export function createAuditor({
  ctx,
  audits,
  store,
  journalHead,
}: {
  ctx: Books
  audits: Audits
  store: Pick<Store, 'entries'>
  journalHead?: JournalHead
}) {
  const sums = createLineSums(journalHead)
  const walk = createChainWalk(store.entries, journalHead, sums.read)
  let steps = auditSteps(ctx, audits, sums)
  let pausedUntil = 0
  return {
    step: (budgetMs: number, pauseMs: number): Maybe<readonly Breach[]> =>
      whenReady(walk.step(chainStep), (found) => {
        const from = performance.now()
        const breaches = [...found]
        while (from >= pausedUntil) {
          const { done, value } = steps.next()
          if (done) {
            steps = auditSteps(ctx, audits, sums)
            pausedUntil = from + pauseMs
            break
          }
          breaches.push(...value)
          if (performance.now() - from > budgetMs) break
        }
        return breaches
      }),
  }
}
