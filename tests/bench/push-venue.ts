import { hostOf } from '#tests/support/venues.ts'
import { startVenue } from '#tests/support/venues.ts'
import { openSession } from '#server/identity/callers.ts'
import { systemClock } from '#server/core/clock.ts'
import { createLoop } from '#server/loop.ts'
import { createLog } from '#server/gateway/log.ts'
import { createMeters } from '#server/gateway/metrics.ts'
import { createForwarding } from '#server/gateway/proxy.ts'
import { attachSockets } from '#server/gateway/socket.ts'
import { houseMaker, houseTaker } from '#server/features/market/market.ts'
import { seededRandom } from '#server/core/random.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { serve, type ServerType } from '@hono/node-server'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { putAccount } from './accounts.ts'
import { serveOrders } from './push-child.ts'

/** The venue's real gateway in a process of its own, with accounts, a quoted book and one publisher. */
const accounts = Number(process.argv[2])
const folder = mkdtempSync(join(tmpdir(), 'push-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const venue = startVenue(openSqlite(join(folder, 'venue.db')), {
  clock: systemClock,
  random: seededRandom(1),
  settings: defaultSettings(true, { identity: { verification: '0' } }),
  onFailure: (thrown) => {
    throw thrown
  },
})
const tokens = await venue.command((ctx) =>
  Array.from({ length: accounts }, (_, at) => {
    const id = at + 1
    putAccount(ctx, id, 'r')
    return openSession(ctx, id, 'main', 'bench')
  }),
)
const loop = createLoop(venue)
const market = venue.ctx.markets.need('BTC-USDT')
// The house quotes once a price is confirmed.
for (let ticks = 0; market.house.size === 0; ticks += 1) {
  if (ticks === 400) throw new Error('the house quotes nothing')
  await loop.step()
  await sleep(25)
}
const chance = seededRandom(2)

/** Of ten updates one is a trade, one tells one account something, eight move a level of the book. */
const shareOfTen = 10
let published = 0
const update = () => {
  published += 1
  const kind = published % shareOfTen
  if (kind === 0) {
    const user = chance.int(accounts) + 1
    void venue.command((ctx) => ctx.emit(user, { ev: 'platform.settingsChanged', v: { names: ['notice'] } }))
    return
  }
  if (kind === 1) {
    const side = chance.unit() < 0.5 ? 'buy' : 'sell'
    const price = market.book().best(side === 'buy' ? 'sell' : 'buy')
    if (price === null) return
    const { fills } = market.place({ id: market.nextHouseId(), owner: houseTaker, side, kind: 'ioc', price, amount: 1 })
    for (const fill of fills) market.recordTrade(fill)
    return
  }
  const standing = [...market.house.values()]
  const order = standing[chance.int(standing.length)]
  if (!order) return
  market.cancel(order.id)
  market.place({
    id: market.nextHouseId(),
    owner: houseMaker,
    side: order.side,
    kind: 'limit',
    price: order.price,
    amount: 1000 + chance.int(100_000),
  })
}
let perSecond = 0
let from = performance.now()
let done = 0
setInterval(() => {
  const due = Math.floor(((performance.now() - from) * perSecond) / 1000)
  for (; done < due; done += 1) update()
}, 10)

const { server, port } = await new Promise<{ server: ServerType; port: number }>((ready) => {
  const made: ServerType = serve(
    { fetch: () => new Response(null, { status: 404 }), port: 0, hostname: '127.0.0.1' },
    (at) => ready({ server: made, port: at.port }),
  )
})
// Each reader comes from an address of its own, named by the proxy before the venue: the rule of 200 an address stands.
const sockets = attachSockets({
  server,
  bus: hostOf(venue).open('own'),
  now: venue.now,
  meters: createMeters(),
  origins: [],
  forwarding: createForwarding(true),
  log: createLog('warn'),
})
serveOrders(
  port,
  sockets.count,
  () => published,
  tokens,
  (order) => {
    if (order.do === 'publish') {
      ;({ perSecond } = order)
      from = performance.now()
      done = 0
    }
    if (order.do !== 'tell') return
    return venue.command((ctx) => {
      for (let n = 0; n < order.times; n += 1)
        for (let user = order.from; user <= accounts; user += 1)
          ctx.emit(user, { ev: 'platform.settingsChanged', v: { names: ['notice'] } })
    })
  },
)
