import { freeOf, heldOf } from '#contract/assets/assets.ts'
import { accountKinds } from '#contract/wire/booking.ts'
import { seededRandom } from '#server/core/random.ts'
import { openSession } from '#server/identity/callers.ts'
import { createDevice } from '#tests/kit/device.ts'
import { enterCrowd } from '#tests/proof/crowd.ts'
import { openPage, type Page } from './client.ts'
import { emptyStorage, type Shows, type Tap } from './page.ts'
import { checkEnd } from './end.ts'
import { calm, createNet } from './net.ts'
import { recordLink } from './record.ts'
import { createTick } from './tick.ts'
import { createTruth } from './truth.ts'
import { createWorldVenue, market } from './venue.ts'
import { enterProducts } from './enter.ts'
import type { Trouble } from './troubles.ts'
import type { Breach } from './world.ts'

const hourMs = 3_600_000
const busyTickMs = 100
const quietTickMs = 500
const priceEveryMs = 60_000
const lifeEveryMs = 120_000
const usdt = 3

/** A trading hour of one page that is recorded, with somebody else in the market, and one trouble that comes twice. */
export async function playHour({ seed, strike, settings }: Omit<Trouble, 'name'>) {
  const chance = seededRandom(seed)
  const breaches: Breach[] = []
  const onBreach = (rule: string, at: string) => void breaches.push({ rule, at })
  const truth = createTruth(onBreach)
  const venue = createWorldVenue({
    seed,
    plant: settings === undefined ? {} : { settings },
    watch: truth.watch,
    onBook: truth.published,
    onBreach,
  })
  const net = createNet(seededRandom(seed + 1), venue.now, venue.far)
  const taps: Tap[] = []
  let keys = 0
  const keyOf = () => `019b8b74-0000-7000-8000-${(keys += 1).toString(16).padStart(12, '0')}`
  const users = await venue.command((ctx) => enterCrowd(ctx, 2))
  const chat = await venue.command((ctx) => enterProducts(ctx, users))
  const [mine = 0, theirs = 0] = users
  const placeOf = async (user: number, isRecorded: boolean) => {
    const device = createDevice({ now: venue.now })
    const link = net.createLink()
    const recorded = isRecorded ? recordLink(link, device) : null
    const storage = emptyStorage({
      token: await venue.command((ctx) => openSession(ctx, user, 'main', 'd1')),
      chatToken: null,
    })
    const page = openPage({
      name: `${user}`,
      link: recorded?.link ?? link,
      device,
      storage,
      random: seededRandom(seed + user),
      truth,
      plant: {},
      keyOf,
      isWide: true,
      ...(recorded && { tape: recorded.tape }),
    })
    return { user, link, device, storage, page, pages: [page], tape: recorded?.tape ?? null, sleepsUntil: 0 }
  }
  const me = await placeOf(mine, true)
  const them = await placeOf(theirs, false)
  const places = [me, them]

  const tick = createTick({ venue, net, places })
  const beganAt = venue.now()
  let pricedAt = beganAt
  const pass = async (ms: number, step = busyTickMs) => {
    for (let passed = 0; passed < ms; passed += step) {
      await tick(step)
      if (venue.now() - pricedAt < priceEveryMs) continue
      pricedAt = venue.now()
      await venue.step()
    }
  }
  const note = (kind: Tap['kind'], user: number, amount: string, tap: Shows) => {
    const made: Tap = { n: taps.length, kind, user, amount, ...tap }
    taps.push(made)
    return made
  }
  /** An order that waits, or one that meets the book. */
  const order = (page: Page, user: number, isFar: boolean, isTwice = false) => {
    const { last, book } = venue.venue().ctx.markets.ofPair(1)
    const amount = (0.0001 + taps.length / 1_000_000).toFixed(6)
    const type = chance.unit() < 0.5 ? 'buy' : 'sell'
    const front = type === 'buy' ? (book().best('sell') ?? last()) : (book().best('buy') ?? last())
    const target_price = ((isFar ? Math.round(last() * (type === 'buy' ? 0.9 : 1.1)) : front) / 100).toFixed(2)
    return note(
      'order',
      user,
      amount,
      page.order({ legal_id: usdt, currency_id: 1, type, amount, target_price, kind: 'limit' }, isTwice),
    )
  }
  const transfer = (isTwice = false) => {
    const amount = (10 + taps.length / 10_000).toFixed(4)
    return note(
      'transfer',
      mine,
      amount,
      me.page.transfer({ number: amount, currency_id: usdt, from_field: 'change', to_field: 'lever' }, isTwice),
    )
  }
  const cancel = () => {
    const open = me.page.openOrders()
    const one = open[chance.int(open.length)]
    if (one !== undefined) me.page.cancel(one.id)
  }
  const life = async () => {
    const dice = chance.unit()
    if (dice < 0.35) order(me.page, mine, true)
    else if (dice < 0.55) order(me.page, mine, false)
    else if (dice < 0.7) transfer()
    else if (dice < 0.85) cancel()
    await pass(1000)
    order(them.page, theirs, chance.unit() < 0.5)
    await pass(2000)
  }
  const hour = { me, them, venue, net, chance, pass, order, transfer, cancel, note, taps, chat, mine, theirs }
  await pass(3000)
  let strikes = 0
  while (venue.now() - beganAt < hourMs) {
    await life()
    // In the second quarter and in the last: what the first has left behind meets the second.
    const part = (venue.now() - beganAt) / hourMs
    if (part > (strikes === 0 ? 0.25 : 0.75) && strikes < 2) {
      strikes += 1
      await strike(hour)
      net.setWeather(calm)
    }
    await pass(lifeEveryMs, quietTickMs)
  }
  pricedAt = Number.POSITIVE_INFINITY
  let open: Breach[] = []
  for (let turn = 0; turn < 20; turn += 1) {
    await pass(5000, quietTickMs)
    open = []
    checkEnd({ venue, places, taps, onBreach: (rule, at) => open.push({ rule, at }), onLate: onBreach })
    if (open.length === 0) break
  }
  const text = me.tape?.text() ?? ''
  const end = shownBy(me.page)
  const tapped = taps
    .filter(({ user }) => user === mine)
    .map(({ kind, state, reason }) => `${kind} ${state()} ${reason() ?? ''}`.trim())
  // The pages are left as they are: an hour of timers of the simulated scheduler is too deep to be undone.
  await venue.stop()
  return { text, end, tapped, breaches: [...breaches, ...open] }
}
/** What the page shows, in the shape in which a replay tells it. */
function shownBy(page: Page) {
  const { balances, orders, book, rounds, contracts, otc, chats } = page.state()
  const cells = accountKinds.flatMap((kind) =>
    (balances?.cells[kind] ?? []).map((cell) => [kind, cell.currency, freeOf(cell, kind), heldOf(cell, kind)]),
  )
  return {
    balances: cells,
    orders,
    contracts,
    rounds,
    otc,
    chats,
    [`book ${market}`]: book && { seq: book.seq, bids: book.bids.slice(0, 5), asks: book.asks.slice(0, 5) },
  }
}
export type Hour = Parameters<Trouble['strike']>[0]
