import { systemClock } from '#server/core/clock.ts'
import { seededRandom } from '#server/core/random.ts'
import type { Reserve } from '#server/core/reserve.ts'
import { openReserve } from '#server/operate/reserve.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { firstBreak } from '#tests/support/chain.ts'
import { keyedVenue, newIntent, sendGroup, settleAll, type KeyedIntent } from '#tests/support/keyed.ts'
import { answerOf } from '#tests/support/people.ts'
import { routeAt, startVenue } from '#tests/support/venues.ts'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const pages = 600
const usdt = { asset: 3, kind: 'change' } as const
const turn = () => new Promise((done) => setImmediate(done))
const folderOf = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), name))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
/**
 * A venue over a file that may have so many pages: a few more than a fresh venue takes. `pages` of them are kept back
 * until they are needed.
 */
function tightVenue(keptBack: number) {
  const file = join(folderOf('full-'), 'venue.db')
  const store = openSqlite(file, { maxPages: pages })
  const failures: unknown[] = []
  const attempts: (() => void)[] = []
  let most = pages
  let isKept = keptBack > 0
  const reserve: Reserve = {
    release: () => {
      if (isKept) store.limitPages((most += keptBack))
      const wasKept = isKept
      isKept = false
      return wasKept
    },
    refill: () => most === pages || most === 100_000,
  }
  const venue = startVenue(store, {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(true),
    onFailure: (thrown) => failures.push(thrown),
    reserve,
    later: (work) => attempts.push(work),
  })
  venue.flush()
  let acknowledged = 0n
  const grant = (ref: string) =>
    void venue
      .command(({ ledger }) => {
        ledger.post({
          type: 200,
          ref,
          postings: [
            { owner: 'external', ...usdt, free: -1n },
            { owner: 1, ...usdt, free: 1n },
          ],
        })
      })
      .then(() => (acknowledged += 1n))
  const fill = async () => {
    let granted = 0n
    for (; !venue.isFull() && granted < 20_000n; granted += 1n) {
      grant(`grant:${granted}:${'x'.repeat(200)}`)
      venue.flush()
      await turn()
    }
    return granted
  }
  const visitor = { user: 0, session: '', lang: 'en', device: 'd', address: '', appVersion: 100 } as const
  const ask = async (routeKey: string, body: unknown = {}, key: string | null = null, user = 0) => {
    const { http, body: answer } = await venue.execute({
      route: routeAt(venue, routeKey),
      caller: { ...visitor, user },
      body,
      key,
    })
    return { http, answer: answerOf(JSON.parse(answer)) }
  }
  return {
    venue,
    store,
    file,
    failures,
    fill,
    ask,
    acknowledged: () => acknowledged,
    /** Makes the disk larger and repeats what was waiting for it. */
    makeRoom: () => {
      store.limitPages((most = 100_000))
      for (const work of attempts.splice(0)) work()
    },
  }
}
const reopened = (file: string, failures: unknown[]) =>
  startVenue(openSqlite(file), {
    clock: systemClock,
    random: seededRandom(1),
    settings: defaultSettings(true),
    onFailure: (thrown) => failures.push(thrown),
  })

test('SF6 on a full disk the group that was decided goes into the reserve, changes are refused, reads go on, and with room it goes on by itself', async () => {
  const { venue, store, file, failures, fill, ask, acknowledged, makeRoom } = tightVenue(40)
  const granted = await fill()
  await turn()
  expect(acknowledged()).toBe(granted)
  const change = await ask(
    'POST /api/sms_mail',
    { user_string: 'ann@kontor.test', type: 'register' },
    crypto.randomUUID(),
  )
  expect([change.http, change.answer.reason]).toEqual([503, 'read_only'])
  expect((await ask('GET /api/currency/quotation_new')).http).toBe(200)
  expect(() =>
    venue.checkCaller({ user: 1, session: '', lang: 'en', device: 'd', address: '', appVersion: 100 }, 'any'),
  ).toThrow('read_only')
  // Without room the state stays.
  venue.makeRoom()
  expect(venue.isFull()).toBe(true)

  makeRoom()
  venue.makeRoom()
  expect(venue.isFull()).toBe(false)
  const again = await ask(
    'POST /api/sms_mail',
    { user_string: 'ann@kontor.test', type: 'register' },
    crypto.randomUUID(),
  )
  expect(again.http).toBe(200)
  expect([failures, venue.isBroken(), venue.audit(), firstBreak(store)]).toEqual([[], false, [], null])
  await venue.stop()
  const second = reopened(file, failures)
  expect(second.ctx.ledger.balance({ owner: 1, ...usdt }).free).toBe(granted)
  await second.stop()
})

test('SF6 a group that does not even fit into the reserve waits; a read says so instead of waiting too; with room all of it is acknowledged', async () => {
  const { venue, file, failures, fill, ask, acknowledged, makeRoom } = tightVenue(0)
  const granted = await fill()
  expect(acknowledged()).toBe(granted - 1n)
  const read = await ask('GET /api/currency/quotation_new')
  expect([read.http, read.answer.reason]).toEqual([503, 'read_only'])
  makeRoom()
  await turn()
  expect(acknowledged()).toBe(granted)
  expect((await ask('GET /api/currency/quotation_new')).http).toBe(200)
  venue.makeRoom()
  await venue.stop()
  const second = reopened(file, failures)
  expect([second.ctx.ledger.balance({ owner: 1, ...usdt }).free, second.audit(), failures]).toEqual([granted, [], []])
  await second.stop()
})

test('SF6 a venue that ends while a group waits for room has acknowledged nothing of it', async () => {
  const { venue, file, failures, fill, acknowledged } = tightVenue(0)
  const granted = await fill()
  await venue.stop()
  const second = reopened(file, failures)
  expect([acknowledged(), second.ctx.ledger.balance({ owner: 1, ...usdt }).free, second.audit()]).toEqual([
    granted - 1n,
    granted - 1n,
    [],
  ])
  await second.stop()
})

test('SF6 after a full disk and a restart every intent is resolved by its key', async () => {
  const file = join(folderOf('full-keys-'), 'venue.db')
  const failures: unknown[] = []
  const store = openSqlite(file, { maxPages: pages })
  const harness = keyedVenue(store, (thrown) => failures.push(thrown))
  harness.enter()
  const intents: KeyedIntent[] = []
  while (!harness.venue.isFull() && intents.length < 20_000) {
    const some = [newIntent(), newIntent(), newIntent()]
    intents.push(...some)
    await sendGroup(harness, some)
  }
  // A late one is refused before anything is decided; those of the group that did not fit have no answer.
  await expect(harness.send(newIntent())).rejects.toThrow('read_only')
  expect(intents.filter(({ answer }) => answer === null)).toHaveLength(3)
  await harness.venue.stop()

  const opened = openSqlite(file)
  const second = keyedVenue(opened, (thrown) => failures.push(thrown))
  expect(second.happened()).toBe(intents.length - 3)
  expect(await settleAll(second, intents, (n) => (n % 2 === 0 ? 'give up' : 'send again'))).toEqual([])
  expect(second.venue.audit()).toEqual([])
  expect(failures).toEqual([])
  opened.close()
})

test('SF6 the reserve is a file of real bytes: given back once, taken again where there is room', () => {
  const folder = folderOf('reserve-')
  const reserve = openReserve(folder, (count) => Buffer.alloc(count, 7))
  expect(reserve.refill()).toBe(true)
  expect(statSync(join(folder, 'reserve')).size).toBeGreaterThan(100_000)
  expect([reserve.release(), reserve.release()]).toEqual([true, false])
  expect(statSync(join(folder, 'reserve'), { throwIfNoEntry: false })).toBeUndefined()
  expect(openReserve(join(folder, 'missing'), () => new Uint8Array()).refill()).toBe(false)
})
