import { channels } from '#contract/endpoints.ts'
import { neverMerge, type Merge } from '#contract/wire/channels.ts'
import { seededRandom } from '#server/core/random.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
type Row = Readonly<Record<string, unknown>>
type Level = readonly [price: string, amount: string]
type Chance = ReturnType<typeof seededRandom>

/** How a client applies a family's deltas, written out plainly, and random deltas for it. */
type Oracle<State, Delta> = {
  empty: State
  apply: (state: State, delta: Delta) => State
  delta: (chance: Chance, n: number) => Delta
}
const oracle = <State, Delta>(each: Oracle<State, Delta>) => each

const rowsBy = (list: string) =>
  oracle<Row, Row>({
    empty: {},
    apply: (state, delta) => ({
      ...state,
      ...Object.fromEntries(rowsIn(delta, list).map((row) => [String(row['m']), row])),
    }),
    delta: (chance, n) => ({
      [list]: Array.from({ length: 1 + chance.int(3) }, () => ({ m: `M${chance.int(4)}`, n })),
    }),
  })
const rowsIn = (delta: Row, list: string): Row[] => {
  const rows = delta[list]
  return Array.isArray(rows) ? rows : []
}
type Depth = { bids: readonly Level[]; asks: readonly Level[]; cs: number }
const withLevels = (held: Row, levels: readonly Level[]): Row =>
  Object.fromEntries(
    [...Object.entries(held), ...levels].filter(
      ([price, amount], at, all) => amount !== '0' && !all.slice(at + 1).some(([later]) => later === price),
    ),
  )
const levelsOf = (chance: Chance): Level[] =>
  Array.from({ length: chance.int(4) }, () => [String(chance.int(6)), String(chance.int(3))])
const depth = oracle<{ bids: Row; asks: Row; cs: number }, Depth>({
  empty: { bids: {}, asks: {}, cs: 0 },
  apply: ({ bids, asks }, delta) => ({
    bids: sorted(withLevels(bids, delta.bids)),
    asks: sorted(withLevels(asks, delta.asks)),
    cs: delta.cs,
  }),
  delta: (chance, n) => ({ bids: levelsOf(chance), asks: levelsOf(chance), cs: n }),
})
const sorted = (row: Row): Row => Object.fromEntries(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const deals = oracle<readonly unknown[], { deals: readonly unknown[] }>({
  empty: [],
  apply: (state, delta) => [...delta.deals, ...state].slice(0, 30),
  delta: (chance, n) => ({ deals: Array.from({ length: 1 + chance.int(3) }, (_, at) => ({ id: `${n}-${at}` })) }),
})
const entity = (name: string, key: string) =>
  oracle<Row, Row>({
    empty: {},
    apply: (state, delta) => {
      const one = delta[name]
      return typeof one === 'object' && one !== null && key in one
        ? { ...state, [String(Object.entries(one).find(([field]) => field === key)?.[1])]: one }
        : state
    },
    delta: (chance, n) => ({ [name]: { [key]: Math.floor(n / (2 + chance.int(3))), n } }),
  })
const inbox = oracle<Row, Row>({
  empty: {},
  apply: (state, delta) => {
    const gone = Array.isArray(delta['gone']) ? delta['gone'] : []
    const kept = Object.fromEntries(Object.entries(state).filter(([id]) => !gone.includes(id)))
    return { ...kept, ...Object.fromEntries(rowsIn(delta, 'rows').map((row) => [String(row['chatGroupId']), row])) }
  },
  delta: (chance, n) => ({
    rows: Array.from({ length: chance.int(3) }, () => ({ chatGroupId: String(chance.int(4)), n })),
    gone: Array.from({ length: chance.int(2) }, () => String(chance.int(4))),
  }),
})
/** Every delta counts by itself. */
const log = oracle<readonly unknown[], unknown>({
  empty: [],
  apply: (state, delta) => [...state, delta],
  delta: (_, n) => ({ n }),
})
const oracles = {
  ticker: rowsBy('rows'),
  quotes: rowsBy('rows'),
  depth,
  deals,
  kline: entity('bar', 'id'),
  round: entity('round', 'id'),
  inbox,
  chat: log,
  typing: log,
}

/** Deltas as they would be sent after waiting together. */
const merged = <Delta>(deltas: readonly Delta[], merge: Merge): unknown[] => {
  const sent: unknown[] = []
  for (const delta of deltas) {
    const both = sent.length === 0 ? null : merge(sent.at(-1), delta)
    if (both === null) sent.push(delta)
    else sent[sent.length - 1] = both
  }
  return sent
}
/** Expects merged deltas to end as all of them do; returns how many frames were saved. */
function holdsLaw<State, Delta>({ empty, apply, delta }: Oracle<State, Delta>, merge: Merge) {
  const chance = seededRandom(seed)
  let saved = 0
  for (let world = 0; world < 200; world += 1) {
    const deltas = Array.from({ length: chance.int(12) }, (_, n) => delta(chance, n))
    const sent = merged(deltas, merge)
    saved += deltas.length - sent.length
    const all = deltas.reduce(apply, empty)
    const few = sent.reduce((state: State, each) => apply(state, JSON.parse(JSON.stringify(each))), empty)
    expect(few).toEqual(all)
  }
  return saved
}

test('HOUSE-14 every family of channels declares its class and has an oracle of its deltas', () => {
  expect(Object.keys(channels).toSorted()).toEqual(Object.keys(oracles).toSorted())
  for (const family of Object.values(channels)) expect(['latest', 'state', 'stream']).toContain(family.class)
})
test(`HOUSE-14 a snapshot with merged deltas is the snapshot with all deltas (seed ${seed})`, () => {
  const { ticker, quotes, depth: book, deals: last, kline, round, inbox: chats, chat, typing } = channels
  expect(holdsLaw(oracles.ticker, ticker?.merge ?? neverMerge)).toBeGreaterThan(100)
  expect(holdsLaw(oracles.quotes, quotes?.merge ?? neverMerge)).toBeGreaterThan(100)
  expect(holdsLaw(oracles.depth, book?.merge ?? neverMerge)).toBeGreaterThan(100)
  expect(holdsLaw(oracles.deals, last?.merge ?? neverMerge)).toBeGreaterThan(100)
  expect(holdsLaw(oracles.kline, kline?.merge ?? neverMerge)).toBeGreaterThan(100)
  expect(holdsLaw(oracles.round, round?.merge ?? neverMerge)).toBeGreaterThan(100)
  expect(holdsLaw(oracles.inbox, chats?.merge ?? neverMerge)).toBeGreaterThan(100)
  for (const family of [chat, typing]) expect(holdsLaw(log, family?.merge ?? neverMerge)).toBe(0)
})
test('HOUSE-14 the law bites: a merge that drops the older delta breaks it', () => {
  expect(() => holdsLaw(oracles.depth, (_, newer) => newer)).toThrow(/deeply equal/)
  expect(() => holdsLaw(oracles.kline, (_, newer) => newer)).toThrow(/deeply equal/)
})
