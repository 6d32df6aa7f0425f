import { alertPauseMs, maxAlerts, type AlertMode, type AlertSide } from '#contract/alert/alert.ts'
import { seededRandom } from '#server/core/random.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { ownEvents } from '#tests/support/own-events.ts'
import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Math.floor(Date.now() / 86_400_000))
const market = 'BTC-USDT'

/** A venue whose last price is moved by hand, in whole USDT; after each move the steps of a tick run. */
function priced({ venue, ask, clock }: Pick<ReturnType<typeof createMemoryVenue>, 'venue' | 'ask' | 'clock'>) {
  const pair = venue.ctx.markets.need(market).pair.id
  const tick = async () => {
    for (const { afterPrices } of venue.steps) await afterPrices?.(venue.asyncCtx)
  }
  const call = async (user: number, routeKey: string, body: object) =>
    answerOf((await ask(routeKey, body, { user }, crypto.randomUUID())).answer)
  return {
    venue,
    clock,
    pair,
    tick,
    call,
    move: async (price: number) => {
      await venue.command(
        (ctx) => void ctx.markets.need(market).recordTrade({ side: 'buy', price: price * 100, amount: 1 }),
      )
      await tick()
    },
    add: (user: number, side: AlertSide, price: string, mode: AlertMode = 'once', more: object = {}) =>
      call(user, 'POST /api/alert/add', { match_id: pair, side, price, mode, ...more }),
    remove: (user: number, id: unknown) => call(user, 'POST /api/alert/remove', { id }),
    list: async (user: number): Promise<{ id: number; price: string; mode: string; fired_ms: number | null }[]> =>
      Object((await call(user, 'GET /api/alert/list', {})).message).list,
  }
}
const open = async () => {
  const store = openSqlite(':memory:')
  const v = await spotVenue(2, { store })
  const p = priced(v)
  await p.move(96_000)
  return { ...p, store, ann: v.ann, ben: v.ben, eventsOf: ownEvents(v) }
}

test('ALERT-1 an alert fires once when the last price reaches it, as an event and a notification, and is gone', async () => {
  const { ann, ben, add, move, list, eventsOf, clock, call } = await open()
  const { data } = await add(ann, 'above', '96100')
  await add(ben, 'below', '95000')
  await move(96_099)
  expect(eventsOf(ann, 'alert.fired')).toEqual([])
  clock.advance(5)
  await move(96_500)
  await move(95_500)
  await move(96_500)
  const at_ms = clock.now()
  expect(eventsOf(ann, 'alert.fired')).toEqual([
    { ev: 'alert.fired', v: { alert: { ...data, fired_ms: at_ms }, last: '96500.00', at_ms } },
  ])
  expect(eventsOf(ann, 'notification.added')).toMatchObject([
    {
      v: {
        notification: {
          kind: 'alert',
          subject: 'price_above',
          symbol: 'BTC/USDT',
          amount: '96500.00',
          price: '96100.00',
        },
      },
    },
  ])
  expect([await list(ann), (await list(ben)).length, eventsOf(ben, 'alert.fired')]).toEqual([[], 1, []])
  expect(Object((await call(ann, 'GET /api/notification/list', {})).message).list).toHaveLength(1)
})

test('ALERT-2 one that repeats fires once per crossing, not while the price stays beyond it, and not again within a minute', async () => {
  const { ann, add, move, list, eventsOf, clock } = await open()
  await add(ann, 'below', '95900', 'repeat')
  const fired = () => eventsOf(ann, 'alert.fired').length
  const counts: number[] = []
  for (const [price, afterMs] of [
    [95_900, 0],
    [95_800, alertPauseMs],
    [96_000, 0],
    [95_900, 0],
    [95_901, 0],
    [95_850, 1000],
    [96_000, alertPauseMs],
    [95_000, 0],
  ] as const) {
    clock.advance(afterMs)
    await move(price)
    counts.push(fired())
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 2, 2, 3])
  expect(await list(ann)).toMatchObject([{ mode: 'repeat', fired_ms: clock.now() }])
})

test('ALERT-3 a price that is there already, none, one too fine and one above the limit of alerts are refused and change nothing', async () => {
  const { ann, ben, add, list, remove } = await open()
  expect(await add(ann, 'above', '96000')).toMatchObject({ reason: 'alert_reached', params: { last: '96000.00' } })
  expect((await add(ann, 'below', '96000.01')).reason).toBe('alert_reached')
  for (const [price, reason] of [
    ['', 'price_required'],
    ['0', 'price_required'],
    ['96100.001', 'price_step'],
    ['1e5', 'malformed'],
    ['-5', 'malformed'],
    ['99999999999999', 'price_required'],
  ] as const)
    expect((await add(ann, 'above', price)).reason).toBe(reason)
  expect((await add(ann, 'above', '96100', 'once', { match_id: 999 })).reason).toBe('not_found')
  expect(await list(ann)).toEqual([])
  for (let n = 1; n <= maxAlerts; n += 1) expect((await add(ann, 'above', String(97_000 + n))).reason).toBeUndefined()
  expect(await add(ann, 'above', '98000')).toMatchObject({ reason: 'alert_limit', params: { max: maxAlerts } })
  const { data } = await add(ann, 'above', '97001', 'repeat')
  const all = await list(ann)
  expect([all.length, all.find(({ id }) => id === data?.['id'])?.mode]).toEqual([maxAlerts, 'repeat'])
  expect((await remove(ben, data?.['id'])).reason).toBe('not_found')
  expect((await remove(ann, data?.['id'])).reason).toBeUndefined()
  expect((await add(ann, 'above', '98000')).reason).toBeUndefined()
})

test('ALERT-4 a crossing while the venue was down is told after the restart; what has fired does not fire again', async () => {
  const { ann, add, move, store, venue } = await open()
  await add(ann, 'above', '96100', 'repeat')
  await add(ann, 'above', '96200')
  await move(96_150)
  venue.flush()
  const again = createMemoryVenue({ store })
  const eventsOf = ownEvents(again)
  const { move: moveOn, list } = priced(again)
  await moveOn(96_300)
  expect(eventsOf(ann, 'alert.fired')).toMatchObject([{ v: { alert: { price: '96200.00' } } }])
  expect(await list(ann)).toMatchObject([{ price: '96100.00' }])
})

test('ALERT-5 a command that is rolled back takes no alert with it: it fires with the next tick', async () => {
  const { ann, add, move, venue, eventsOf, tick, pair } = await open()
  await add(ann, 'above', '96100')
  await venue.command((ctx) => void ctx.markets.need(market).recordTrade({ side: 'buy', price: 9_620_000, amount: 1 }))
  await expect(
    venue.command((ctx) => {
      ctx.onRollback(() => ctx.alertWatch.forget(pair))
      expect(ctx.alertWatch.take(pair, 9_620_000, 10)).toHaveLength(1)
      throw new Error('stop')
    }),
  ).rejects.toThrow('stop')
  await tick()
  await move(96_300)
  expect(eventsOf(ann, 'alert.fired')).toHaveLength(1)
})

type Twin = {
  id: unknown
  user: number
  side: AlertSide
  price: number
  mode: AlertMode
  isArmed: boolean
  firedAt: number | null
}
/** All alerts looked at one by one. */
function naiveTick(twins: Twin[], last: number, now: number): { left: Twin[]; fired: string[] } {
  const fired: string[] = []
  const left = twins.flatMap((twin) => {
    const isReached = twin.side === 'above' ? last >= twin.price : last <= twin.price
    if (!isReached) return [{ ...twin, isArmed: true }]
    if (!twin.isArmed) return [twin]
    const isTold = twin.firedAt === null || now - twin.firedAt >= alertPauseMs
    if (isTold) fired.push(`${twin.user} ${String(twin.id)} ${last}`)
    return twin.mode === 'once' ? [] : [{ ...twin, isArmed: false, firedAt: isTold ? now : twin.firedAt }]
  })
  return { left, fired }
}
test(`ALERT-6 the watch fires what a naive twin that looks at every alert fires, tick for tick (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const { ann, ben, add, remove, move, eventsOf, clock, list } = await open()
  const answers: (readonly [unknown, unknown])[] = []
  let [twins, last, total]: [Twin[], number, number] = [[], 96_000, 0]
  for (let n = 0; n < 600; n += 1) {
    const chance = random.unit()
    const user = random.unit() < 0.5 ? ann : ben
    if (chance < 0.35 && twins.filter((twin) => twin.user === user).length < maxAlerts) {
      const side = random.unit() < 0.5 ? 'above' : 'below'
      const mode = random.unit() < 0.6 ? 'repeat' : 'once'
      const price = last + Math.floor((random.unit() - 0.5) * 60)
      const held = twins.find((twin) => twin.user === user && twin.side === side && twin.price === price)
      const { data, reason } = await add(user, side, String(price), mode)
      const isReached = side === 'above' ? last >= price : last <= price
      if (held) twins = twins.map((twin) => (twin === held ? { ...twin, mode } : twin))
      else if (!isReached) twins.push({ id: data?.['id'], user, side, price, mode, isArmed: true, firedAt: null })
      answers.push([reason, !held && isReached ? 'alert_reached' : undefined])
      continue
    }
    if (chance < 0.42) {
      const [gone] = twins
      if (gone) await remove(gone.user, gone.id)
      twins = twins.slice(1)
      continue
    }
    clock.advance(Math.floor(random.unit() * 20_000))
    last += Math.floor((random.unit() - 0.5) * 40)
    const told = naiveTick(twins, last, clock.now())
    twins = told.left
    const before = { [ann]: eventsOf(ann, 'alert.fired').length, [ben]: eventsOf(ben, 'alert.fired').length }
    await move(last)
    const fired = [ann, ben].flatMap((each) =>
      eventsOf(each, 'alert.fired')
        .slice(before[each])
        .map((event) => {
          const { alert, last: at } = Object(event).v
          return `${each} ${alert.id} ${Number(at)}`
        }),
    )
    expect(fired.toSorted()).toEqual(told.fired.toSorted())
    total += fired.length
  }
  expect(total).toBeGreaterThan(50)
  expect(answers.map(([heard]) => heard)).toEqual(answers.map(([, due]) => due))
  const ids = [...(await list(ann)), ...(await list(ben))].map(({ id }) => id)
  expect(ids.toSorted()).toEqual(twins.map(({ id }) => Number(id)).toSorted())
})
