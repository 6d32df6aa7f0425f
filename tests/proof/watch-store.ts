import { logTypes } from '#contract/wire/booking.ts'
import { baseUnits } from '#server/features/market/units.ts'
import type { Group, Store } from '#server/core/store-port.ts'
import { createHash } from 'node:crypto'
import { watchLedger } from './watch-ledger.ts'
import { watchLives } from './watch-lives.ts'
import { watchMarks } from './watch-marks.ts'
import { watchProducts } from '#tests/proof/products/watch-products.ts'
import { watchRebates } from '#tests/proof/products/watch-rebates.ts'
import { watchTerms } from '#tests/proof/products/watch-terms.ts'
import { watchTriggers } from './watch-triggers.ts'
import { isWalletRef, watchWallet } from './watch-wallet.ts'

export type Breach = { readonly rule: string; readonly at: string }
type Filled = { ev: string; v: { order_id: number; fee: string; deal: { price: string; amount: string } } }
const isFilled = (value: unknown): value is Filled =>
  typeof value === 'object' && value !== null && 'ev' in value && value.ev === 'spot.filled'
const digits = (text: string) => BigInt(text.replace('.', ''))
const placesIn = (text: string) => text.split('.')[1]?.length ?? 0
/** Decimal text in units of 10^-8. */
const unitsOf = (text: string) => digits(text) * 10n ** BigInt(8 - placesIn(text))

/** Stands between the venue and its store, believes nothing, and checks every group that is written. */
export function watchStore(inner: Store, { cap, now }: { cap: bigint; now: () => number }) {
  const breaches: Breach[] = []
  const onBreach = (rule: string, at: string) => {
    if (breaches.length < 50) breaches.push({ rule, at })
  }
  const ledger = watchLedger(onBreach)
  const marks = watchMarks(onBreach)
  const lives = watchLives({ ledger, marks, onBreach, cap })
  const wallet = watchWallet({ leftOf: ledger.leftOf, onBreach, count: lives.count })
  const shared = { ledger, onBreach, count: lives.count, now }
  const triggers = watchTriggers({ onBreach, count: lives.count, now, pairOf: lives.pairOf })
  const more = [wallet, triggers, watchTerms(shared), watchProducts(shared), watchRebates(shared)]
  const heads = new Map<number, number>()
  const places = new Set<string>()
  const fees = new Map<number, bigint>()
  const digest = createHash('sha256')
  let groups = 0

  /** Each fee is rounded once, against who pays it (M6, L10). */
  const readFill = ({ order_id, fee, deal }: Filled['v']) => {
    lives.count('spot fill')
    const row = lives.spotOf(order_id)
    const pair = row && lives.pairOf(row.pair)
    if (!row || !pair) return onBreach('M6', `spot:${order_id}`)
    const amount = Number(digits(deal.amount))
    const received =
      row.side === 'buy' ? baseUnits(pair, amount) : (unitsOf(deal.price) * unitsOf(deal.amount)) / 10n ** 8n
    const exact = received * unitsOf(row.rate)
    const paid = unitsOf(fee)
    if (paid * 10n ** 8n < exact || (paid - 1n) * 10n ** 8n >= exact) onBreach('M6', `spot:${order_id}`)
    fees.set(order_id, (fees.get(order_id) ?? 0n) + paid)
    return undefined
  }
  const readEvents = ({ events, entries }: Group) => {
    const ids = new Set<number>()
    let told = 0n
    for (const { user, s, body } of events) {
      if (s !== (heads.get(user) ?? 0) + 1) onBreach('RT-7', `${user}:${s}`)
      heads.set(user, s)
      const event: unknown = JSON.parse(body)
      if (!isFilled(event)) continue
      readFill(event.v)
      ids.add(event.v.order_id)
      told += unitsOf(event.v.fee)
    }
    for (const id of ids) {
      const row = lives.spotOf(id)
      if (BigInt(row?.fee ?? -1) !== fees.get(id)) onBreach('M6', `spot:${id}`)
      if (row?.status !== 'waiting') fees.delete(id)
    }
    let booked = 0n
    for (const { lines, ref, type } of entries) {
      if (isWalletRef(ref) || ref.startsWith('purse:') || type === logTypes.rebate) continue
      const cells: unknown = JSON.parse(lines)
      if (Array.isArray(cells))
        for (const [owner, , kind, free] of cells) if (owner === 'fee' && kind === 'change') booked += BigInt(free)
    }
    if (told !== booked) onBreach('M6', `fees told ${told}, booked ${booked}`)
  }
  const read = (group: Group) => {
    groups += 1
    lives.begin()
    ledger.read(group)
    for (const { table, body } of group.rows) if (body !== null) lives.read(table, body)
    lives.settle()
    for (const watch of more) watch.read(group)
    readEvents(group)
    for (const { place } of group.keys) {
      if (places.has(place)) onBreach('L7', place)
      places.add(place)
    }
    digest.update(JSON.stringify([group.rows, group.entries, group.events]))
  }
  const store: Store = {
    ...inner,
    append: (group) => {
      read(group)
      // After the first breach the world is about to end: what is wrong is not written.
      if (breaches.length === 0) return inner.append(group)
    },
  }
  return {
    store,
    breaches,
    onBreach,
    lives,
    triggers,
    marks,
    sums: ledger.sums,
    lastOf: ledger.lastOf,
    /** Keys too old to be kept: they may be begun anew. */
    forgetKeys: () => places.clear(),
    groups: () => groups,
    /** All that has been written, in one word: two runs that say the same did the same. */
    hash: () => digest.copy().digest('hex'),
  }
}
