import type { Failpoint } from '#server/core/failpoints.ts'
import { migrations } from '#server/core/migrations.ts'
import { StoreError } from '#server/core/store-error.ts'
import type { Group, Shape } from '#server/core/store-port.ts'
import { shapesOf } from '#server/core/tables.ts'
import { int, text, type TableDef } from '#server/core/table-def.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { standForElection, type Candidate } from '#server/store/postgres/term.ts'
import { sharedCluster } from '#tests/support/postgres.ts'
import { expect, onTestFinished, test } from 'vitest'

type Row = { id: number; name: string }
const things: TableDef<Row> = { name: 'things', key: 'int', id: ({ id }) => id }
const shapes = shapesOf((open) => open(things))
/** A group with one row and one entry, which come one after the other. */
const groupOf = (id: number): Group => ({
  rows: [{ table: 'things', id, body: JSON.stringify({ id, name: `n${id}` }), columns: [] }],
  entries: [{ seq: id, at: id, type: 1, ref: 'r', lines: '[]', hash: `h${id}` }],
  events: [],
  keys: [],
  meta: [],
})
type Options = Partial<Parameters<typeof openPostgres>[1]>
const begin = async (given?: string) => {
  const cluster = await sharedCluster()
  const url = given ?? (await cluster.newDatabase())
  const name = new URL(url).pathname.slice(1)
  const sql = (query: string) => cluster.query(query, name)
  const open = (options: Options = {}) => {
    const deposed: unknown[] = []
    const opened = openPostgres({ url, shard: 's01' }, { onDeposed: (thrown) => deposed.push(thrown), ...options })
    onTestFinished(() => opened.store.close())
    return { ...opened, deposed }
  }
  const end = (application: string) =>
    cluster.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = '${name}' AND application_name = 'kontor-${application}'`)
  return { url, cluster, name, sql, open, end }
}
const until = async (is: () => unknown) => {
  while (!(await is())) await new Promise((next) => setTimeout(next, 10))
}
const troubleOf = async (work: unknown) => {
  try {
    await work
    return 'none'
  } catch (thrown) {
    return thrown instanceof StoreError ? thrown.trouble : String(thrown)
  }
}

test('while one leads another is refused; when its session is gone the next one leads at once, and it is told', async () => {
  const { open, end } = await begin()
  const one = open()
  await one.store.open(shapes)
  await one.store.append(groupOf(1))
  expect(await troubleOf(open().store.open(shapes))).toBe('folderInUse')
  await end('term')
  const other = open()
  const opened = await other.store.open(shapes)
  expect([opened.journal.seq, other.place().epoch - one.place().epoch]).toEqual([1, 1])
  await until(() => one.deposed.length > 0)
  expect(await troubleOf(one.store.append(groupOf(2)))).toBe('deposed')
  await other.store.append(groupOf(2))
  expect(await other.store.row('things', 2)).toContain('n2')
})
test('one who has not been heard of for the lease is deposed by the clock of the database, and stores nothing any more', async () => {
  const { open, sql } = await begin()
  const one = open()
  await one.store.open(shapes)
  await one.store.append(groupOf(1))
  const other = open()
  const opening = other.store.open(shapes)
  // It stands still, as far as the database can see.
  const timer = setInterval(() => void sql(`UPDATE s01.shard SET beat = clock_timestamp() - interval '1 hour'`), 50)
  await opening
  clearInterval(timer)
  expect(await troubleOf(one.store.append(groupOf(2)))).toBe('deposed')
  await until(() => one.deposed.length > 0)
  expect(await sql('SELECT n FROM s01.groups ORDER BY n')).toHaveLength(1)
})
test('a second writer of the same term is kept out by the number of the group', async () => {
  const { open, sql } = await begin()
  const one = open()
  await one.store.open(shapes)
  await sql('UPDATE s01.shard SET n = n + 1')
  expect(await troubleOf(one.store.append(groupOf(1)))).toBe('deposed')
})
test('of eight who stand for election at one instant one wins, every time', async () => {
  const { url, sql } = await begin()
  const place = { url, shard: 's01' }
  const candidates: Candidate[] = []
  for (let n = 0; n < 8; n += 1) candidates.push(await standForElection(place, `c${n}`, () => undefined))
  onTestFinished(async () => void (await Promise.all(candidates.map(({ end }) => end()))))
  for (let round = 0; round < 10; round += 1) {
    await sql('UPDATE s01.shard SET released = true')
    const terms = await Promise.all(candidates.map(({ attempt }) => attempt()))
    expect(terms.filter((term) => term !== null).map(({ epoch }) => epoch)).toEqual([round + 1])
  }
})
test('one who waits to lead is told at once that the lead is given up', async () => {
  const { open, url } = await begin()
  const one = open()
  await one.store.open(shapes)
  const candidate = await standForElection({ url, shard: 's01' }, 'c', () => undefined)
  onTestFinished(candidate.end)
  expect(await candidate.pause(1)).toBe(false)
  const told = candidate.pause(600_000)
  await one.store.close()
  expect([await told, (await candidate.attempt()) !== null]).toEqual([true, true])
})
test('a group that does not fit on the disk of the database is held, and stored when there is room', async () => {
  const { open, sql } = await begin()
  const { store } = open()
  await store.open(shapes)
  await sql(`CREATE FUNCTION s01.no_room() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100'; END $$`)
  await sql('CREATE TRIGGER no_room BEFORE INSERT ON s01.groups_0 FOR EACH ROW EXECUTE FUNCTION s01.no_room()')
  for (let n = 0; n < 3; n += 1) expect(await troubleOf(store.append(groupOf(1)))).toBe('diskFull')
  await sql('DROP TRIGGER no_room ON s01.groups_0')
  await store.append(groupOf(1))
  expect(await store.entries(0, 9)).toHaveLength(1)
})
test('while the tables are held, appends and reads go on; a projector that loses its connection goes on where it was', async () => {
  const { open, sql, cluster, name, end } = await begin()
  const { store, place, behind } = open()
  await store.open(shapes)
  const { default: pg } = await import('pg')
  const holder = new pg.Client(`${cluster.adminUrl}/${name}`)
  await holder.connect()
  await holder.query('BEGIN; SELECT * FROM s01.mark FOR UPDATE')
  for (let id = 1; id <= 50; id += 1) await store.append(groupOf(id))
  expect([place().mark, behind(), await store.row('things', 50), (await store.entries(0, 99)).length]).toEqual([
    0,
    50,
    '{"id":50,"name":"n50"}',
    50,
  ])
  expect(await store.page({ table: 'things', where: {}, limit: 2, offset: 3 })).toMatchObject({ total: 50 })
  await end('projector')
  await holder.query('COMMIT')
  await holder.end()
  await until(() => place().mark === 50)
  expect(behind()).toBe(0)
  expect(await sql('SELECT count(*) AS n FROM s01.t_things')).toEqual([{ n: '50' }])
})
test('while groups come all the time, a row that changes with each is written a few times a second', async () => {
  const { open } = await begin()
  const { store, place } = open()
  await store.open(shapes)
  const marks = new Set<number>()
  const from = performance.now()
  let n = 0
  while (performance.now() - from < 1000) {
    n += 1
    await store.append({ ...groupOf(1), entries: [] })
    marks.add(place().mark)
  }
  await until(() => place().mark === n)
  // Earlier where very many have come.
  expect(marks.size).toBeLessThan((performance.now() - from) / 200 + n / 500 + 2)
})
test('what was appended and never projected is in the tables after the next start; the log alone makes them all', async () => {
  const { open, sql, url } = await begin()
  const one = open()
  await one.store.open(shapes)
  for (let id = 1; id <= 30; id += 1) await one.store.append(groupOf(id))
  await one.store.close()
  // The tables are lost, the log is there.
  await sql('DROP TRIGGER journal_kept ON s01.journal')
  await sql('TRUNCATE s01.t_things, s01.journal')
  await sql('UPDATE s01.mark SET n = 0')
  const again = openPostgres({ url, shard: 's01' }, { onDeposed: () => undefined })
  onTestFinished(() => again.store.close())
  const opened = await again.store.open(shapes)
  expect([[...opened.load('things').rows].length, opened.journal.seq]).toEqual([30, 30])
})
test('the log goes on into its next part, and parts that are old and projected are dropped', async () => {
  const { open, sql } = await begin()
  const first = open()
  await first.store.open(shapes)
  await first.store.append(groupOf(1))
  await until(() => first.place().mark === 1)
  await first.store.close()
  await sql(`UPDATE s01.groups SET at = at - interval '2 days'`)
  await sql('UPDATE s01.shard SET n = 249999')
  await sql('UPDATE s01.mark SET n = 249999')
  const { store, place } = open()
  await store.open(shapes)
  await store.append(groupOf(2))
  await store.append(groupOf(3))
  await until(() => place().mark === 250_001)
  await store.close()
  const again = open()
  await again.store.open(shapes)
  expect(await sql('SELECT tableoid::regclass::text AS part, n FROM s01.groups ORDER BY n')).toEqual([
    { part: 's01.groups_1', n: '250000' },
    { part: 's01.groups_1', n: '250001' },
  ])
})
test.each([
  { name: 'all is in the tables', behind: false },
  { name: 'the tables are behind the log', behind: true },
])(
  'a new column, a new table and a migration come with the next start; a newer release is refused: $name',
  async ({ behind }) => {
    const { open } = await begin()
    const failpoint: Failpoint = (site) => {
      if (behind && site === 'duringProjection') throw new Error('the projector is held')
    }
    const one = open({ release: '1.0.0', failpoint })
    await one.store.open(shapes)
    for (let id = 1; id <= 3; id += 1) await one.store.append(groupOf(id))
    if (!behind) await until(() => one.place().mark === 3)
    await one.store.close()
    const grown: Shape[] = shapesOf((openTable) => [
      openTable<Row>({ ...things, columns: { name: text(({ name }) => name), odd: int(({ id }) => id % 2) } }),
      openTable<Row>({
        name: 'copies',
        key: 'int',
        id: ({ id }) => id,
        fill: function* ({ rows }) {
          for (const { body } of rows('things')) {
            const row: Row = JSON.parse(body)
            yield { ...row, id: row.id * 10 }
          }
        },
      }),
    ])
    const next = {
      to: (migrations.at(-1)?.to ?? 1) + 1,
      why: 'a test',
      run: ({ rows, put, remove }: Parameters<(typeof migrations)[number]['run']>[0]) => {
        for (const { id } of rows('things'))
          if (id === 2) remove('things', id)
          else put('things', id, JSON.stringify({ id, name: `m${id}` }))
      },
    }
    const two = open({ release: '1.1.0', migrations: [...migrations, next] })
    const opened = await two.store.open(grown)
    expect([...opened.load('things').rows]).toEqual(['{"id":1,"name":"m1"}', '{"id":3,"name":"m3"}'])
    expect([...opened.load('copies').rows]).toEqual(['{"id":10,"name":"m1"}', '{"id":30,"name":"m3"}'])
    expect(await two.store.page({ table: 'things', where: { name: 'm3', odd: 1 }, limit: 5, offset: 0 })).toMatchObject(
      {
        total: 1,
      },
    )
    await two.store.close()
    expect(await troubleOf(open({ release: '1.0.9' }).store.open(grown))).toBe('schemaForeign')
    expect(await troubleOf(open({ release: '2.0.0', migrations }).store.open(grown))).toBe('schemaForeign')
  },
)
test('one whose opening takes long goes on leading: its beats are seen meanwhile', async () => {
  const { open, sql } = await begin()
  const first = open({ release: '1.0.0' })
  await first.store.open(shapes)
  await first.store.append(groupOf(1))
  await first.store.close()
  const isBeating: unknown[] = []
  const slow = {
    to: (migrations.at(-1)?.to ?? 1) + 1,
    why: 'a test',
    run: ({ rows }: Parameters<(typeof migrations)[number]['run']>[0]) => void [...rows('things')],
  }
  await sql(
    `CREATE FUNCTION s01.slowly() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(4); RETURN NEW; END $$`,
  )
  await sql('CREATE TRIGGER slowly BEFORE UPDATE ON s01.meta FOR EACH STATEMENT EXECUTE FUNCTION s01.slowly()')
  const next = open({ release: '1.1.0', migrations: [...migrations, slow] })
  const opening = next.store.open(shapes)
  const timer = setInterval(() => {
    void sql(`SELECT clock_timestamp() - beat < interval '2 seconds' AS is FROM s01.shard`).then(([row]) =>
      isBeating.push(row?.['is']),
    )
  }, 500)
  await opening
  clearInterval(timer)
  await next.store.append(groupOf(2))
  expect([isBeating.length > 4, new Set(isBeating)]).toEqual([true, new Set([true])])
})
test('a process that stands still for the lease does not take itself for the leader', async () => {
  const { open } = await begin()
  const one = open()
  expect(one.isCertain()).toBe(false)
  await one.store.open(shapes)
  expect(one.isCertain()).toBe(true)
  // Nothing else runs meanwhile, as in a process that was stopped.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2100)
  expect(one.isCertain()).toBe(false)
})
