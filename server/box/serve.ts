import { createBase } from '#server/roles/base.ts'
import { openGateway, openPort } from '#server/roles/gateway.ts'
import type { Bus } from '#server/bus/port.ts'
import { seededRandom, systemRandom } from '#server/core/random.ts'
import { attachBinanceSockets, socketPath } from './binance/sockets.ts'
import { createBinanceWire, secretOf, wirePath } from './binance/wire.ts'
import { openAdmin } from './admin.ts'
import { createBox, type Snapshot } from './box.ts'
import { Killed } from './kill.ts'
import { createControls, type Controls } from './controls.ts'
import type { BoxAccount } from './accounts.ts'
import type { BoxPlan } from './record.ts'
import { createDriver, type Driver } from './timeline.ts'
import type { Weather } from './faults.ts'
import { startBoxWebhooks } from './webhooks.ts'
import { createWeather, type BoxWeather } from './weather.ts'

type ServeOptions = {
  readonly port: number
  /** Where the admin listens; anywhere unless told. */
  readonly adminPort?: number
  readonly bind: string
  /** How many times as fast as the time of this machine; 0 stands until it is moved. */
  readonly speed: number
  /** It is the time of this machine. */
  readonly isNow?: boolean
  readonly weather: Weather
  /** All rates of calls are multiplied by it. */
  readonly rates: number
  /** The folder of the built app; none is served without. */
  readonly app: string | null
  /** Answers as another exchange does beside its own calls. */
  readonly wire?: 'binance' | null
  readonly onFailure?: (thrown: unknown) => void
  /** Goes on from there. */
  readonly from?: Snapshot
}
export type Served = {
  readonly url: string
  readonly admin: { readonly url: string; readonly token: string }
  readonly accounts: readonly BoxAccount[]
  /** The other wire: where it is, and the two secrets of each account there. */
  readonly wire: {
    readonly url: string
    /** `/ws/STREAM`, `/stream?streams=` and `/ws-api/v3` are below. */
    readonly ws: string
    readonly keys: readonly { readonly apiKey: string; readonly secret: string }[]
  } | null
  readonly controls: Controls
  readonly markets: readonly string[]
  readonly now: () => number
  readonly stop: () => Promise<void>
}
const isLoopback = (bind: string) => bind === '127.0.0.1' || bind === '::1' || bind === 'localhost'
/** The network has a chance of its own: what it does shifts nothing of what the exchange draws. */
const weatherSeed = 104_729

/** A box with what moves its clock, and its network. */
async function openParts(plan: BoxPlan, { weather, onFailure, from }: ServeOptions, isOpen: boolean) {
  const parts: { driver?: Driver; network?: BoxWeather } = {}
  const box = await createBox(plan, {
    isOpen,
    catchUp: async () => parts.driver?.catchUp(),
    onDeath: () => parts.network?.drop(),
    ...(onFailure && { onFailure }),
    ...(from && { from }),
  })
  const driver = createDriver(box.timeline, () => performance.now())
  const network = createWeather(seededRandom(plan.seed + weatherSeed), driver.speed, box.timeline.now)
  network.set(weather)
  Object.assign(parts, { driver, network })
  return { box, driver, network }
}
/** A box with its port, its sockets, its app and its admin. */
export async function serveBox(plan: BoxPlan, options: ServeOptions): Promise<Served> {
  const { port, adminPort = 0, bind, speed, rates, app } = options
  const isOpen = !isLoopback(bind)
  const base = createBase({
    PORT: String(port),
    BIND: bind,
    LOG_LEVEL: 'error',
    RATE_FACTOR: String(rates),
    SOCKETS_PER_ADDRESS: '1000',
    DIST_DIR: app ?? 'none',
  })
  const open = await openPort(base)
  const { box, driver, network } = await openParts(plan, options, isOpen)
  const { run, speed: speedNow, stop: stopDriver } = driver
  const wire = options.wire === 'binance' ? createBinanceWire(box, { isTimed: () => speedNow() === 1, rates }) : null
  const answer: typeof open.answer = (next) => {
    const around = network.around((request, more) =>
      wire && new URL(request.url).pathname.startsWith(wirePath) ? wire.fetch(request) : next(request, more),
    )
    open.answer(async (request, more) => {
      const answered = await around(request, more)
      answered.headers.set('Kontor-Box', '1')
      answered.headers.set('X-Robots-Tag', 'none')
      return answered
    })
  }
  // Nobody hears of a call that its venue has died of: its line is gone.
  const onFault = (thrown: unknown) => (thrown instanceof Killed ? undefined : base.onFault(thrown))
  const enter: Bus['enter'] = (...asked) => (network.mayEnter() ? box.bus.enter(...asked) : null)
  const bus = { ...box.bus, enter }
  const endWebhooks = startBoxWebhooks(box)
  const line = { bus, now: box.timeline.now, every: box.timeline.every, carry: network.carry }
  const endWire = wire && attachBinanceSockets({ server: open.server, box, bus: line.bus, wire, carry: network.carry })
  const gateway = await openGateway({ ...base, files: box.files, onFault }, { ...open, answer }, line, {}, () => true)
  const token = (isOpen ? systemRandom : seededRandom(plan.seed + 1)).bytes(18).toString('base64url')
  const controls = createControls(box, driver, network)
  const admin = await openAdmin(controls, { token, bind, port: adminPort, isOpen })
  // Opening took its time: who goes along with the clock of this machine begins where that is.
  if (options.isNow) await box.timeline.turn(() => box.timeline.advance(Date.now()))
  run(speed)
  const url = `http://127.0.0.1:${gateway.port}/`
  return {
    url,
    wire: wire && {
      url: `${url}${wirePath.slice(1, -1)}`,
      ws: `${url.replace('http', 'ws')}${socketPath.slice(1, -1)}`,
      keys: box.accounts.map(({ key }) => ({ apiKey: key, secret: secretOf(key) })),
    },
    admin: { url: admin.url, token },
    accounts: box.accounts,
    controls,
    markets: box.venue.markets().map(({ market }) => market),
    now: box.timeline.now,
    stop: async () => {
      stopDriver()
      endWebhooks()
      endWire?.()
      await admin.stop()
      // Nobody is waited for: an answer may be on its way for as long as its fault wishes.
      if ('closeAllConnections' in open.server) open.server.closeAllConnections()
      await gateway.stop()
      await box.stop()
    },
  }
}
