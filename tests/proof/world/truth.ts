import { freeOf, heldOf, type Cell } from '#contract/assets/assets.ts'
import type { SpotOrder } from '#contract/spot/spot.ts'
import { accountKinds } from '#contract/wire/booking.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Group, Store } from '#server/core/store-port.ts'
import type { Balances } from '#streams/assets/assets.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'

export type EntityKind = 'round' | 'contract' | 'otc'
type Entity = { readonly id: number; readonly rev: number; readonly text: string }
export type OnBreach = (rule: string, at: string) => void
type Posting = readonly [owner: number | string, asset: number, kind: string, free: string, held: string]
type Stored = {
  readonly id: number
  readonly rev: number
  readonly status: string
  readonly total: string
  readonly fee: string
}
type OrderEvent = {
  readonly ev: string
  readonly v: {
    readonly id: number
    readonly rev: number
    readonly status: number
    readonly filled_total: string
    readonly fee: string
  }
}
const postingsOf = (text: string): Posting[] => JSON.parse(text)
const storedOf = (text: string): Stored => JSON.parse(text)
const eventOf = (text: string): OrderEvent => JSON.parse(text)
/** A book that is read with its pair has fewer levels than one that is pushed. */
const fewestLevels = 5
/**
 * Rows whose versions are told to their owners: of stakes, contracts and OTC orders, what never changes without another
 * `rev`.
 */
const entityTexts: Readonly<
  Record<string, readonly [kind: EntityKind, text: (row: Readonly<Record<string, unknown>>) => string]>
> = {
  option_orders: ['round', ({ stake, status }) => `${Number(stake)} ${String(status)}`],
  lever_positions: ['contract', ({ lots, status }) => `${String(lots)} ${String(status)}`],
  otc_orders: ['otc', ({ number, status }) => `${Number(number)} ${String(status)}`],
}
const rowOf = (text: string): Readonly<Record<string, unknown>> => JSON.parse(text)
const statusNames: Readonly<Record<number, string>> = { 1: 'waiting', 2: 'completed', 3: 'cancelled' }

/**
 * Every version of a balance, an order and the book that has ever been true, in a reckoning of its own: balances from
 * the journal, orders
 * from the stored rows and the events of the same group, the book as it was published.
 */
export function createTruth(onBreach: OnBreach) {
  const money = new Map<string, Map<number, string>>()
  const sums = new Map<string, { free: bigint; held: bigint }>()
  const orders = new Map<string, string>()
  const books = new Map<number, Omit<BookSnapshot, 'market'>>()
  const entities = new Map<string, string>()

  const readEntries = ({ entries }: Group) => {
    for (const { seq, lines } of entries)
      for (const [owner, asset, kind, free, held] of postingsOf(lines)) {
        const cell = `${owner}|${asset}|${kind}`
        const before = sums.get(cell) ?? { free: 0n, held: 0n }
        const after = { free: before.free + BigInt(free), held: before.held + BigInt(held) }
        sums.set(cell, after)
        const versions = money.get(cell) ?? new Map<number, string>()
        money.set(cell, versions.set(seq, `${formatDec(after.free)}+${formatDec(after.held)}`))
      }
  }
  const keepOrder = (id: number, rev: number, text: string) => {
    const known = orders.get(`${id}:${rev}`)
    if (known !== undefined && known !== text) onBreach('untrue', `order ${id}:${rev} stored as ${known} and ${text}`)
    orders.set(`${id}:${rev}`, text)
  }
  const textOf = (status: string, total: string, fee: string) => `${status} ${total} ${fee}`
  const readOrders = ({ rows, events }: Group) => {
    for (const { table, body } of rows) {
      if (table !== 'spot_orders' || body === null) continue
      const { id, rev, status, total, fee } = storedOf(body)
      keepOrder(id, rev, textOf(status, formatDec(BigInt(total)), formatDec(BigInt(fee))))
    }
    for (const { body } of events) {
      if (!body.includes('spot.orderChanged')) continue
      const {
        v: { id, rev, status, filled_total, fee },
      } = eventOf(body)
      keepOrder(id, rev, textOf(statusNames[status] ?? String(status), filled_total, fee))
    }
  }
  const readEntities = ({ rows }: Group) => {
    for (const { table, body } of rows) {
      const known = entityTexts[table]
      if (known === undefined || body === null) continue
      const row = rowOf(body)
      entities.set(`${known[0]} ${String(row['id'])}:${String(row['rev'])}`, known[1](row))
    }
  }
  const shownCell = (user: number, cell: Cell) => {
    for (const kind of accountKinds) {
      if (cell[`${kind}_balance`] === undefined) continue
      const shown = `${freeOf(cell, kind)}+${heldOf(cell, kind)}`
      const was = cell.seq === 0 ? '0+0' : money.get(`${user}|${cell.currency}|${kind}`)?.get(cell.seq)
      if (was !== shown)
        onBreach(
          'untrue',
          `${user} is shown ${shown} ${cell.currency_name} in ${kind} at ${cell.seq}, booked: ${was ?? 'nothing'}`,
        )
    }
  }
  const isBeginOf = (shown: BookSnapshot['bids'], all: BookSnapshot['bids']) =>
    shown.length >= Math.min(all.length, fewestLevels) &&
    shown.every(([price, amount], at) => all[at]?.[0] === price && all[at]?.[1] === amount)
  return {
    /** Stands between venue and store. */
    watch: (inner: Store): Store => ({
      ...inner,
      append: (group) => {
        readEntries(group)
        readOrders(group)
        readEntities(group)
        return inner.append(group)
      },
    }),
    published: ({ seq, bids, asks }: Omit<BookSnapshot, 'market'>) => void books.set(seq, { seq, bids, asks }),
    /** A guard for one page of one login: what it shows was true, and never goes back. */
    page: (user: number, name: string) => {
      const seqs = new Map<string, number>()
      const revs = new Map<number, number>()
      return {
        balances: ({ cells }: Balances) => {
          for (const cell of Object.values(cells).flat()) {
            const at = `${cell.id}`
            if (cell.seq < (seqs.get(at) ?? 0)) onBreach('back', `${name}: balance ${at} went back to ${cell.seq}`)
            seqs.set(at, cell.seq)
            shownCell(user, cell)
          }
        },
        orders: (shown: readonly SpotOrder[]) => {
          for (const order of shown) {
            const { id, rev, u_id, status, filled_total, fee } = order
            if (u_id !== user) onBreach('untrue', `${name}: order ${id} of ${u_id} shown to ${user}`)
            if (rev < (revs.get(id) ?? 0)) onBreach('back', `${name}: order ${id} went back to ${rev}`)
            revs.set(id, rev)
            const was = orders.get(`${id}:${rev}`)
            const is = textOf(status, filled_total, fee)
            if (was !== is)
              onBreach('untrue', `${name}: order ${id}:${rev} shown as ${is}, stored: ${was ?? 'nothing'}`)
          }
        },
        /** The same for stakes, contracts and OTC orders. */
        entities: (kind: EntityKind, shown: readonly Entity[]) => {
          for (const { id, rev, text } of shown) {
            const at = `${kind} ${id}`
            if (rev < (seqs.get(at) ?? 0)) onBreach('back', `${name}: ${at} went back to ${rev}`)
            seqs.set(at, rev)
            const was = entities.get(`${at}:${rev}`)
            if (was !== text) onBreach('untrue', `${name}: ${at}:${rev} shown as ${text}, stored: ${was ?? 'nothing'}`)
          }
        },
        book: (book: BookSnapshot) => {
          const was = books.get(book.seq)
          if (!was || !isBeginOf(book.bids, was.bids) || !isBeginOf(book.asks, was.asks))
            onBreach('untrue', `${name}: a book ${book.seq} that was never published`)
        },
      }
    },
  }
}
export type Truth = ReturnType<typeof createTruth>
export type PageGuard = ReturnType<Truth['page']>
