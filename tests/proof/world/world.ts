import { seededRandom } from '#server/core/random.ts'
import { endSessions, openSession } from '#server/identity/callers.ts'
import { enter } from '#src/actors/session.actors.ts'
import { createDevice } from '#tests/kit/device.ts'
import { enterCrowd } from '#tests/proof/crowd.ts'
import { createHash } from 'node:crypto'
import { openPage, type Page } from './client.ts'
import { emptyStorage, type ClientPlant, type Shows, type Storage, type Tap } from './page.ts'
import { calm, createNet, type Link } from './net.ts'
import { enterProducts } from './enter.ts'
import { wideActions } from './wide.ts'
import { createTick } from './tick.ts'
import { createTruth } from './truth.ts'
import { createWorldVenue, type VenuePlant } from './venue.ts'
import { checkEnd } from './end.ts'

export type Breach = { readonly rule: string; readonly at: string }
export type WorldPlant = VenuePlant & { readonly client?: ClientPlant }
export type WorldOptions = {
  readonly seed: number
  readonly steps?: number
  readonly plant?: WorldPlant /** With rounds, contracts, OTC and chat beside spot. */
  readonly isWide?: boolean
}
export type WorldReport = {
  readonly seed: number
  readonly breaches: readonly Breach[]
  /** Of everything that was shown and answered: the same seed says the same. */
  readonly hash: string
  /** How often each action, fate and outcome was reached. */
  readonly reached: ReadonlyMap<string, number>
  readonly taps: number
  readonly virtualMs: number
}
/** A device with its way to the venue and its pages. */
type Place = {
  readonly user: number
  readonly link: Link
  readonly device: ReturnType<typeof createDevice>
  readonly storage: Storage
  readonly pages: Page[]
  sleepsUntil: number
  opened: number
}

const tickMs = 100
const quietTickMs = 250
const quietStepMs = 3000
const quietMs = 120_000
const usdt = 3
/** Of the wide worlds, how many begin on a bad line. */
const badShare = 0.75

/**
 * One deterministic run from one seed: venue, gateway, network, clients, clocks and faults. Ends at the first breach.
 */
export async function playWorld(options: WorldOptions): Promise<WorldReport> {
  try {
    return await play(options)
  } catch (thrown) {
    // A venue that cannot start from what it stored is a breach like any other.
    return {
      seed: options.seed,
      breaches: [{ rule: 'bug', at: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) }],
      hash: '',
      reached: new Map(),
      taps: 0,
      virtualMs: 0,
    }
  }
}

async function play({ seed, steps = 40, plant = {}, isWide = false }: WorldOptions): Promise<WorldReport> {
  const chance = seededRandom(seed)
  const breaches: Breach[] = []
  const onBreach = (rule: string, at: string) => {
    if (breaches.length < 20) breaches.push({ rule, at })
  }
  const digest = createHash('sha256')
  const truth = createTruth(onBreach)
  const venue = createWorldVenue({ seed, plant, watch: truth.watch, onBook: truth.published, onBreach })
  const beganAt = venue.now()
  const net = createNet(seededRandom(seed + 1), venue.now, venue.far)
  const taps: Tap[] = []
  let keys = 0
  const keyOf = () =>
    `${Math.floor(venue.now())
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})/, '$1-')}-7000-8000-${(keys += 1).toString(16).padStart(12, '0')}`
  const users = await venue.command((ctx) => enterCrowd(ctx, 2))
  const chat = isWide ? await venue.command((ctx) => enterProducts(ctx, users)) : ''

  const openAt = (place: Place) => {
    const { link, device, storage, user } = place
    place.opened += 1
    const name = `${user}.${place.opened}`
    place.pages.push(
      openPage({
        name,
        link,
        device,
        storage,
        random: seededRandom(seed * 31 + place.opened + user),
        truth,
        plant: plant.client ?? {},
        keyOf,
        isWide,
      }),
    )
  }
  const tokenOf = (user: number) => venue.command((ctx) => openSession(ctx, user, 'main', 'd1'))
  const places: Place[] = []
  for (const user of users) {
    const place: Place = {
      user,
      link: net.createLink(),
      device: createDevice({ now: venue.now }),
      pages: [],
      sleepsUntil: 0,
      opened: 0,
      storage: emptyStorage({ token: await tokenOf(user), chatToken: null }),
    }
    places.push(place)
    openAt(place)
  }
  // A second tab of the first.
  if (chance.unit() < 0.5) places.slice(0, 1).forEach(openAt)

  const tick = createTick({ venue, net, places })
  const pass = async (ms: number, step = tickMs) => {
    for (let passed = 0; passed < ms && breaches.length === 0; passed += step) await tick(step)
  }

  const pick = <T>(all: readonly T[]): T | undefined => all[chance.int(all.length)]
  const shownPages = () =>
    places
      .filter(({ sleepsUntil }) => sleepsUntil <= venue.now())
      .flatMap((place) => place.pages.map((page) => ({ place, page })))
  const everyone = () => shownPages().filter(({ page }) => page.who.phase === 'in')
  const someone = () => pick(everyone())
  const isTwice = () => chance.unit() < 0.3
  const noteTap = (kind: Tap['kind'], user: number, amount: string, tap: Shows) => {
    taps.push({ n: taps.length, kind, user, amount, ...tap })
  }
  const order = () => {
    const at = someone()
    const { last, book } = venue.venue().ctx.markets.ofPair(1)
    if (at === undefined) return
    // Each intent has an amount of its own, so that its effects can be counted without knowing its key.
    const amount = (0.0001 + taps.length / 1_000_000).toFixed(6)
    const type = chance.unit() < 0.5 ? 'buy' : 'sell'
    const front = type === 'buy' ? (book().best('buy') ?? last()) + 1 : (book().best('sell') ?? last()) - 1
    const target_price = (
      (chance.unit() < 0.5 ? front : Math.round(last() * (1 + (chance.unit() - 0.5) * 0.004))) / 100
    ).toFixed(2)
    noteTap(
      'order',
      at.place.user,
      amount,
      at.page.order({ legal_id: usdt, currency_id: 1, type, amount, target_price, kind: 'limit' }, isTwice()),
    )
  }
  const transfer = () => {
    const at = someone()
    if (at === undefined) return
    const amount = (10 + taps.length / 10_000).toFixed(4)
    const [from_field, to_field] = chance.unit() < 0.5 ? (['change', 'lever'] as const) : (['lever', 'change'] as const)
    noteTap(
      'transfer',
      at.place.user,
      amount,
      at.page.transfer({ number: amount, currency_id: usdt, from_field, to_field }, isTwice()),
    )
  }
  const cancel = () => {
    const at = someone()
    const one = at && pick(at.page.openOrders())
    if (at && one) at.page.cancel(one.id)
  }
  const reload = (place: Place) => {
    const page = place.pages.shift()
    page?.close()
    openAt(place)
  }
  const logIn = async ({ user }: Place, page: Page) => {
    if (!venue.isUp() || (page.who.phase !== 'out' && page.who.phase !== 'ended')) return
    page.session.send({ type: 'login.shown' })
    const token = await tokenOf(user)
    const entered = enter(page.request, 'd1', { token, chatToken: null })
    void entered.then((reply) => {
      if (reply.ok && page.who.phase === 'out') page.session.send({ type: 'login.done', ...reply.value })
    })
  }
  const kill = async () => {
    // Decisions that were made and are not stored are lost with the process.
    net.deliver()
    await venue.settle()
    venue.kill()
    places.forEach(({ link }) => link.cut())
    await pass(200 + chance.int(3000))
    venue.revive()
  }
  const somewhere = () => pick(places)
  const changeWeather = () =>
    net.setWeather({
      latencyMs: chance.int(150),
      jitterMs: chance.int(400),
      loss: chance.unit() * 0.25,
      doubles: chance.unit() * 0.15,
      swaps: chance.unit() * 0.1,
      late: chance.unit() * 0.1,
    })
  const actions: readonly (readonly [weight: number, name: string, act: () => unknown])[] = [
    [20, 'order', order],
    [8, 'transfer', transfer],
    [10, 'cancel', cancel],
    [14, 'prices', venue.step],
    [14, 'short wait', () => pass(50 + chance.int(20) * 50)],
    [3, 'long wait', () => pass(8000)],
    [4, 'cut', () => somewhere()?.link.cut()],
    [
      3,
      'half-open',
      () => {
        const link = somewhere()?.link
        link?.setOpen(!link.isOpen())
      },
    ],
    [3, 'gateway restart', () => (venue.isUp() ? venue.restartGateway() : undefined)],
    [4, 'kill', kill],
    [
      4,
      'reload',
      () => {
        const place = somewhere()
        if (place) reload(place)
      },
    ],
    [
      3,
      'hide',
      () => {
        const at = pick(shownPages())
        at?.page.visible$.next(!at.page.visible$.value)
      },
    ],
    [
      2,
      'sleep',
      () => {
        const place = somewhere()
        if (place) place.sleepsUntil = venue.now() + 2000 + chance.int(20_000)
      },
    ],
    [2, 'wrong clock', () => somewhere()?.device.setWrong((chance.int(3) - 1) * 600_000)],
    [2, 'logout', () => someone()?.page.session.send({ type: 'logout' })],
    [
      2,
      'ended elsewhere',
      () => {
        const at = someone()
        return at && venue.isUp() ? venue.command((ctx) => endSessions(ctx, at.place.user, 'locked')) : undefined
      },
    ],
    [
      8,
      'log in',
      async () => {
        for (const { place, page } of shownPages()) await logIn(place, page)
      },
    ],
    ...(isWide ? wideActions({ venue, users, chat, someone, everyone, chance, pass, noteTap, isTwice, taps }) : []),
    [4, 'weather', changeWeather],
  ]
  const total = actions.reduce((sum, [weight]) => sum + weight, 0)
  const act = async () => {
    let dice = chance.unit() * total
    const found = actions.find(([weight]) => (dice -= weight) < 0)
    net.count(found?.[1] ?? 'nothing')
    await found?.[2]()
  }
  const note = () =>
    digest.update(
      JSON.stringify([
        places.flatMap(({ pages }) => pages.map((page) => page.state())),
        taps.map((tap) => tap.state()),
      ]),
    )

  await pass(500)
  // What the wide worlds add is rarer, and is to meet a bad line as often.
  if (isWide && chance.unit() < badShare) changeWeather()
  for (let n = 0; n < steps && breaches.length === 0; n += 1) {
    await act()
    await pass(tickMs)
    note()
  }
  // Everything is well again: who is out comes back, who sleeps wakes.
  net.setWeather(calm)
  for (const place of places) {
    place.link.setOpen(true)
    place.sleepsUntil = 0
    for (const page of place.pages) page.visible$.next(true)
  }
  let open: Breach[] = []
  for (let passed = 0; passed < quietMs && breaches.length === 0; passed += quietStepMs) {
    for (const { place, page } of shownPages()) await logIn(place, page)
    await pass(quietStepMs, quietTickMs)
    open = []
    checkEnd({ venue, places, taps, onBreach: (rule, at) => open.push({ rule, at }), onLate: onBreach })
    // What was under way has had its time to arrive and to do harm.
    if (open.length === 0) break
  }
  open.forEach(({ rule, at }) => onBreach(rule, at))
  note()
  for (const tap of taps) net.count(`${tap.kind} ${tap.state()}${tap.reason() === null ? '' : ` ${tap.reason()}`}`)
  places.forEach(({ pages }) => pages.forEach((page) => page.close()))
  await venue.stop()
  return {
    seed,
    breaches,
    hash: digest.digest('hex'),
    reached: net.fates,
    taps: taps.length,
    virtualMs: venue.now() - beganAt,
  }
}
