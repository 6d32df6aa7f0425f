import { openMemoryVenue, portsOfMemory } from '#server/memory.ts'
import { openPostgres } from '#server/store/postgres.ts'
import { createHold, venueShapes, type Venue } from '#server/venue.ts'
import { register } from '#tests/support/people.ts'
import { sharedCluster } from '#tests/support/postgres.ts'
import { expect, onTestFinished, test } from 'vitest'

const until = async (is: () => unknown) => {
  while (!(await is())) await new Promise((next) => setTimeout(next, 10))
}
/** Rows of all tables as they are in memory. */
const rowsOf = ({ ctx: { tables } }: Venue) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      [...table.all()]
        .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
        .toSorted(),
    ]),
  )
/** A venue that leads, and another process that waits to. */
const begin = async () => {
  const cluster = await sharedCluster()
  const url = await cluster.newDatabase()
  const name = new URL(url).pathname.slice(1)
  const open = () => {
    const deposed: unknown[] = []
    const opened = openPostgres({ url, shard: 's01' }, { onDeposed: (thrown) => deposed.push(thrown) })
    onTestFinished(() => opened.store.close())
    return { ...opened, deposed }
  }
  const [one, other] = [open(), open()]
  const memory = await openMemoryVenue({ store: one.store })
  const hold = createHold()
  let hears = true
  let isFollowing = false
  const waiting = other.standBy(venueShapes(), hold, {
    hears: () => hears,
    isOver: () => false,
    onFollowing: (is) => {
      isFollowing = is
    },
  })
  waiting.catch(() => undefined)
  const { ports } = portsOfMemory({ seed: 2 })
  const sql = (query: string) => cluster.query(query, name)
  return {
    ...memory,
    one,
    other,
    sql,
    follows: () => isFollowing,
    deafen: () => {
      hears = false
    },
    /** The other process leads; before anything else it holds this. */
    lead: async () => {
      const opened = await waiting
      return hold.open(other.store, opened, ports)
    },
  }
}

test('one who waits to lead holds all that the venue holds, and its take-over writes nothing', async () => {
  const memory = await begin()
  const { venue, one, other, sql, lead } = memory
  for (const mail of ['a@kontor.test', 'b@kontor.test', 'c@kontor.test']) await register(memory, mail)
  await venue.durable()
  const before = rowsOf(venue)
  const { n } = one.place()
  // The one who waits brings the groups into the tables.
  await until(async () => (await sql('SELECT n FROM s01.mark'))[0]?.['n'] === String(n))
  expect(one.place().n).toBe(n)
  await venue.stop()
  const next = await lead()
  expect(rowsOf(next)).toEqual(before)
  expect(next.ctx.journal.end()).toEqual(venue.ctx.journal.end())
  await next.durable()
  expect([other.place().n - n, other.place().epoch - one.place().epoch]).toEqual([0, 1])
  // What it decides goes on in the same log.
  await next.command((ctx) => ctx.tables.settings.put({ name: 'x', value: 'y' }))
  expect(await other.store.row('settings', 'x')).toContain('y')
})
test('what was appended last before the leader was gone is held by the next one', async () => {
  const memory = await begin()
  const { venue, one, sql, lead, other } = memory
  await until(() => one.isOtherHearing())
  for (let n = 0; n < 40; n += 1) await venue.command((ctx) => ctx.tables.settings.put({ name: `n${n}`, value: 'v' }))
  const { n } = one.place()
  await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name IN ('kontor-term', 'kontor-log')
    AND pid = (SELECT pid FROM s01.shard)`)
  const next = await lead()
  expect([other.place().n >= n, next.ctx.tables.settings.get('n39')?.value]).toEqual([true, 'v'])
})
test('the leader knows whether one who waits hears gateways', async () => {
  const { one, deafen } = await begin()
  await until(() => one.isOtherHearing())
  deafen()
  await until(async () => !(await one.isOtherHearing()))
  expect(one.deposed).toEqual([])
})
test('one who waits outlives the database, and leads when it is there again', async () => {
  const memory = await begin()
  const { venue, one, other, sql, lead, follows } = memory
  await until(follows)
  await venue.command((ctx) => ctx.tables.settings.put({ name: 'kept', value: 'v' }))
  await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'kontor-%'`)
  const next = await lead()
  expect([next.ctx.tables.settings.get('kept')?.value, other.deposed, one.deposed.length]).toEqual(['v', [], 1])
})
test('one who waits ends where the log is not the one that it has followed', async () => {
  const memory = await begin()
  const { venue, one, other, sql, lead, follows } = memory
  await until(follows)
  // Until the one who waits has brought the last group into the tables itself.
  await until(async () => {
    await venue.command((ctx) => ctx.tables.settings.put({ name: 'lost', value: `${one.place().n}` }))
    await new Promise((next) => setTimeout(next, 50))
    return other.place().mark === one.place().n
  })
  const { n } = one.place()
  // As after the loss of a primary whose replica did not have the last group, and another one in its place.
  await sql(`UPDATE s01.groups SET body = '\\x00' WHERE n = ${n}`)
  await sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'kontor-%'`)
  await expect(lead()).rejects.toThrow(`group ${n} of the log is not the one that was followed`)
})
