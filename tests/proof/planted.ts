import { atOnce } from '#tests/support/venues.ts'
import type { BookOrder, Fill } from '#server/features/market/book/book.ts'
import { chainHash } from '#server/core/journal.ts'
import { createMedianFeed } from '#tests/support/median-feed.ts'
import type { Feed } from '#server/features/market/prices/feeds.ts'
import type { Market, Quote } from '#server/features/market/market.ts'
import { balanceId } from '#server/core/rows.ts'
import type { PeriodRow } from '#server/features/option/rows.ts'
import type { EntryRow, Group, Store } from '#server/core/store-port.ts'
import type { Venue } from '#server/venue.ts'
import { plantedInResults } from './planted-results.ts'
import { plantedInWallet } from './planted-wallet.ts'
import type { Plant } from './simulate.ts'

type Planted = readonly [fault: string, rule: string, plant: Plant]
const quietGroups = 40
const holding = 0
const transferOut = 9

/** Spoils what is written, once the world has begun to turn. */
const spoilGroup = (spoil: (group: Group) => Group): Plant => ({
  store: (inner) => {
    let groups = 0
    return { ...inner, append: (group) => inner.append((groups += 1) > quietGroups ? spoil(group) : group) }
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
    return {
      ...inner,
      append: (group) =>
        inner.append({
          ...group,
          entries: group.entries.map((entry) => chained(entry.seq > 200 ? spoil(entry) : entry)),
        }),
    }
  },
})
const spoilBody = (table: string, spoil: (body: string) => string) =>
  spoilGroup((group) => ({
    ...group,
    rows: group.rows.map((row) => (row.table === table && row.body !== null ? { ...row, body: spoil(row.body) } : row)),
  }))
const inLedger = (spoil: (ledger: Venue['ctx']['ledger'], venue: Venue) => void): Plant => ({
  venue: (venue) => spoil(venue.ctx.ledger, venue),
})
const inMarkets = (spoil: (market: Market, venue: Venue) => void): Plant => ({
  venue: (venue) => {
    for (const market of venue.ctx.markets.all()) spoil(market, venue)
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

const skipHold = inLedger((ledger, { ctx: { tables } }) => {
  ledger.hold = (id, { owner, asset, kind }, amount) =>
    void tables.holds.put({ id, owner, asset, kind, left: String(amount) })
})
const roundFeeDown = inLedger((ledger) => {
  const { post } = ledger
  ledger.post = (entry) => {
    const fee = entry.ref.startsWith('spot:')
      ? entry.postings.find(({ owner, free = 0n }) => owner === 'fee' && free > 0n)
      : undefined
    const payer = entry.postings.find(
      ({ owner, asset, free = 0n }) => owner !== 'fee' && asset === fee?.asset && free > 0n,
    )
    const off = new Map([
      [fee, -1n],
      [payer, 1n],
    ])
    return post({
      ...entry,
      postings: entry.postings.map((each) =>
        fee && off.has(each) ? { ...each, free: (each.free ?? 0n) + (off.get(each) ?? 0n) } : each,
      ),
    })
  }
})
const refundTwice = inLedger((ledger, { ctx: { tables } }) => {
  const { release } = ledger
  ledger.release = (id, type, part) => {
    const hold = tables.holds.get(id)
    release(id, type, part)
    if (!hold || type !== holding) return
    const { owner, asset, kind } = hold
    ledger.post({
      type,
      ref: id,
      postings: [
        { owner: 'house', asset, kind, free: -1n },
        { owner, asset, kind, free: 1n },
      ],
    })
  }
})
const keepHold = inLedger((ledger) => {
  ledger.release = () => undefined
})
const loseTransfer = inLedger((ledger) => {
  const { post } = ledger
  ledger.post = (entry) => {
    const postings = entry.postings.map((posting, at) =>
      entry.type === transferOut && at === 1 ? { ...posting, owner: 'house' as const } : posting,
    )
    return post({ ...entry, postings })
  }
})
const payTwice = inLedger((ledger) => {
  const { post } = ledger
  ledger.post = (entry) => {
    if (entry.ref.startsWith('option:') && entry.postings[0]?.owner === 'house') post(entry)
    return post(entry)
  }
})
/** Everybody seems to be rich while it is asked whether they may. */
const dropGuard: Plant = {
  venue: ({
    ctx: {
      tables: { balances },
    },
  }) => {
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
const allowSelfTrade = inMarkets((market, { ctx: { tables } }) => {
  const { place } = market
  const ownerOf = (id: number, owner: number) => tables.spotOrders.get(id)?.user ?? owner
  market.place = (order: BookOrder) => {
    const placed = place(order.owner > 0 ? { ...order, owner: 10 ** 9 + order.id } : order)
    const fills = placed.fills.map((fill) => ({
      ...fill,
      makerOwner: ownerOf(fill.maker, fill.makerOwner),
      takerOwner: ownerOf(fill.taker, fill.takerOwner),
    }))
    return { ...placed, fills }
  }
})
const spoilBook = (spoil: (book: ReturnType<Market['book']>) => ReturnType<Market['book']>) =>
  inMarkets((market) => {
    const { book } = market
    market.book = () => spoil(book())
  })
const inTables = (spoil: (tables: Venue['ctx']['tables']) => void): Plant => ({
  venue: (venue) => spoil(venue.ctx.tables),
})
const withSettings = (change: (settings: Venue['ctx']['settings']) => void): Plant => ({
  venue: (venue) => change(venue.ctx.settings),
})
/** Money out of nothing, in no entry of the journal. */
const mintMoney = inTables(({ balances }) => {
  const { put } = balances
  balances.put = (row) => put(row.owner === 'fee' ? { ...row, free: row.free + 1n } : row)
})
const payFromOthers = inLedger((ledger) => {
  const { hold } = ledger
  ledger.hold = (id, cell, amount, type) =>
    hold(id, id.startsWith('spot:') ? { ...cell, owner: cell.owner ^ 1 } : cell, amount, type)
})
/** Half of each loss is paid by the insurance, though the owner has the money. */
const insureTooMuch = inLedger((ledger) => {
  const { post } = ledger
  ledger.post = (entry) => {
    const lost = entry.ref.startsWith('lever:')
      ? entry.postings.find(({ owner, free = 0n }) => typeof owner === 'number' && free < -1n)
      : undefined
    const isPaid = entry.postings.some(({ owner }) => owner === 'house')
    if (!lost || !isPaid) return post(entry)
    const half = (lost.free ?? 0n) / 2n
    const postings = entry.postings.map((posting) =>
      posting === lost ? { ...posting, free: (posting.free ?? 0n) - half } : posting,
    )
    return post({ ...entry, postings: [...postings, { ...lost, owner: 'insurance', free: half }] })
  }
})
const forgetLots = inTables(({ leverHouse }) => {
  const { put } = leverHouse
  leverHouse.put = (row) => put({ ...row, lots: row.lots > 3 ? 3 : row.lots })
})
/** Stops act at once, on the mark that their contract was opened by. */
const hastenStops = inTables(({ leverPositions }) => {
  const { put } = leverPositions
  leverPositions.put = (row) => {
    const isBare = row.status === 'trading' && row.takeProfit === 0n && row.stopLoss === 0n
    return put({
      ...row,
      stopsAt: 0,
      ...(isBare && (row.side === 'long' ? { stopLoss: row.price * 2n } : { takeProfit: row.price * 2n })),
    })
  }
})
const spoilQuote = (change: (quote: Quote, market: Market, now: number) => Quote) =>
  inMarkets((market, { ctx }) => {
    const { quote } = market
    market.quote = () => {
      const said = quote()
      return said && change(said, market, ctx.now())
    }
  })
/** One of them says a tenth more, and all are believed alike. */
const trustMean = (feeds: readonly Feed[]): Feed => ({
  sources: feeds.length,
  read: (at) => {
    const [first = [], ...others] = feeds.map((feed) => feed.read(at))
    return first.map(({ market, price }, n) => {
      const said = [price * 1.1, ...others.map((other) => other[n]?.price ?? price)].filter((each) => each > 0)
      return { market, price: said.reduce((a, b) => a + b, 0) / said.length }
    })
  },
})
/** Four seconds of ten nobody says anything. */
const fallSilent = (feeds: readonly Feed[]): Feed => {
  const middle = createMedianFeed(feeds)
  return { ...middle, read: (at) => (at % 10_000 < 4000 ? [] : middle.read(at)) }
}
const spoilPeriods = (change: (row: PeriodRow) => PeriodRow) =>
  inTables(({ optionPeriods }) => {
    const { one } = optionPeriods
    optionPeriods.one = (unique, key) => {
      const row = one(unique, key)
      return row && change(row)
    }
  })
const takeCrumbs: Plant = {
  venue: (venue) => {
    spoilPeriods((row) => ({ ...row, min: '0.01' })).venue?.(venue)
    const { coins } = venue.ctx.tables
    const { get } = coins
    coins.get = (id) => {
      const row = get(id)
      return row && { ...row, microMin: '0.01' }
    }
  },
}
const verifyAll = inTables(({ kycs }) => {
  const { get } = kycs
  kycs.get = (id) => {
    const row = get(id)
    return row && { ...row, status: 'passed' }
  }
})
const forgetVersions = inTables(({ balances }) => {
  const { group } = balances
  balances.group = (name, key) => group(name, key).slice(1)
})
const isText = (value: unknown): value is string => typeof value === 'string'
const raiseFree = (body: string) =>
  body.replace(/"free":"(-?\d+)"/, (_, units: unknown) => `"free":"${BigInt(isText(units) ? units : 0) + 1n}"`)
const spoilKey = (key: (inner: Store) => Store['key']): Plant => ({ store: (inner) => ({ ...inner, key: key(inner) }) })
const forgetRows: Plant = {
  store: (inner) => ({
    ...inner,
    open: (shapes) => {
      const opened = atOnce(inner.open(shapes))
      const load = (table: string) => {
        const { rows, highestId } = opened.load(table)
        return { rows: table === 'balances' ? [...rows].slice(1) : rows, highestId }
      }
      return { ...opened, load }
    },
  }),
}

/** One deliberate fault for each rule, and the rule by which it must be found. */
export const planted: readonly Planted[] = [
  ...plantedInWallet,
  ...plantedInResults,
  [
    'an entry that does not add up',
    'L1',
    spoilEntry((entry) => ({ ...entry, lines: entry.lines.replace(/"(\d+)","0"\]/, '"1$1","0"]') })),
  ],
  ['a balance that was not added up', 'L3', spoilBody('balances', raiseFree)],
  ['no guard against what is not there', 'L4', dropGuard],
  ['the hold skipped', 'L5', skipHold],
  [
    'the chain cut',
    'L6',
    spoilGroup((group) => ({
      ...group,
      entries: group.entries.map((entry) => ({ ...entry, hash: entry.hash.toUpperCase() })),
    })),
  ],
  ['the key forgotten', 'L7', spoilKey(() => () => null)],
  [
    'another answer under a key',
    'L7',
    spoilKey(({ key }) => (place) => {
      const row = atOnce(key(place))
      return row && { ...row, answer: row.answer.replace('"type"', '"kind"') }
    }),
  ],
  ['a refund that gives twice', 'L8', refundTwice],
  ['a transfer that ends with the house', 'L17', loseTransfer],
  ['rows forgotten on the way up', 'L16', forgetRows],
  ['a book that crosses', 'M1', spoilBook((book) => ({ ...book, best: () => book.best('buy') ?? book.best('sell') }))],
  [
    'an order filled less than before',
    'M2',
    spoilBody('spot_orders', (body) => body.replace(/"filled":[1-9]\d*/, '"filled":-1')),
  ],
  [
    'a price beyond the limit',
    'M3',
    spoilFills((fills) => fills.map((fill) => ({ ...fill, price: fill.side === 'buy' ? fill.price * 2 : 1 }))),
  ],
  ['the worse price first', 'M4', spoilFills((fills) => fills.toReversed())],
  ['a hold kept after the end', 'M5', keepHold],
  ['a fee rounded down', 'M6', roundFeeDown],
  [
    'an order that moves after its end',
    'M10',
    spoilGroup((group) => ({
      ...group,
      rows: [
        ...group.rows,
        ...group.rows.filter(({ table, body }) => table === 'spot_orders' && body?.includes('"completed"')),
      ],
    })),
  ],
  [
    'a level that does not add up',
    'M11',
    spoilBook((book) => ({
      ...book,
      depth: (side, levels) => book.depth(side, levels).map(([price, sum]) => [price, sum + 1]),
    })),
  ],
  ['a trade with oneself', 'M12', allowSelfTrade],
  [
    'a fill that the twin does not know',
    'M13',
    spoilFills((fills) => fills.map((fill) => ({ ...fill, makerLeft: fill.makerLeft + 1 }))),
  ],
  [
    'a margin that is not held',
    'P1',
    spoilBody('lever_positions', (body) => body.replace(/"margin":"(\d+)n"/, '"margin":"1$1n"')),
  ],
  [
    'a profit out of nothing',
    'P2',
    spoilBody('lever_positions', (body) => body.replace(/"profit":"(-?\d+)n"/, '"profit":"$19n"')),
  ],
  [
    'an entry that opens better than the market',
    'LIM-1',
    spoilBody('lever_positions', (body) =>
      /"entry":"limit","status":"trading"/.test(body) ? body.replace(/"price":"(\d+)n"/, '"price":"1n"') : body,
    ),
  ],
  [
    'a contract that ends twice',
    'P5',
    spoilGroup((group) => ({
      ...group,
      rows: [
        ...group.rows,
        ...group.rows.filter(({ table, body }) => table === 'lever_positions' && body?.includes('"closed"')),
      ],
    })),
  ],
  [
    'a part with more than its share',
    'P10',
    spoilBody('lever_positions', (body) =>
      body.includes('"partOf":null') ? body : body.replace(/"firstMargin":"(\d+)n"/, '"firstMargin":"1$1n"'),
    ),
  ],
  [
    'a round won by who lost',
    'O4',
    spoilBody('option_orders', (body) =>
      body.replace(/"result":"(win|loss)"/, (found) => (found.includes('win') ? '"result":"loss"' : '"result":"win"')),
    ),
  ],
  ['a win paid twice', 'O5', payTwice],
  [
    'a stake that settles twice',
    'O6',
    spoilGroup((group) => ({
      ...group,
      rows: [
        ...group.rows,
        ...group.rows.filter(({ table, body }) => table === 'option_orders' && body?.includes('"closed"')),
      ],
    })),
  ],
  ['money that no entry tells of', 'L2', mintMoney],
  [
    'a fee that is not what it must be',
    'L10',
    spoilBody('lever_positions', (body) => body.replace(/"fee":"(\d+)n"/, '"fee":"1$1n"')),
  ],
  ['an older version told after a newer', 'L15', forgetVersions],
  [
    'an order called filled that was not',
    'M8',
    spoilBody('spot_orders', (body) => body.replace('"cancelled"', '"completed"')),
  ],
  ['an order paid by somebody else', 'M9', payFromOthers],
  ['a loss insured that the owner could pay', 'P3', insureTooMuch],
  ['lots that the house forgets', 'P4', forgetLots],
  ['a stop on the wrong side', 'P6', hastenStops],
  ['an account ended too early', 'P7', withSettings(({ lever }) => (lever.burstHazardRate = '2000'))],
  [
    'an old mark taken for a new one',
    'P7',
    { ...spoilQuote((quote, _market, now) => ({ ...quote, at: now, asOf: now })), fold: fallSilent },
  ],
  [
    'contracts marked on the last trade alone',
    'P8',
    spoilQuote((quote, market) => ({ ...quote, mark: Math.round(market.last() * 1.006) })),
  ],
  ['one source of three that moves the price', 'P8', { fold: trustMean }],
  ['round numbers with a hole', 'O1', spoilBody('option_rounds', (body) => body.replace(/"no":(\d+)/, '"no":1$1'))],
  ['a stake taken after the lock', 'O2', spoilPeriods((row) => ({ ...row, lockSeconds: 0 }))],
  ['a stake refused in an open round', 'O2', spoilPeriods((row) => ({ ...row, lockSeconds: row.seconds - 10 }))],
  [
    'a round settled on another price',
    'O3',
    spoilBody('option_rounds', (body) => body.replace('"price":"', '"price":"1')),
  ],
  ['an entry that could be known before', 'O7', withSettings(({ option }) => (option.entryDelayMs = 0))],
  ['a side of a round beyond its cap', 'O8', withSettings(({ option }) => (option.exposure = '1000000'))],
  ['a stake below the least', 'O9', takeCrumbs],
  ['a contract of somebody not verified', 'K1', verifyAll],
  [
    'an event number doubled',
    'RT-7',
    spoilGroup((group) => ({ ...group, events: [...group.events, ...group.events.slice(-1)] })),
  ],
]
