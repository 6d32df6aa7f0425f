import type { BookOrder, Fill } from '#server/books/book.ts'
import { chainHash } from '#server/journal.ts'
import type { Market } from '#server/market.ts'
import { balanceId } from '#server/rows/core.ts'
import type { EntryRow, Group, Store } from '#server/store/port.ts'
import type { Venue } from '#server/venue.ts'
import type { Plant } from './simulate.ts'

type Planted = readonly [fault: string, rule: string, plant: Plant]
const quietGroups = 40
const holding = 0
const transferOut = 9

/** Spoils what is written, once the world has begun to turn. */
const spoilGroup = (spoil: (group: Group) => Group): Plant => ({
  store: (inner) => {
    let groups = 0
    return { ...inner, commit: (group) => inner.commit((groups += 1) > quietGroups ? spoil(group) : group) }
  },
})
/** Spoils entries and chains them anew, so that only what they say is wrong. */
const spoilEntry = (spoil: (entry: EntryRow) => EntryRow): Plant => ({
  store: (inner) => {
    let hash = ''
    const chained = (entry: EntryRow) => {
      hash = chainHash(hash, entry)
      return { ...entry, hash }
    }
    return { ...inner, commit: (group) => inner.commit({ ...group, entries: group.entries.map((entry) => chained(entry.seq > 200 ? spoil(entry) : entry)) }) }
  },
})
const spoilBody = (table: string, spoil: (body: string) => string) =>
  spoilGroup((group) => ({ ...group, rows: group.rows.map((row) => (row.table === table && row.body !== null ? { ...row, body: spoil(row.body) } : row)) }))
const inLedger = (spoil: (ledger: Venue['rooms']['ledger'], venue: Venue) => void): Plant => ({ venue: (venue) => spoil(venue.rooms.ledger, venue) })
const inMarkets = (spoil: (market: Market, venue: Venue) => void): Plant => ({
  venue: (venue) => {
    for (const market of venue.rooms.markets.all()) spoil(market, venue)
  },
})
const spoilFills = (change: (fills: readonly Fill[]) => readonly Fill[]) =>
  inMarkets((market) => {
    const { place } = market
    market.place = (order) => {
      const placed = place(order)
      return { ...placed, fills: change(placed.fills) }
    }
  })

const skipHold = inLedger((ledger, { rooms: { tables } }) => {
  ledger.hold = (id, { owner, asset, kind }, amount) => void tables.holds.put({ id, owner, asset, kind, left: String(amount) })
})
const roundFeeDown = inLedger((ledger) => {
  const { spend } = ledger
  ledger.spend = (id, amount, posting) => {
    const isFee = posting.lines.some(({ owner, free = 0n }) => owner === 'fee' && free > 0n)
    const lines = posting.lines.map((line, at) => {
      if (!isFee || (at > 0 && line.owner !== 'fee')) return line
      return { ...line, free: (line.free ?? 0n) + (line.owner === 'fee' ? -1n : 1n) }
    })
    return spend(id, amount, { ...posting, lines })
  }
})
const refundTwice = inLedger((ledger, { rooms: { tables } }) => {
  const { release } = ledger
  ledger.release = (id, type, part) => {
    const hold = tables.holds.get(id)
    release(id, type, part)
    if (!hold || type !== holding) return
    const { owner, asset, kind } = hold
    ledger.post({ type, ref: id, lines: [{ owner: 'house', asset, kind, free: -1n }, { owner, asset, kind, free: 1n }] })
  }
})
const keepHold = inLedger((ledger) => {
  ledger.release = () => undefined
})
const loseTransfer = inLedger((ledger) => {
  const { post } = ledger
  ledger.post = (posting) => {
    const lines = posting.lines.map((line, at) => (posting.type === transferOut && at === 1 ? { ...line, owner: 'house' as const } : line))
    return post({ ...posting, lines })
  }
})
const payTwice = inLedger((ledger) => {
  const { post } = ledger
  ledger.post = (posting) => {
    if (posting.ref.startsWith('option:') && posting.lines[0]?.owner === 'house') post(posting)
    return post(posting)
  }
})
/** Everybody seems to be rich while it is asked whether they may. */
const dropGuard: Plant = {
  venue: ({ rooms: { tables: { balances } } }) => {
    const rich = 10n ** 14n
    const { get, put } = balances
    balances.get = (id) => {
      const row = get(id)
      return row && typeof row.owner === 'number' ? { ...row, free: row.free + rich } : row
    }
    balances.put = (row) => {
      const isKnown = typeof row.owner === 'number' && get(balanceId(row.owner, row.asset, row.kind)) !== undefined
      return put(isKnown ? { ...row, free: row.free - rich } : row)
    }
  },
}
const allowSelfTrade = inMarkets((market, { rooms: { tables } }) => {
  const { place } = market
  const ownerOf = (id: number, owner: number) => tables.spotOrders.get(id)?.user ?? owner
  market.place = (order: BookOrder) => {
    const placed = place(order.owner > 0 ? { ...order, owner: 10 ** 9 + order.id } : order)
    const fills = placed.fills.map((fill) => ({ ...fill, makerOwner: ownerOf(fill.maker, fill.makerOwner), takerOwner: ownerOf(fill.taker, fill.takerOwner) }))
    return { ...placed, fills }
  }
})
const spoilBook = (spoil: (book: ReturnType<Market['book']>) => ReturnType<Market['book']>) =>
  inMarkets((market) => {
    const { book } = market
    market.book = () => spoil(book())
  })
const isText = (value: unknown): value is string => typeof value === 'string'
const raiseFree = (body: string) => body.replace(/"free":"(-?\d+)"/, (_, units: unknown) => `"free":"${BigInt(isText(units) ? units : 0) + 1n}"`)
const spoilKey = (key: (inner: Store) => Store['key']): Plant => ({ store: (inner) => ({ ...inner, key: key(inner) }) })
const forgetRows: Plant = {
  store: (inner) => ({
    ...inner,
    load: (shape) => {
      const { rows, highestId } = inner.load(shape)
      return { rows: shape.name === 'balances' ? [...rows].slice(1) : rows, highestId }
    },
  }),
}

/** One deliberate fault for each rule, and the rule by which it must be found. */
export const planted: readonly Planted[] = [
  ['an entry that does not add up', 'L1', spoilEntry((entry) => ({ ...entry, lines: entry.lines.replace(/"(\d+)","0"\]/, '"1$1","0"]') }))],
  ['a balance that was not added up', 'L3', spoilBody('balances', raiseFree)],
  ['no guard against what is not there', 'L4', dropGuard],
  ['the hold skipped', 'L5', skipHold],
  ['the chain cut', 'L6', spoilGroup((group) => ({ ...group, entries: group.entries.map((entry) => ({ ...entry, hash: entry.hash.toUpperCase() })) }))],
  ['the key forgotten', 'L7', spoilKey(() => () => null)],
  ['another answer under a key', 'L7', spoilKey(({ key }) => (place) => {
    const row = key(place)
    return row && { ...row, answer: row.answer.replace('"type"', '"kind"') }
  })],
  ['a refund that gives twice', 'L8', refundTwice],
  ['a transfer that ends with the house', 'L17', loseTransfer],
  ['rows forgotten on the way up', 'L16', forgetRows],
  ['a book that crosses', 'M1', spoilBook((book) => ({ ...book, best: () => book.best('buy') ?? book.best('sell') }))],
  ['an order filled less than before', 'M2', spoilBody('spot_orders', (body) => body.replace(/"filled":[1-9]\d*/, '"filled":-1'))],
  ['a price beyond the limit', 'M3', spoilFills((fills) => fills.map((fill) => ({ ...fill, price: fill.side === 'buy' ? fill.price * 2 : 1 })))],
  ['the worse price first', 'M4', spoilFills((fills) => fills.toReversed())],
  ['a hold kept after the end', 'M5', keepHold],
  ['a fee rounded down', 'M6', roundFeeDown],
  ['an order that moves after its end', 'M10', spoilGroup((group) => ({ ...group, rows: [...group.rows, ...group.rows.filter(({ table, body }) => table === 'spot_orders' && body?.includes('"completed"'))] }))],
  ['a level that does not add up', 'M11', spoilBook((book) => ({ ...book, depth: (side, levels) => book.depth(side, levels).map(([price, sum]) => [price, sum + 1]) }))],
  ['a trade with oneself', 'M12', allowSelfTrade],
  ['a fill that the twin does not know', 'M13', spoilFills((fills) => fills.map((fill) => ({ ...fill, makerLeft: fill.makerLeft + 1 })))],
  ['a margin that is not held', 'P1', spoilBody('lever_positions', (body) => body.replace(/"margin":"(\d+)n"/, '"margin":"1$1n"'))],
  ['a profit out of nothing', 'P2', spoilBody('lever_positions', (body) => body.replace(/"profit":"(-?\d+)n"/, '"profit":"$19n"'))],
  ['a contract that ends twice', 'P5', spoilGroup((group) => ({ ...group, rows: [...group.rows, ...group.rows.filter(({ table, body }) => table === 'lever_positions' && body?.includes('"closed"'))] }))],
  ['a round won by who lost', 'O4', spoilBody('option_orders', (body) => body.replace(/"result":"(win|loss)"/, (found) => (found.includes('win') ? '"result":"loss"' : '"result":"win"')))],
  ['a win paid twice', 'O5', payTwice],
  ['a stake that settles twice', 'O6', spoilGroup((group) => ({ ...group, rows: [...group.rows, ...group.rows.filter(({ table, body }) => table === 'option_orders' && body?.includes('"closed"'))] }))],
  ['an event number doubled', 'RT-7', spoilGroup((group) => ({ ...group, events: [...group.events, ...group.events.slice(-1)] }))],
]
