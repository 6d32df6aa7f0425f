import type { AdversaryWorld } from './adversaries.ts'

const bnb = 9
const usdt = 3
const at = (world: AdversaryWorld, share: number) => (world.price * (1 + share)).toFixed(2)
const place = (world: AdversaryWorld, user: number, act: string, legs: readonly object[], more: object = {}) =>
  world.call(user, 'trigger/place', {
    product: act === 'buy' || act === 'sell' ? 'spot' : 'lever',
    legal_id: usdt,
    currency_id: bnb,
    act,
    legs,
    ...more,
  })
const armedIn = (world: AdversaryWorld) =>
  [...world.ctx().tables.triggers.all()].filter(({ status }) => status === 'armed').length
/** All that still waits is withdrawn, all that is open is closed. */
async function leave(world: AdversaryWorld) {
  for (const user of world.users)
    await world.call(user, 'order/cancel_all', { classes: ['resting', 'entries', 'protective'] })
  const positions = [...world.ctx().tables.leverPositions.all()]
  for (const row of positions) if (row.status === 'trading') await world.close(row.user, row.id)
}

/** What some of the accounts have, in USDT, with coins at the true price. */
function worthOf(world: AdversaryWorld, users: readonly number[]) {
  const { ledger } = world.ctx()
  const sumOf = (owner: number, asset: number) => {
    const { free, held } = ledger.balance({ owner, asset, kind: 'change' })
    return Number(free + held) / 1e8
  }
  return users.reduce((sum, user) => sum + sumOf(user, usdt) + sumOf(user, bnb) * world.price, 0)
}
/**
 * Half of the accounts have stops below the price, by the last trade; the others sell through the book to reach them,
 * and wait below with bids of their own. What counts is what the hunters win, from whomever.
 */
export async function huntStops(world: AdversaryWorld) {
  const [hunted, hunters] = [world.users.slice(0, 32), world.users.slice(32)]
  const before = worthOf(world, hunters)
  for (const [n, user] of hunted.entries())
    await place(world, user, 'sell', [
      { role: 'stop', trigger_price: at(world, -0.001 - (n % 6) * 0.0006), amount: '40' },
    ])
  const bids: { user: number; id: unknown }[] = []
  for (let n = 0; n < 12; n += 1) {
    for (const user of hunters.slice(0, 8)) {
      const { data } = await world.order(user, 'buy', world.price * 0.985, 20)
      if (data?.['status'] === 1) bids.push({ user, id: data['id'] })
    }
    for (const user of hunters.slice(8, 20)) await world.order(user, 'sell', world.price * 0.994, 60)
    await world.tick(2)
    for (const { user, id } of bids.splice(0)) await world.cancel(user, id)
    await world.tick(6)
  }
  const fired = hunted.length - armedIn(world)
  await leave(world)
  await world.tick(20)
  return { won: worthOf(world, hunters) - before, note: `${fired} of ${hunted.length} stops fired` }
}

/** As many stops at one price as the limits allow, on spot and contracts; then the price falls through them at once. */
export async function stormOfStops(world: AdversaryWorld) {
  let placed = 0
  for (const user of world.users) {
    for (let n = 0; n < 60; n += 1) {
      const legs = [{ role: 'stop', source: 'mark', trigger_price: at(world, -0.002), amount: '0.05' }]
      if ((await place(world, user, 'sell', legs)).type === 'ok') placed += 1
    }
    const { data } = await world.open(user, { share: 20, multiple: 50 })
    const parent = { kind: 'position', id: data?.['id'] }
    const legs = [{ role: 'stop', trigger_price: at(world, -0.002) }]
    if (data && (await place(world, user, 'close', legs, { parent })).type === 'ok') placed += 1
  }
  await world.tick(4, (now) => now * 0.9993)
  world.say(world.price * 0.997)
  await world.tick(60)
  const fired = placed - armedIn(world)
  await leave(world)
  world.say(world.price)
  await world.tick(60)
  return `${fired} of ${placed} stops fired`
}

/** Trailing stops that one bent source would lift before the price falls back to where it was. */
export async function liftTrails(world: AdversaryWorld) {
  let placed = 0
  let armed = 0
  for (let round = 0; round < 4; round += 1) {
    for (const user of world.users) {
      const { data } = await world.open(user, { share: 60, multiple: 50 })
      const parent = { kind: 'position', id: data?.['id'] }
      const legs = [{ role: 'stop', source: round % 2 ? 'index' : 'mark', trail: { by: 'percent', distance: '0.1' } }]
      if (data && (await place(world, user, 'close', legs, { parent })).type === 'ok') placed += 1
    }
    for (const share of [0.002, 0.01, 0.1]) {
      world.bend(world.price * (1 + share))
      await world.tick(2)
      world.bend(null)
      await world.tick(4)
    }
    armed += armedIn(world)
    await leave(world)
    await world.tick(40)
  }
  return `${placed - armed} of ${placed} trailing stops fired`
}

/**
 * Entries on both sides of the price, withdrawn and placed anew at each tick; what has opened is closed at the next.
 */
export async function freeOption(world: AdversaryWorld) {
  const { random } = world
  let opened = 0
  for (let n = 0; n < 80; n += 1) {
    for (const user of world.users.slice(0, 8)) {
      await world.call(user, 'order/cancel_all', {})
      const mark = (world.market().quote()?.mark ?? 0) / 100
      for (const [act, share] of [
        ['open_long', 0.0003],
        ['open_short', -0.0003],
      ] as const) {
        const legs = [{ role: 'entry', trigger_price: (mark * (1 + share)).toFixed(2), share: 60 }]
        await place(world, user, act, legs, { multiple: 100 })
      }
    }
    await world.tick(1, (now) =>
      Math.max(world.price * 0.97, Math.min(world.price * 1.03, now * (1 + (random.unit() - 0.5) * 0.002))),
    )
    const positions = [...world.ctx().tables.leverPositions.all()]
    for (const row of positions) {
      if (row.status !== 'trading') continue
      opened += 1
      await world.close(row.user, row.id)
    }
  }
  await leave(world)
  world.say(world.price)
  await world.tick(60)
  return `${opened} entries opened`
}
