import { parseDec } from '#contract/wire/money.ts'
import type { AdRow, OrderRow } from '#server/features/otc/rows.ts'
import type { Group } from '#server/core/store-port.ts'
import { watchLedger, type OnBreach } from './watch-ledger.ts'

type Posting = readonly [owner: number | string, asset: number, kind: string, free: string, held: string]
type Moves = Readonly<Record<string, bigint>>
type Told = {
  ev: string
  v: {
    id: string
    my_role: 'buyer' | 'seller'
    status: string
    pay_deadline_ms: number
    confirm_deadline_ms: number | null
    late_until_ms: number | null
    server_now_ms: number
    may: string[]
    offers: { by: string }[]
  }
}

/** Where an order may go from each status. Written out here: the venue's own table is what is checked. */
const edges: Readonly<Record<string, readonly string[]>> = {
  to_be_paid: ['to_be_confirmed', 'cancelled'],
  to_be_confirmed: ['to_be_paid', 'confirmed', 'seller_appealing', 'overtime_appealing'],
  seller_appealing: ['confirmed', 'cancelled'],
  overtime_appealing: ['confirmed', 'cancelled'],
  confirmed: [],
  cancelled: ['overtime_appealing'],
}
const isOver = (status: string) => status === 'confirmed' || status === 'cancelled'
/** A payment may be claimed for a day after the time to pay has ended an order, once. */
const lateMs = 86_400_000
const isAppeal = (status: string) => status.endsWith('_appealing')
/** What must be offered to a party, by status, role and time. */
function mayOf({
  my_role: role,
  status,
  pay_deadline_ms,
  confirm_deadline_ms,
  late_until_ms,
  server_now_ms: now,
  offers,
}: Told['v']): string[] {
  const isBuyer = role === 'buyer'
  if (isOver(status)) return isBuyer && late_until_ms !== null && now < late_until_ms ? ['appeal'] : []
  if (status === 'to_be_paid') return isBuyer && now < pay_deadline_ms ? ['pay', 'cancelTradeOrder'] : []
  if (status === 'to_be_confirmed') {
    if (!isBuyer) return ['confirm', 'appeal']
    return [
      'pay',
      ...(now < pay_deadline_ms ? ['undo'] : []),
      ...(confirm_deadline_ms !== null && now >= confirm_deadline_ms ? ['appeal'] : []),
    ]
  }
  const by = offers.at(-1)?.by
  return [...(isBuyer ? [] : ['confirm']), 'appeal', 'offer', ...(by !== undefined && by !== role ? ['agree'] : [])]
}
const scale = 100_000_000n
const cut = (units: bigint, places: number) => units - (units % 10n ** BigInt(8 - places))
/** Scales of USDT and of USD, in which the lives trade. */
const coinScale = 6
const fiatScale = 2
const copied = ({ price, number, total, fiat, coin, way, payee, buyer, seller, feePayer, createdAt, ad }: OrderRow) =>
  JSON.stringify([price, number, total, fiat, coin, way, payee, buyer, seller, feePayer, createdAt, ad])
const isSame = (a: Moves, b: Moves) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => (a[name] ?? 0n) === (b[name] ?? 0n))
const linesOf = (text: string): Posting[] => JSON.parse(text)

/**
 * Follows ads and orders between people by what is written: E1 to E6, E8, E10, E11, E12, and the ledger beneath them.
 */
export function watchOtc(onBreach: OnBreach, count: (name: string) => void) {
  const ledger = watchLedger(onBreach)
  const ads = new Map<number, AdRow>()
  const orders = new Map<number, OrderRow>()
  const moved = new Map<string, Record<string, bigint>>()
  /** The instants at which the clock will act on an order. */
  const alarms = new Set<string>()

  const readMoves = ({ entries }: Pick<Group, 'entries'>) => {
    for (const { ref, lines } of entries) {
      if (!ref.startsWith('otc-order:')) continue
      const sums = moved.get(ref) ?? {}
      for (const [owner, asset, , free, held] of linesOf(lines))
        sums[`${owner}|${asset}`] = (sums[`${owner}|${asset}`] ?? 0n) + BigInt(free) + BigInt(held)
      moved.set(ref, sums)
    }
  }
  const readAd = (ad: AdRow) => {
    const parts = [ad.surplus, ad.locked, ad.done, ad.takenBack].map((text) => parseDec(text))
    if (parts.some((part) => part < 0n) || parts.reduce((sum, part) => sum + part, 0n) !== parseDec(ad.total))
      onBreach('E1', `ad ${ad.id}`)
    ads.set(ad.id, ad)
  }
  const readEdge = (before: OrderRow, row: OrderRow, at: string) => {
    if (before.status === row.status) return
    count(`${before.status} > ${row.status}`)
    if (edges[before.status]?.includes(row.status)) return
    const wasPaid = before.status === 'to_be_confirmed' && row.status === 'cancelled'
    const isPaidLate = before.status === 'cancelled' && row.status === 'to_be_confirmed'
    onBreach(
      isAppeal(before.status) ? 'E6' : wasPaid || isPaidLate ? 'E5' : 'E3',
      `${at}: ${before.status} > ${row.status}`,
    )
  }
  /** The clock acts from its deadline on, a party before it. */
  const readTime = (before: OrderRow, row: OrderRow, at: string) => {
    const { payDeadline } = before
    if (before.status === 'to_be_paid' && row.status === 'to_be_confirmed' && (row.paidAt ?? Infinity) >= payDeadline)
      onBreach('E5', `${at}: paid too late`)
    if (before.status === 'to_be_confirmed' && row.status === 'to_be_paid' && row.updatedAt >= payDeadline)
      onBreach('E5', `${at}: undone too late`)
    if (row.status === 'cancelled' && row.reason === 'timeout' && row.updatedAt < payDeadline)
      onBreach('E5', `${at}: cancelled too early`)
    if (
      before.status === 'to_be_confirmed' &&
      row.status === 'overtime_appealing' &&
      row.updatedAt < (before.confirmDeadline ?? Infinity)
    )
      onBreach('E3', `${at}: appealed too early`)
    const isClaimed = before.status === 'cancelled' && row.status === 'overtime_appealing'
    const mayClaim = before.reason === 'timeout' && before.appeals.length === 0 && row.isLate === true
    if (isClaimed && (!mayClaim || row.updatedAt >= (before.endedAt ?? 0) + lateMs))
      onBreach('E3', `${at}: claimed too late`)
    if (isAppeal(before.status) && row.status === 'cancelled' && row.ruling?.to !== 'seller')
      onBreach('E6', `${at}: cancelled without a ruling`)
    if (row.ruling?.to === 'seller' && row.status === 'confirmed') onBreach('E6', `${at}: paid against the ruling`)
  }
  const readMoney = (row: OrderRow, order: string) => {
    // What is held anew has a hold of its own; from the first one all has gone back.
    if (row.isLate && (!isSame(moved.get(order) ?? {}, {}) || ledger.leftOf(order) !== 0n)) onBreach('E4', order)
    const at = row.isLate ? `${order}:late` : order
    const [number, fee] = [parseDec(row.number), parseDec(row.fee)]
    const [buyer, seller] = [`${row.buyer.user}|${row.coin}`, `${row.seller.user}|${row.coin}`]
    const given = row.split === null ? number : parseDec(row.split.to_buyer)
    if (row.split !== null && given + parseDec(row.split.to_seller) !== number) onBreach('E12', at)
    const isMine = row.feePayer === 'buyer'
    const must: Moves =
      row.status !== 'confirmed'
        ? {}
        : { [buyer]: given - (isMine ? fee : 0n), [seller]: -given - (isMine ? 0n : fee), [`fee|${row.coin}`]: fee }
    if (!isSame(moved.get(at) ?? {}, must)) onBreach('E4', at)
    const left = isOver(row.status) ? 0n : number + (isMine ? 0n : fee)
    if (ledger.leftOf(at) !== left)
      onBreach(isOver(row.status) ? 'E4' : 'E2', `${at} holds ${ledger.leftOf(at)}, not ${left}`)
  }
  const readNew = (row: OrderRow, at: string) => {
    const ad = ads.get(row.ad)
    const [number, total, price] = [parseDec(row.number), parseDec(row.total), parseDec(row.price)]
    if (!ad || total < parseDec(ad.min) || total > parseDec(ad.max)) onBreach('E1', `${at}: outside of the limits`)
    if (ad?.price !== row.price) onBreach('E8', `${at}: not at the price of its ad`)
    const isByNumber = total === cut((price * number) / scale, fiatScale)
    const isByMoney = number === cut((total * scale) / price, coinScale)
    if (!isByNumber && !isByMoney) onBreach('E10', at)
    if (row.status !== 'to_be_paid' || row.rev !== 1) onBreach('E3', `${at}: begins as ${row.status}`)
    count('taken')
  }
  const readOrder = (row: OrderRow) => {
    const at = `otc-order:${row.id}`
    const before = orders.get(row.id)
    if (!before) readNew(row, at)
    else {
      if (copied(before) !== copied(row)) onBreach('E8', at)
      readEdge(before, row, at)
      readTime(before, row, at)
      if (row.rev !== before.rev + 1) onBreach('E3', `${at}: rev ${before.rev} > ${row.rev}`)
    }
    readMoney(row, at)
    const due = ['otcPay', 'otcConfirm'].filter((kind) => alarms.has(`${kind}:${row.id}`))
    if (isAppeal(row.status) && due.length > 0) onBreach('E6', `${at}: a timer runs`)
    if (row.status === 'to_be_confirmed' && due.includes('otcPay'))
      onBreach('E5', `${at}: the timer of the payment runs`)
    orders.set(row.id, row)
  }
  const readTold = (body: string) => {
    const { ev, v }: Told = JSON.parse(body)
    if (ev !== 'otc.orderChanged') return
    const must = mayOf(v)
    if ([...v.may].toSorted().join() !== must.toSorted().join())
      onBreach('E11', `${v.id}: ${v.my_role} in ${v.status} may ${v.may.join()}, not ${must.join()}`)
  }
  return {
    read: (group: Group) => {
      ledger.read(group)
      readMoves(group)
      for (const { table, id, body } of group.rows) {
        if (table === 'otc_ads' && body !== null) readAd(JSON.parse(body))
        if (table !== 'timers') continue
        if (body === null) alarms.delete(String(id))
        else alarms.add(String(id))
      }
      for (const { table, body } of group.rows) if (table === 'otc_orders' && body !== null) readOrder(JSON.parse(body))
      for (const { body } of group.events) readTold(body)
    },
    sums: ledger.sums,
  }
}
