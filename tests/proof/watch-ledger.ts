import { logTypes } from '#contract/wire/booking.ts'
import { chainHash } from '#server/core/journal.ts'
import type { Group } from '#server/core/store-port.ts'

export type OnBreach = (rule: string, at: string) => void
type Posting = readonly [owner: number | string, asset: number, kind: string, free: string, held: string]
type Money = { free: bigint; held: bigint }
type RefSums = { net: bigint; house: bigint; insured: bigint }
const nothing: RefSums = { net: 0n, house: 0n, insured: 0n }
const isUser = (owner: number | string) => typeof owner === 'number'
const holding = 0
const transferOut = 9
const linesOf = (text: string): Posting[] => JSON.parse(text)
const moneyOf = (body: string): { free: string; held: string } => JSON.parse(body)
export type HoldSeen = { id: string; owner: number; asset: number; kind: string; left: string }
const holdOf = (body: string): HoldSeen => JSON.parse(body)

/**
 * A hold that may grow again and be used up more than once: an ad gets back what an order of it did not take,
 * collateral and purse of a miner are filled over and over, triggers are amended.
 */
const mayGrow = (id: string) => id.startsWith('otc-ad:') || /^(?:collateral|purse|trig|trig-group):\d+$/.test(id)

/** A ledger that only adds up what is written, slow and obvious: L1, L3, L4, L5, L6, L8, L17. */
export function watchLedger(onBreach: OnBreach) {
  const cells = new Map<string, Money>()
  const heldBy = new Map<string, bigint>()
  const holds = new Map<string, bigint>()
  const ended = new Set<string>()
  /** Whose and what a hold is, by its name. */
  const holdCells = new Map<string, string>()
  /** What each contract or stake has brought its owner and cost house and insurance so far, by the name of its hold. */
  const sumsBy = new Map<string, RefSums>()
  /** How free money stood before the group that is read. */
  let freeBefore = new Map<string, bigint>()
  /** The newest entry that moved anything of a person. */
  const lastOf = new Map<number, number>()
  let gone: string[] = []
  let seq = 0
  let hash = ''

  const add = (cell: string, free: bigint, held: bigint) => {
    const before = cells.get(cell) ?? { free: 0n, held: 0n }
    cells.set(cell, { free: before.free + free, held: before.held + held })
    return before.free + free >= 0n && before.held + held >= 0n
  }
  const addRef = (postings: readonly Posting[], ref: string) => {
    let { net, house, insured } = sumsBy.get(ref) ?? nothing
    for (const [owner, , , free, held] of postings) {
      const moved = BigInt(free) + BigInt(held)
      if (isUser(owner)) net += moved
      if (owner === 'house') house += moved
      if (owner === 'insurance') insured -= moved
    }
    sumsBy.set(ref, { net, house, insured })
  }
  const checkSums = (postings: readonly Posting[], type: number, ref: string) => {
    const byAsset = new Map<number, bigint>()
    const byOwner = new Map<string, bigint>()
    for (const [owner, asset, , free, held] of postings) {
      const moved = BigInt(free) + BigInt(held)
      byAsset.set(asset, (byAsset.get(asset) ?? 0n) + moved)
      byOwner.set(`${owner}|${asset}`, (byOwner.get(`${owner}|${asset}`) ?? 0n) + moved)
    }
    // What inviters get of a fee is not what the contract brings its owner.
    if (type !== logTypes.rebate && (ref.startsWith('lever:') || ref.startsWith('option:'))) addRef(postings, ref)
    for (const sum of byAsset.values()) if (sum !== 0n) onBreach('L1', ref)
    // Setting aside and giving back moves nothing between owners; nor does a transfer between one's own accounts.
    const isWithin = type === holding || type === transferOut
    if (isWithin && [...byOwner.values()].some((sum) => sum !== 0n)) onBreach(type === holding ? 'L8' : 'L17', ref)
  }
  const readEntries = ({ entries }: Pick<Group, 'entries'>) => {
    const touched = new Set<string>()
    for (const entry of entries) {
      if (entry.seq !== seq + 1 || chainHash(hash, entry) !== entry.hash) onBreach('L6', String(entry.seq))
      seq = entry.seq
      hash = entry.hash
      const postings = linesOf(entry.lines)
      checkSums(postings, entry.type, entry.ref)
      for (const [owner, asset, kind, free, held] of postings) {
        const cell = `${owner}|${asset}|${kind}`
        touched.add(cell)
        if (!freeBefore.has(cell)) freeBefore.set(cell, cells.get(cell)?.free ?? 0n)
        if (typeof owner === 'number') lastOf.set(owner, entry.seq)
        if (!add(cell, BigInt(free), BigInt(held)) && isUser(owner)) onBreach('L4', cell)
      }
    }
    return touched
  }
  const readHold = (id: string, cell: string, left: bigint) => {
    const before = holds.get(id)
    if (left < 0n || (!mayGrow(id) && (ended.has(id) || (before !== undefined && left > before)))) onBreach('L8', id)
    holdCells.set(id, cell)
    heldBy.set(cell, (heldBy.get(cell) ?? 0n) + left - (before ?? 0n))
    if (left === 0n) {
      holds.delete(id)
      ended.add(id)
      gone.push(id)
    } else holds.set(id, left)
    return cell
  }
  const readHoldRow = (id: string, body: string | null) => {
    if (body === null) {
      // One that was opened in the same group has held nothing.
      const cell = holdCells.get(id)
      const touched = cell === undefined || !holds.has(id) ? [] : [readHold(id, cell, 0n)]
      ended.add(id)
      return touched
    }
    const { owner, asset, kind, left } = holdOf(body)
    return [readHold(id, `${owner}|${asset}|${kind}`, BigInt(left))]
  }
  return {
    read: (group: Group) => {
      freeBefore = new Map()
      for (const id of gone) holdCells.delete(id)
      gone = []
      const touched = readEntries(group)
      const written = new Set<string>()
      for (const { table, id, body } of group.rows) {
        if (table === 'holds') for (const cell of readHoldRow(String(id), body)) touched.add(cell)
        if (table !== 'balances' || body === null) continue
        const { free, held } = moneyOf(body)
        const must = cells.get(String(id)) ?? { free: 0n, held: 0n }
        written.add(String(id))
        if (BigInt(free) !== must.free || BigInt(held) !== must.held) onBreach('L3', String(id))
      }
      for (const cell of touched) {
        if (Number.isNaN(Number(cell.split('|')[0]))) continue
        if ((cells.get(cell)?.held ?? 0n) !== (heldBy.get(cell) ?? 0n)) onBreach('L5', cell)
      }
      for (const { lines } of group.entries)
        for (const [owner, asset, kind] of linesOf(lines))
          if (!written.has(`${owner}|${asset}|${kind}`)) onBreach('L3', `${owner}|${asset}|${kind}`)
    },
    leftOf: (id: string) => holds.get(id) ?? 0n,
    sumsOf: (id: string) => sumsBy.get(id) ?? nothing,
    /** Nothing more comes of this. */
    forget: (id: string) => void sumsBy.delete(id),
    holdCell: (id: string) => holdCells.get(id),
    cellOf: (cell: string) => cells.get(cell) ?? { free: 0n, held: 0n },
    freeBefore: (cell: string) => freeBefore.get(cell) ?? cells.get(cell)?.free ?? 0n,
    lastOf: (user: number) => lastOf.get(user) ?? 0,
    /** All money there is, by asset: zero (L2). */
    sums: () => {
      const sums = new Map<string, bigint>()
      for (const [cell, { free, held }] of cells) {
        const asset = cell.split('|')[1] ?? ''
        sums.set(asset, (sums.get(asset) ?? 0n) + free + held)
      }
      return sums
    },
  }
}
export type LedgerWatch = ReturnType<typeof watchLedger>
