import { accountKinds } from '#contract/wire/booking.ts'
import { freeOf, heldOf } from '#contract/assets/assets.ts'
import { isPositionOver } from '#contract/lever/lever-position.ts'
import { isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import { isSpotOrderOver } from '#contract/spot/spot.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { spotOrderOf } from '#server/features/spot/view.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { atOnce } from '#tests/support/venues.ts'
import type { Page } from './client.ts'
import type { Tap, TapKind } from './page.ts'
import type { OnBreach } from './truth.ts'
import { market, type WorldVenue } from './venue.ts'

type Row = Readonly<Record<string, unknown>>
type Ended = {
  readonly venue: WorldVenue
  readonly places: readonly { readonly user: number; readonly pages: readonly Page[] }[]
  readonly taps: readonly Tap[]
  readonly onBreach: OnBreach
  readonly onLate: OnBreach
}
/**
 * After this time on a live connection, and since the last change of the venue, a heartbeat has shown what was missed;
 * the polls that would hide it come after half a minute.
 */
const settledMs = 21_000
const everything = 1_000_000
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** How often an intent took effect, counted in what is stored. */
function effectsOf({ store, venue }: WorldVenue) {
  const orders = atOnce(store.page({ table: 'spot_orders', where: {}, limit: everything, offset: 0 })).bodies.map(
    (body): { user: number; amount: number } => JSON.parse(body),
  )
  const postings = atOnce(store.entries(0, everything)).flatMap(
    ({ ref, lines }): [number | string, number, string, string][] =>
      ref.startsWith('transfer:') ? JSON.parse(lines) : [],
  )
  const { amountScale } = venue().ctx.tables.pairs.need(1)
  const rowsOf = (table: string) =>
    atOnce(store.page({ table, where: {}, limit: everything, offset: 0 })).bodies.map((body): Row => JSON.parse(body))
  const stakes = rowsOf('option_orders')
  const contracts = rowsOf('lever_positions')
  const payments = rowsOf('otc_orders')
  const messages = rowsOf('chat_messages')
  const many: Readonly<Record<Exclude<TapKind, 'order' | 'transfer'>, (user: number, amount: string) => number>> = {
    stake: (user, amount) =>
      stakes.filter((row) => row['user'] === user && Number(row['stake']) === Number(amount)).length,
    contract: (user, amount) =>
      contracts.filter((row) => row['user'] === user && row['takeProfit'] === `${parseDec(amount)}n`).length,
    pay: (_, amount) => payments.filter((row) => JSON.stringify(row['vouchers']).includes(amount)).length,
    say: (user, amount) => messages.filter((row) => row['from'] === user && row['text'] === amount).length,
  }
  return ({ kind, user, amount }: Tap) =>
    kind !== 'order' && kind !== 'transfer'
      ? many[kind](user, amount)
      : kind === 'order'
        ? orders.filter(
            (order) => order.user === user && order.amount === Math.round(Number(amount) * 10 ** amountScale),
          ).length
        : postings.filter(([owner, , , free]) => owner === user && free === String(-parseDec(amount))).length
}

/** Once it is quiet: what is shown is what is held, and each intent took effect as often as its page says. */
export function checkEnd({ venue, places, taps, onBreach, onLate }: Ended) {
  const { ctx, publisher } = venue.venue()
  const count = effectsOf(venue)
  // A call that was given up and sent again may have taken effect just now: its event is still under way.
  const isSettled = (page: Page) => Math.min(page.liveForMs(), venue.quietForMs()) >= settledMs
  for (const tap of taps) {
    const { n, kind, user, amount } = tap
    const effects = count(tap)
    const state = tap.state()
    const name = `${kind} ${n} of ${user} over ${amount}: ${state} ${tap.reason() ?? ''}`
    if (effects > 1) onBreach('twice', `${name}, done ${effects} times`)
    if (state === 'done' && effects === 0) onBreach('lost', `${name}, done nowhere`)
    if (tap.isRevoked() && effects > 0) onBreach('lost', `${name}, told to be revoked, and done all the same`)
    if (state === 'refused' && effects > 0) onBreach('lost', `${name}, and done all the same`)
    if (state === 'submitting' || state === 'unknown' || state === 'editing') onBreach('lost', `${name}: never known`)
  }
  const depth = publisher.snap(`depth:${market}`)
  for (const { user, pages } of places)
    for (const page of pages) {
      const report = isSettled(page) ? onLate : onBreach
      const { phase, balances, orders, book, freshness } = page.state()
      if (phase !== 'in') {
        report('end', `${page.name} is ${phase}`)
        continue
      }
      for (const [what, is] of freshness) if (is !== 'live') report('end', `${page.name}: ${what} ${is}`)
      const held = accountKinds.flatMap((kind) =>
        (balances?.cells[kind] ?? []).map((cell) => [kind, cell.currency, freeOf(cell, kind), heldOf(cell, kind)]),
      )
      const booked = held.map(([kind, currency]) => {
        const one = accountKinds.find((each) => each === kind) ?? 'change'
        const { free, held: kept } = ctx.ledger.balance({ owner: user, asset: Number(currency), kind: one })
        return [one, currency, formatDec(free), formatDec(kept)]
      })
      if (held.length === 0 || !same(held, booked))
        report('end', `${page.name}: balances ${JSON.stringify(held)}, booked ${JSON.stringify(booked)}`)
      const waiting = ctx.tables.spotOrders
        .group('user', user)
        .map((row) => spotOrderOf(ctx, row))
        .filter((order) => !isSpotOrderOver(order))
        .toSorted((a, b) => b.id - a.id)
      if (!same(orders, waiting))
        report('end', `${page.name}: orders ${JSON.stringify(orders)}, waiting ${JSON.stringify(waiting)}`)
      checkProducts(venue, page, user, (at) => report('end', `${page.name}: ${at}`))
      if (!isSettled(page))
        onBreach(
          'end',
          `${page.name}: not live, or not for long: ${JSON.stringify(page.connection.getSnapshot().value)}`,
        )
      if (!depth || !book || book.seq !== depth.s || !isBookIn(depth.d, book))
        report('end', `${page.name}: book ${book?.seq ?? 'none'}, published ${depth?.s ?? 'none'}`)
      if ((page.products?.waiting() ?? 0) > 0)
        onBreach('lost', `${page.name}: ${page.products?.waiting() ?? 0} messages wait`)
      if (page.openIntents().length > 0)
        onBreach('lost', `${page.name}: open intents ${JSON.stringify(page.openIntents())}`)
      if (page.invalid.some((frame) => !frame.endsWith(' fresh')))
        onBreach('end', `${page.name}: ${page.invalid.join(' · ')}`)
    }
  for (const { rule, at } of venue.venue().audit()) onBreach(rule, at)
}

const inOrder = (rows: readonly (readonly [id: number, rev: number])[]) => rows.toSorted(([a], [b]) => a - b)
/** Open stakes, contracts and OTC orders in their last version, and the last message of each chat. */
function checkProducts(venue: WorldVenue, page: Page, user: number, report: (at: string) => void) {
  if (page.products === null) return
  const { tables } = venue.venue().ctx
  const { rounds, contracts, otc, chats } = page.products.shown
  for (const [what, is] of page.products.freshness) if (is !== 'live') report(`${what} ${is}`)
  const compare = (
    what: string,
    shown: readonly { readonly id: number | string; readonly rev: number }[] | null,
    held: readonly { readonly id: number; readonly rev: number }[],
  ) => {
    const [is, should] = [
      shown === null ? null : inOrder(shown.map(({ id, rev }) => [Number(id), rev] as const)),
      inOrder(held.map(({ id, rev }) => [id, rev] as const)),
    ]
    if (!same(is, should)) report(`${what} ${JSON.stringify(is)}, held ${JSON.stringify(should)}`)
  }
  compare(
    'rounds',
    rounds,
    tables.optionOrders.group('user', user).filter(({ status }) => status !== 'closed'),
  )
  compare(
    'contracts',
    contracts,
    tables.leverPositions.group('user', user).filter((row) => !isPositionOver(row)),
  )
  compare(
    'otc',
    otc,
    [...tables.otcOrders.all()].filter(
      (row) => (row.buyer.user === user || row.seller.user === user) && !isOtcOrderOver(row),
    ),
  )
  for (const { id, last } of chats ?? []) {
    const head = Math.max(
      0,
      ...atOnce(venue.store.page({ table: 'chat_messages', where: {}, limit: everything, offset: 0 }))
        .bodies.map((body): Row => JSON.parse(body))
        .filter((row) => `g${String(row['chat'])}` === id)
        .map((row) => Number(row['n'])),
    )
    if (last?.n !== head) report(`chat ${id} ends at ${String(last?.n)}, the last message is ${head}`)
  }
}

type Sides = Pick<BookSnapshot, 'bids' | 'asks'>
const isSides = (value: unknown): value is Sides =>
  typeof value === 'object' && value !== null && 'bids' in value && 'asks' in value
const isBookIn = (published: unknown, shown: Sides) =>
  isSides(published) && same([published.bids, published.asks], [shown.bids, shown.asks])
