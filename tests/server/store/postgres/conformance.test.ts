import { seededRandom, type Random } from '#server/core/random.ts'
import type { DirtyRow, EntryRow, EventRow, Group, KeyRow, Store } from '#server/core/store-port.ts'
import { shapesOf } from '#server/core/tables.ts'
import { int, text } from '#server/core/table-def.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { connect } from '#server/store/postgres/connect.ts'
import { bigints, bytes, integers, texts } from '#server/store/postgres/lists.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { sharedCluster } from '#tests/support/postgres.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

type Row = { id: number; user: number; kind: string | null; isOpen: boolean; word: string }
type Word = { id: string; word: string }
const shapes = shapesOf((open) => ({
  some: open<Row>({
    name: 'some',
    key: 'int',
    id: ({ id }) => id,
    isLive: ({ isOpen }) => isOpen,
    columns: { user: int(({ user }) => user), kind: text(({ kind }) => kind), word: text(({ word }) => word) },
    paths: [['user'], ['user', 'kind']],
  }),
  words: open<Word>({ name: 'words', key: 'text', id: ({ id }) => id, columns: { word: text(({ word }) => word) } }),
}))
/** What looks like the form of what PostgreSQL does not take as it is; and that, which SQLite shortens or replaces. */
const plain = ['', '\u{10FFFD}', '\u{10FFFD}"x"', '👩‍🚀', 'é', '"', '\\u0000', 'a']
/** Ids of texts, whose order is told by their bytes; that of an id which begins with the mark is not kept. */
const ids = plain.filter((text) => !text.startsWith('\u{10FFFD}'))
const strange = [...plain, '\0', 'a\0b', '\ud800', 'x\udfff']
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9))

const newDatabase = async () => (await sharedCluster()).newDatabase()
const never = (thrown: unknown): never => {
  throw thrown
}
let lastUrl = ''
const open = async (url?: string) => {
  lastUrl = url ?? (await newDatabase())
  const opened = openPostgres({ url: lastUrl, shard: 's01' }, { onDeposed: never })
  onTestFinished(() => opened.store.close())
  return opened
}
const pick = <T>(random: Random, all: readonly T[]): T => {
  const one = all[random.int(all.length)]
  if (one === undefined) throw new Error('nothing to pick from')
  return one
}

/** Groups as a venue makes them: rows that come, change and go; entries, events and keys in their order. */
function createGroups(random: Random) {
  const heads = new Map<number, number>()
  let seq = 0
  const row = (): DirtyRow => {
    if (random.int(3) === 0) {
      const id = `${pick(random, ids)}${random.int(6)}`
      const word = pick(random, plain)
      if (random.int(4) === 0) return { table: 'words', id, body: null, columns: [] }
      return { table: 'words', id, body: JSON.stringify({ id, word }), columns: [word] }
    }
    const id = random.int(60)
    if (random.int(6) === 0) return { table: 'some', id, body: null, columns: [] }
    const made = {
      id,
      user: random.int(3),
      kind: pick(random, ['a', 'b', null]),
      isOpen: random.int(2) === 0,
      word: pick(random, plain),
    }
    return {
      table: 'some',
      id,
      body: JSON.stringify({ ...made, note: pick(random, strange) }),
      columns: [made.user, made.kind, made.word, made.isOpen ? 1 : 0],
    }
  }
  const many = <T>(most: number, make: () => T): T[] => Array.from({ length: random.int(most + 1) }, make)
  return (): Group => {
    const rows = new Map(many(12, row).map((each) => [`${each.table}|${each.id}`, each]))
    const events = many(6, (): EventRow => {
      const user = 1 + random.int(4)
      const s = (heads.get(user) ?? 0) + 1
      heads.set(user, s)
      return { user, s, at: 1000 + s, body: JSON.stringify({ word: pick(random, strange) }) }
    })
    const entries = many(4, (): EntryRow => {
      seq += 1
      return { seq, at: 1000 + seq, type: 1, ref: `ref ${pick(random, plain)}`, lines: '[]', hash: `h${seq}` }
    })
    const keys = many(
      3,
      (): KeyRow => ({
        place: `${pick(random, plain)}${random.int(9)}`,
        digest: 'd',
        at: random.int(1000),
        status: 200,
        answer: JSON.stringify(pick(random, strange)),
      }),
    )
    return { rows: [...rows.values()], events, entries, keys, meta: [{ name: 'last', value: pick(random, plain) }] }
  }
}
/** Every kind of read, of both stores. */
function createQuestions(random: Random) {
  const page = () => {
    const where: Record<string, number | string | readonly (number | string)[]> = {}
    if (random.int(2) === 0) where['user'] = random.int(3)
    if (random.int(2) === 0) where['kind'] = pick<string | string[]>(random, ['a', ['a', 'b'], 'c'])
    if (random.int(3) === 0) where['word'] = pick(random, plain)
    return {
      table: 'some',
      where,
      ...(random.int(3) === 0 && { between: { column: 'user', from: 0, to: random.int(3) } }),
      limit: 1 + random.int(8),
      offset: random.int(3) === 0 ? 0 : random.int(40),
    }
  }
  return (): ((store: Store) => unknown) => {
    const [id, user, limit, low] = [random.int(60), 1 + random.int(4), 1 + random.int(9), random.int(60)]
    const [word, asked, after] = [`${pick(random, plain)}${random.int(6)}`, page(), random.int(9)]
    const where = { word: pick(random, plain) }
    return pick<(store: Store) => unknown>(random, [
      (store) => store.page(asked),
      (store) => store.page({ table: 'words', where, limit: 3, offset: 0 }),
      (store) => store.row('some', id),
      (store) => store.row('words', word),
      (store) => store.span('some', low, low + id, limit, 'low'),
      (store) => store.span('some', low, low + id, limit, 'high'),
      (store) => store.key(word),
      (store) => store.events(user, after, limit),
      (store) => store.ring(user),
      (store) => store.entries(after, limit),
    ])
  }
}
const asked = async (store: Store, question: (store: Store) => unknown) => {
  try {
    return await question(store)
  } catch (thrown) {
    return String(thrown)
  }
}

test(`PostgreSQL answers as SQLite does, whether or not a group is in the tables yet (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const [made, question] = [createGroups(random), createQuestions(random)]
  const [near, { store: far }] = [openSqlite(':memory:'), await open()]
  near.open(shapes)
  await far.open(shapes)
  for (let n = 0; n < 150; n += 1) {
    const group = made()
    near.append(group)
    await far.append(group)
    for (let times = random.int(6); times > 0; times -= 1) {
      const one = question()
      expect(await asked(far, one)).toEqual(await asked(near, one))
    }
  }
})
test('a list is read by PostgreSQL as it was given: none, negative and large numbers, texts of any length', async () => {
  const url = await (await sharedCluster()).newDatabase()
  const client = await connect({ url, shard: 's01' }, { name: 'test', timeoutMs: null }, () => undefined)
  onTestFinished(() => client.end())
  const read = async (type: string, list: Buffer) => {
    const { rows } = await client.query(`SELECT to_json($1::${type}) AS list`, [list])
    return rows[0]?.list
  }
  const numbers = [0, -1, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null]
  const words = ['', 'a,"b"\\{}', null, 'ß漢😀'.repeat(9999), 'NULL']
  expect(await read('bigint[]', bigints(numbers))).toEqual(numbers)
  expect(await read('int[]', integers([7, -7, null]))).toEqual([7, -7, null])
  expect(await read('text[]', texts(words))).toEqual(words)
  expect(await read('text[]', texts([]))).toEqual([])
  expect(await read('bytea[]', bytes([Buffer.from('a'), Buffer.alloc(0)]))).toEqual(['\\x61', '\\x'])
  expect(() => bigints([0.5])).toThrow('0.5')
})
test('a text comes back as it was written, whatever is in it, and is found by it', async () => {
  const { store } = await open()
  await store.open(shapes)
  const rows = strange.map((id) => ({ table: 'words', id, body: JSON.stringify({ id, word: id }), columns: [id] }))
  const entries = strange.map((ref, n) => ({ seq: n + 1, at: 1, type: 1, ref, lines: ref, hash: 'h' }))
  const keys = strange.map((place) => ({ place, digest: place, at: 1, status: 1, answer: place }))
  const events = strange.map((body, n) => ({ user: 1, s: n + 1, at: 1, body }))
  await store.append({ rows, entries, keys, events, meta: strange.map((name) => ({ name, value: name })) })
  const isProjected = async () => (await store.page({ table: 'words', where: {}, limit: 99, offset: 0 })).total
  expect(await isProjected()).toBe(strange.length)
  for (let look = 0; look < 2; look += 1) {
    for (const { id, body } of rows) {
      expect(await store.row('words', id)).toBe(body)
      expect(await store.page({ table: 'words', where: { word: id }, limit: 2, offset: 0 })).toEqual({
        bodies: [body],
        total: 1,
      })
    }
    expect(await store.entries(0, 99)).toEqual(entries)
    expect(await store.events(1, 0, 99)).toEqual(events)
    expect(await Promise.all(strange.map(async (place) => await store.key(place)))).toEqual(keys)
    // Once from the groups that are not in the tables yet, perhaps, and once from the tables.
    await store.close()
    const again = await open(lastUrl)
    const opened = await again.store.open(shapes)
    Object.assign(store, again.store)
    expect(strange.map((name) => opened.meta(name))).toEqual(strange)
    expect(opened.journal).toMatchObject({ seq: strange.length, tail: entries })
    expect([...opened.load('words').rows].toSorted()).toEqual(rows.map(({ body }) => body).toSorted())
  }
})

test('events that were rows of their own are brought into runs, and the rest of them goes on after them', async () => {
  const { store } = await open()
  await store.open(shapes)
  await store.close()
  const cluster = await sharedCluster()
  const sql = (text: string) => cluster.query(text, new URL(lastUrl).pathname.slice(1))
  await sql(`CREATE TABLE s01.events ("user" bigint, s bigint, at bigint, body text);
    INSERT INTO s01.events SELECT u, s, 5000 + s, '{"s":' || s || '}'
      FROM generate_series(1, 3) u, generate_series(1, 999) s WHERE u <> 2 OR s > 500`)
  const again = await open(lastUrl)
  const { lastAt } = await again.store.open(shapes)
  const more = { user: 2, s: 1000, at: 7000, body: 'x' }
  await again.store.append({ rows: [], entries: [], keys: [], events: [more], meta: [] })
  const kept = await again.store.events(2, 0, 1000)
  expect([lastAt, await again.store.ring(1), await again.store.ring(2)]).toEqual([
    5999,
    { head: 999, tail: 1 },
    { head: 1000, tail: 501 },
  ])
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([500, { user: 2, s: 501, at: 5501, body: '{"s":501}' }, more])
  expect(await sql(`SELECT to_regclass('s01.events') AS old`)).toEqual([{ old: null }])
})

test('SWEEP-2 both stores forget old keys alike: one that names its time wholly, of another that it was there', async () => {
  const { store } = await open()
  const other = openSqlite(':memory:')
  onTestFinished(() => other.close())
  const places = [7, 4].map((kind) => `[1,"0190a000-0000-${kind}000-8000-000000000001"]`)
  const old = places.map((place) => ({ place, digest: 'd', at: 5, status: 200, answer: 'a' }))
  const left = []
  for (const each of [store, other]) {
    await each.open(shapes)
    await each.append({ rows: [], entries: [], events: [], keys: old, meta: [] })
    // PostgreSQL has a key in its table a moment after it was stored.
    await vi.waitFor(async () => {
      await each.sweep(6, 0, 10)
      expect((await each.key(places[1] ?? ''))?.at).toBe(0)
    })
    left.push(await Promise.all(places.map(async (place) => await each.key(place))))
  }
  expect(left).toEqual([left[1], [null, { place: places[1], digest: '', at: 0, status: 0, answer: '' }]])
})

test('events that are old go run by run, but for as many as each user keeps, and young ones stay', async () => {
  const { store, place } = await open()
  await store.open(shapes)
  const run = (user: number, from: number, at: number) =>
    Array.from({ length: 10 }, (_, n) => ({ user, s: from + n, at, body: '{}' }))
  for (const events of [run(1, 1, 5), run(1, 11, 6), run(1, 21, 7), run(2, 1, 50), run(3, 1, 5)]) {
    await store.append({ rows: [], entries: [], keys: [], meta: [], events })
    await vi.waitFor(() => expect(place().mark).toBe(place().n))
  }
  const ends = [await store.sweep(0, 7, 5, 0), await store.sweep(0, 50, 5, 0)]
  const left = await Promise.all([1, 2, 3].map(async (user) => await store.ring(user)))
  expect([ends, left]).toEqual([
    [null, null],
    [
      { head: 30, tail: 21 },
      { head: 10, tail: 1 },
      { head: 10, tail: 1 },
    ],
  ])
})

test('SWEEP-3 both stores find what is long over, the oldest first and no more than asked, by an index of that alone', async () => {
  const { store } = await open()
  const other = openSqlite(':memory:')
  onTestFinished(() => other.close())
  const over = shapesOf((table) => ({
    over: table<{ id: number; at: number | null }>({
      name: 'over',
      key: 'int',
      id: ({ id }) => id,
      spentAt: ({ at }) => at,
    }),
  }))
  const rows = [30, null, 10, 20, 99].map((at, id) => ({
    table: 'over',
    id,
    body: JSON.stringify({ id, at }),
    columns: [at],
  }))
  for (const each of [store, other]) {
    await each.open(over)
    await each.append({ rows, entries: [], events: [], keys: [], meta: [] })
    // PostgreSQL leaves out what is not in its table yet.
    await vi.waitFor(async () => expect(await each.spent('over', 50, 9)).toHaveLength(3))
    expect(await each.spent('over', 50, 2)).toEqual([rows[2]?.body, rows[3]?.body])
  }
})
