import { parseDec } from '#contract/wire/money.ts'
import { logTypes } from '#contract/wire/booking.ts'
import type { Group } from '#server/core/store-port.ts'
import type { RebateRow } from '#server/features/promotion/rows.ts'
import type { User } from '#server/identity/rows.ts'
import type { OnBreach } from '#tests/proof/watch-ledger.ts'

type Posting = readonly [owner: number | string, asset: number, kind: string, free: string, held: string]
const one = 100_000_000n
/** Shares of a fee by the agent level of who earns, in 1/100; taken from the rules and not from the venue. */
const shares = [
  [10, 3, 1],
  [15, 5, 2],
  [20, 8, 3],
  [30, 10, 5],
] as const
const linesOf = (text: string): Posting[] => JSON.parse(text)
const add = (sums: Map<string, bigint>, name: string, by: bigint) => void sums.set(name, (sums.get(name) ?? 0n) + by)
const isSame = (a: ReadonlyMap<string, bigint>, b: ReadonlyMap<string, bigint>) =>
  a.size === b.size && [...a].every(([name, sum]) => b.get(name) === sum)

/**
 * Follows what inviters are given of fees (B1): up to three above who paid, each at their rate, out of a fee that was
 * paid, and once.
 */
export function watchRebates({ onBreach, count }: { onBreach: OnBreach; count: (name: string) => void }) {
  const people = new Map<number, Pick<User, 'inviter' | 'agentLevel'>>()
  /** Fees of contracts, stakes and exchanges that have been paid and not shared; each of them has one. */
  const unshared = new Map<string, bigint>()
  const shared = new Set<string>()

  const ancestor = (user: number, level: number): number | null => {
    let at: number | null = user
    for (let n = 0; n < level && at !== null; n += 1) at = people.get(at)?.inviter ?? null
    return at
  }
  const readRebate = ({ id, user, from, level, value, fee }: RebateRow) => {
    const rate = BigInt(shares[people.get(user)?.agentLevel ?? 0]?.[level - 1] ?? 0)
    const most = (parseDec(fee) * rate) / 100n
    const got = parseDec(value)
    if (user === from || ancestor(from, level) !== user || got <= 0n || got > most || most - got >= one / 100n)
      onBreach('B1', `rebate ${id}: ${value} of ${fee} at level ${level}`)
    count(`rebate ${level}`)
  }
  return {
    read: ({ rows, entries }: Group) => {
      const told = new Map<string, bigint>()
      const booked = new Map<string, bigint>()
      /** Fees of fills in this group, by coin, and what was shared of them. */
      const filled = new Map<string, bigint>()
      const sharedFills = new Map<string, bigint>()
      for (const { table, body } of rows) {
        if (table !== 'users' || body === null) continue
        const user: User = JSON.parse(body)
        people.set(user.id, user)
      }
      for (const { type, ref, lines } of entries)
        for (const [owner, asset, , free] of linesOf(lines)) {
          if (type === logTypes.rebate) {
            if (typeof owner === 'number') add(booked, `${owner}|${asset}|${ref}`, BigInt(free))
          } else if (owner === 'fee' && ref.startsWith('spot:')) add(filled, String(asset), BigInt(free))
          else if (owner === 'fee') add(unshared, ref, BigInt(free))
        }
      const news = rows.flatMap(({ table, body }): RebateRow[] =>
        table === 'rebates' && body !== null ? [JSON.parse(body)] : [],
      )
      for (const row of news) {
        readRebate(row)
        add(told, `${row.user}|${row.coin}|${row.ref}`, parseDec(row.value))
        if (row.level !== 1) continue
        if (row.ref.startsWith('spot:')) add(sharedFills, String(row.coin), parseDec(row.fee))
        else if (shared.has(row.ref) || (unshared.get(row.ref) ?? 0n) < parseDec(row.fee))
          onBreach('B1', `${row.ref} was shared before or has no such fee`)
        else shared.add(row.ref)
      }
      for (const row of news) unshared.delete(row.ref)
      for (const [coin, fees] of sharedFills)
        if (fees > (filled.get(coin) ?? 0n))
          onBreach('B1', `fees of fills in ${coin}: ${fees} shared, ${filled.get(coin) ?? 0n} paid`)
      if (!isSame(told, booked)) onBreach('B1', 'rebates told are not those booked')
    },
  }
}
