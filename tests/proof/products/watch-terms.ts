import { parseDec } from '#contract/wire/money.ts'
import type { AccrualRow } from '#server/features/finance/earnings/rows.ts'
import type { HostingRow } from '#server/features/finance/rows.ts'
import type { JoinedRow } from '#server/features/finance/follow/rows.ts'
import type { Coin } from '#server/features/market/rows.ts'
import type { MachineRow, MyMachineRow, PledgeRow } from '#server/features/mining/rows.ts'
import type { Group } from '#server/core/store-port.ts'
import type { LedgerWatch, OnBreach } from '#tests/proof/watch-ledger.ts'

type Posting = readonly [owner: number | string, asset: number, kind: string, free: string, held: string]
type Moves = Readonly<Record<string, bigint>>
type Ports = {
  ledger: Pick<LedgerWatch, 'leftOf' | 'holdCell'>
  onBreach: OnBreach
  count: (name: string) => void
  now: () => number
}
/**
 * An order that earns day by day, whichever product it is of. `daily` is what it must earn by its terms, worked out
 * here.
 */
type Earner = {
  ref: string
  user: number
  coin: number
  principal: bigint | null
  daily: bigint
  firstDay: number
  days: number
  paid: number
  createdAt: number
  isOver: boolean
  isEarly: boolean
  fee: bigint
  mustFee: bigint
  endedAt: number
  terms: string
  name: string
}

export const dayMs = 86_400_000
const one = 100_000_000n
const dayOf = (ms: number) => Math.floor(ms / dayMs)
const linesOf = (text: string): Posting[] => JSON.parse(text)
const isEarning = (ref: string) => /^(?:hosting|plan|pledge|mining):\d+$/.test(ref)
const isSame = (a: Moves, b: Moves) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => (a[name] ?? 0n) === (b[name] ?? 0n))
const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b

/**
 * Follows what earns by the day, from rows and entries: hosting, plans and pledges by F1 to F4, machines by the same
 * rules as Y1.
 */
export function watchTerms({ ledger, onBreach, count, now }: Ports) {
  const steps = new Map<number, bigint>()
  const machineDaily = new Map<string, bigint>()
  /** What each order has moved so far, by owner and coin. */
  const moved = new Map<string, Record<string, bigint>>()
  /** How many days of each running order were paid, and the last of them. */
  const paidDays = new Map<string, { count: number; last: number }>()
  const termsOf = new Map<string, string>()
  const ended = new Set<string>()

  const interest = (amount: string, rate: string, coin: number) => {
    const step = steps.get(coin) ?? 1n
    return ((parseDec(amount) * parseDec(rate)) / one / step) * step
  }
  /**
   * One and a half days of interest, or a part of the amount for each day that is left; rounded up, and never more than
   * the amount.
   */
  const penalty = ({ rule, amount, dayRate, ratio, days, paid, coin }: HostingRow) => {
    const step = steps.get(coin) ?? 1n
    const cost =
      rule === 'interest_1_5'
        ? ceil(parseDec(amount) * parseDec(dayRate) * 3n, 2n * one * step)
        : ceil(parseDec(amount) * parseDec(ratio) * BigInt(days - paid), one * step)
    return cost * step < parseDec(amount) ? cost * step : parseDec(amount)
  }
  const plain = { isEarly: false, fee: 0n, mustFee: 0n }
  const hostingOf = (row: HostingRow): Earner => ({
    ...row,
    ref: `hosting:${row.id}`,
    principal: parseDec(row.amount),
    daily: interest(row.amount, row.dayRate, row.coin),
    isOver: row.status === 'ended',
    isEarly: row.isCancelled,
    fee: parseDec(row.cancelFee),
    mustFee: row.isCancelled ? penalty(row) : 0n,
    endedAt: row.finishedAt ?? 0,
    terms: `${row.user} ${row.amount} ${row.dayRate} ${row.rule} ${row.ratio} ${row.firstDay} ${row.days}`,
    name: row.isCancelled ? 'hosting redeemed' : `hosting ${row.status}`,
  })
  const joinedOf = (row: JoinedRow): Earner => ({
    ...plain,
    ...row,
    ref: `plan:${row.id}`,
    principal: parseDec(row.amount),
    daily: interest(row.amount, row.dayRate, row.coin),
    isOver: row.status === 'ended',
    endedAt: row.updatedAt,
    terms: `${row.user} ${row.amount} ${row.dayRate} ${row.firstDay} ${row.days}`,
    name: `plan ${row.status}`,
  })
  const pledgeOf = (row: PledgeRow): Earner => ({
    ...plain,
    ...row,
    ref: `pledge:${row.id}`,
    principal: parseDec(row.amount),
    daily: interest(row.amount, row.dayRate, row.coin),
    isOver: row.status === 'released',
    endedAt: row.updatedAt,
    terms: `${row.user} ${row.amount} ${row.dayRate} ${row.firstDay} ${row.days}`,
    name: `pledge ${row.status}`,
  })
  const machineOf = (row: MyMachineRow): Earner => ({
    ...plain,
    ...row,
    ref: `mining:${row.id}`,
    principal: null,
    daily: machineDaily.get(row.machine) ?? 0n,
    isOver: row.status === 'ended',
    endedAt: row.updatedAt,
    terms: `${row.user} ${row.machine} ${row.seat} ${row.firstDay} ${row.days}`,
    name: `machine ${row.status}`,
  })
  const earners: Readonly<Record<string, (body: string) => Earner>> = {
    hosting_orders: (body) => hostingOf(JSON.parse(body)),
    joined_plans: (body) => joinedOf(JSON.parse(body)),
    pledges: (body) => pledgeOf(JSON.parse(body)),
    my_machines: (body) => machineOf(JSON.parse(body)),
  }

  const readEntries = ({ entries }: Pick<Group, 'entries'>) => {
    for (const { ref, lines } of entries) {
      if (!isEarning(ref)) continue
      const sums = moved.get(ref) ?? {}
      for (const [owner, asset, , free, held] of linesOf(lines))
        sums[`${owner}|${asset}`] = (sums[`${owner}|${asset}`] ?? 0n) + BigInt(free) + BigInt(held)
      moved.set(ref, sums)
    }
  }
  /** Each day once, in order, and only when it is over. */
  const readAccrual = ({ source, ref, day, at }: AccrualRow) => {
    const name = `${source}:${ref}`
    const before = paidDays.get(name)
    const rule = source === 'mining' ? 'Y1' : 'F2'
    if (ended.has(name) || (before && day !== before.last + 1) || at < (day + 1) * dayMs || at > now())
      onBreach(rule, `${name} day ${day}`)
    paidDays.set(name, { count: (before?.count ?? 0) + 1, last: day })
    return name
  }
  const readEarner = (row: Earner) => {
    const { ref, user, coin, principal, daily, firstDay, days, paid, fee, isOver, isEarly } = row
    const rule = (name: string) => (principal === null ? 'Y1' : name)
    if (ended.has(ref) || (termsOf.get(ref) ?? row.terms) !== row.terms || firstDay !== dayOf(row.createdAt) + 1)
      onBreach(rule('F4'), ref)
    if (principal !== null && ledger.leftOf(ref) !== (isOver ? 0n : principal)) onBreach('F1', ref)
    if (principal !== null && !isOver && ledger.holdCell(ref) !== `${user}|${coin}|change`) onBreach('F1', ref)
    const seen = paidDays.get(ref) ?? { count: 0, last: firstDay - 1 }
    const overDays = Math.max(0, Math.min(days, dayOf(row.endedAt) - firstDay))
    if (
      seen.count !== paid ||
      seen.last !== firstDay + paid - 1 ||
      paid > days ||
      (isOver && paid !== (isEarly ? overDays : days))
    )
      onBreach(rule('F2'), ref)
    if (fee !== row.mustFee) onBreach('F3', `${ref} costs ${fee}, must ${row.mustFee}`)
    const earned = daily * BigInt(paid)
    const isRight = isSame(moved.get(ref) ?? {}, {
      [`${user}|${coin}`]: earned - fee,
      [`yield|${coin}`]: -earned,
      [`penalty|${coin}`]: fee,
    })
    if (!isRight) onBreach(isEarly ? 'F3' : rule('F2'), `${ref} has moved something else`)
    count(row.name)
    termsOf.set(ref, row.terms)
    if (!isOver) return
    ended.add(ref)
    for (const each of [termsOf, moved, paidDays]) each.delete(ref)
  }
  return {
    read: (group: Group) => {
      readEntries(group)
      const fresh = new Set<string>()
      for (const { table, body } of group.rows) {
        if (body === null) continue
        if (table === 'coins') {
          const { id, scale }: Coin = JSON.parse(body)
          steps.set(id, 10n ** BigInt(8 - scale))
        }
        if (table === 'machines') {
          const { id, daily }: MachineRow = JSON.parse(body)
          machineDaily.set(id, parseDec(daily))
        }
        if (table === 'accruals') fresh.add(readAccrual(JSON.parse(body)))
      }
      for (const { table, body } of group.rows) {
        const row = body === null ? undefined : earners[table]?.(body)
        if (!row) continue
        readEarner(row)
        fresh.delete(row.ref)
      }
      for (const ref of fresh) onBreach(ref.startsWith('mining') ? 'Y1' : 'F2', `${ref} was paid and does not count it`)
    },
  }
}
