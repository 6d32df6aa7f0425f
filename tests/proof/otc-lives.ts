import { isOtcStepFrom } from '#contract/otc/otc-steps.ts'
import type { OtcAction } from '#contract/otc/otc-steps.ts'
import { formatDec } from '#contract/wire/money.ts'
import { openAd } from '#server/features/otc/ad-handlers.ts'
import { checkAdStep, keepWays, moveAd, takeBackAd } from '#server/features/otc/ads.ts'
import { checkEdit, checkPublish } from '#server/features/otc/check-ad.ts'
import { checkSplit, checkStep, checkTake } from '#server/features/otc/check-order.ts'
import type { OtcContext } from '#server/features/otc/context.ts'
import { declareOutage, ruleOrder } from '#server/features/otc/desk.ts'
import { holdBail } from '#server/features/otc/merchant-handlers.ts'
import { recordOf } from '#server/features/otc/merchants.ts'
import { openOrder } from '#server/features/otc/open-order.ts'
import {
  addStatement,
  agreeSplit,
  appealLate,
  cancelOrder,
  confirmOrder,
  markPaid,
  offerSplit,
  replaceVouchers,
  undoPaid,
} from '#server/features/otc/settle.ts'
import { adTable, decodeAd, decodeOrder, orderTable, type OrderRow } from '#server/features/otc/rows.ts'
import { seededRandom } from '#server/core/random.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Store } from '#server/core/store-port.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { enterPeople, usdt } from '#tests/support/otc/otc-venue.ts'
import { watchOtc } from './watch-otc.ts'
import type { Breach } from './watch-store.ts'

/**
 * A fault set on purpose: in the table of steps, which is put right again afterwards, or in what the venue works with.
 */
export type OtcPlant = { readonly steps?: () => () => void; readonly venue?: (ctx: OtcContext) => void }
export type OtcLives = {
  readonly seed: number
  readonly ops: number
  readonly plant?: OtcPlant
  /** Rules that are not looked at: a fault in the table of steps shows in what is offered before it does harm. */
  readonly overlook?: readonly string[]
}

const users = [100_001, 100_002, 100_003, 100_004]
const actions: readonly OtcAction[] = [
  'pay',
  'pay',
  'undo',
  'cancelTradeOrder',
  'confirm',
  'appeal',
  'appeal',
  'offer',
  'agree',
  'agree',
]
/** Whose each step is; the others belong to both parties (E7). */
const owners: Readonly<Record<string, 'buyer' | 'seller'>> = {
  pay: 'buyer',
  undo: 'buyer',
  cancelTradeOrder: 'buyer',
  confirm: 'seller',
}
const auditedEvery = 25

/**
 * Random lives of ads and orders by one seed, with late clocks, outages, rulings and restarts, watched at every write.
 * Ends at the first breach.
 */
export async function liveOtc({ seed, ops, plant = {}, overlook = [] }: OtcLives) {
  const random = seededRandom(seed)
  const pick = <T>(all: readonly T[]): T | undefined => all[random.int(all.length)]
  const someone = () => pick(users) ?? 0
  const breaches: Breach[] = []
  const onBreach = (rule: string, at: string) => {
    if (!overlook.includes(rule)) breaches.push({ rule, at })
  }
  const reached = new Map<string, number>()
  const count = (name: string) => void reached.set(name, (reached.get(name) ?? 0) + 1)
  const watch = watchOtc(onBreach, count)
  const inner = openSqlite(':memory:')
  const store: Store = {
    ...inner,
    append: (group) => {
      watch.read(group)
      // What breaks a rule is not written.
      if (breaches.length === 0) return inner.append(group)
    },
  }
  const open = (startMs: number, again: number) => createMemoryVenue({ store, seed: again, startMs })
  let harness = open(memoryStartMs, seed)
  await enterPeople(harness.venue, users)
  await harness.venue.command((ctx) => users.forEach((user) => void holdBail(ctx, recordOf(ctx, user))))
  const undo = plant.steps?.()
  plant.venue?.(harness.venue.ctx)

  const publish = (ctx: OtcContext) => {
    const side = pick(['sell', 'buy'] as const) ?? 'sell'
    const total = formatDec(BigInt(100 + random.int(900)) * 10n ** 6n + BigInt(random.int(1_000_000)) * 100n, 6)
    const price = pick(['1.01', '0.99', '1.037']) ?? '1'
    openAd(
      ctx,
      someone(),
      checkPublish(ctx, someone(), {
        side,
        currency_id: usdt,
        fiat: 'USD',
        price,
        total_number: total.includes('.') ? total : `${total}.5`,
        min_amount: '10',
        max_amount: '50',
        ways: ['bank'],
        pay_minutes: 15,
      }),
    )
  }
  const someAd = (ctx: OtcContext) => pick([...ctx.tables.otcAds.all()])
  const take = (ctx: OtcContext) => {
    const ad = someAd(ctx)
    if (ad)
      openOrder(
        ctx,
        checkTake(
          ctx,
          someone(),
          {
            id: String(ad.id),
            means: pick(['number', 'money'] as const) ?? 'money',
            value: `${10 + random.int(40)}.${random.int(100)}`,
            way: 'bank',
          },
          ad,
        ),
      )
  }
  /** Other terms while orders are open, and the shelf. */
  const change = (ctx: OtcContext) => {
    const ad = someAd(ctx)
    if (!ad) return
    const step = pick(['edit', 'edit', 'putOff', 'putOn', 'putOn'] as const) ?? 'putOn'
    checkAdStep(ctx, ad, step, undefined)
    if (step !== 'edit') return void moveAd(ctx, step, ad, {}, 'shelf')
    const terms = checkEdit(ctx, ad, { price: pick(['1.01', '0.98', '1.021']), min_amount: pick(['10', '12', '60']) })
    keepWays(ctx, ad, ad, terms)
    moveAd(ctx, 'edit', ad, terms, 'edited')
  }
  const step = (ctx: OtcContext) => {
    const order = pick([...ctx.tables.otcOrders.all()])
    const action = pick(actions) ?? 'pay'
    if (!order) return
    // Mostly one of the two, now and then somebody else.
    const user = (random.unit() < 0.85 ? pick([order.buyer.user, order.seller.user]) : undefined) ?? someone()
    const { row, step: name, role } = checkStep(ctx, order, { user, action, expect: undefined })
    if ((owners[action] ?? role) !== role) onBreach('E7', `${role} may ${action}`)
    const done: Readonly<Record<string, () => OrderRow>> = {
      pay: () => markPaid(ctx, row, ['voucher/a.png']),
      vouchers: () => replaceVouchers(ctx, row, ['voucher/b.png']),
      undo: () => undoPaid(ctx, row),
      cancel: () => cancelOrder(ctx, row, 'buyer'),
      confirm: () => confirmOrder(ctx, row),
      offer: () => offerSplit(ctx, row, role, checkSplit(ctx, row, `${1 + random.int(30)}`)),
      agree: () => agreeSplit(ctx, row),
    }
    const act = done[name] ?? (() => addStatement(ctx, row, role, { problem: 'x', vouchers: [] }))
    act()
  }
  const rule = (ctx: OtcContext) => {
    const [order] = [...ctx.tables.otcOrders.all()]
      .filter(({ status }) => isOtcStepFrom('ruleForBuyer', status))
      .toSorted((a, b) => (a.appeals[0]?.at_ms ?? 0) - (b.appeals[0]?.at_ms ?? 0) || a.id - b.id)
    if (order)
      ruleOrder(ctx, String(order.id), { to: pick(['buyer', 'seller'] as const) ?? 'buyer', reason: 'As seen' })
  }
  const takeBack = (ctx: OtcContext) => {
    const ad = pick([...ctx.tables.otcAds.all()].filter(({ status }) => status === 'on_shelf'))
    if (ad) takeBackAd(ctx, ad)
  }
  const outage = (ctx: OtcContext) =>
    void declareOutage(ctx, { from_ms: ctx.now() - random.int(600_000), to_ms: ctx.now() })
  const ways: readonly (readonly [number, (ctx: OtcContext) => void])[] = [
    [0.08, publish],
    [0.32, take],
    [0.36, change],
    [0.93, step],
    [0.95, rule],
    [0.98, takeBack],
    [1, outage],
  ]

  /**
   * What the venue itself finds wrong, and money that came or went: all entries of the tests' deposit come from
   * outside.
   */
  const audit = () => {
    for (const { rule: broken, at } of harness.venue.audit()) onBreach(broken, at)
    for (const [asset, sum] of watch.sums()) if (sum !== 0n) onBreach('L2', asset)
  }
  /** A buyer whose time to pay ran out says that the money was sent; ended rows are in the store alone. */
  const claim = () => {
    const { bodies } = inner.page({ table: orderTable, where: { filter: 'cancelled' }, limit: 5, offset: 0 })
    const stored = bodies.map(decodeOrder)
    const ended = pick(stored)
    const body = ended ? inner.row(adTable, ended.ad) : null
    return (ctx: OtcContext) => {
      if (!ended || body === null) return
      const { id, buyer, ad } = ended
      const asked = { user: buyer.user, action: 'appeal', expect: undefined } as const
      const { row, step: name } = checkStep(ctx, ctx.tables.otcOrders.get(id) ?? ended, asked)
      if (name === 'appealLate')
        appealLate(ctx, row, ctx.tables.otcAds.get(ad) ?? decodeAd(body), { problem: 'x', vouchers: [] })
    }
  }
  const move = async () => {
    const dice = random.unit()
    const way = random.unit() < 0.03 ? claim() : (ways.find(([upTo]) => dice < upTo)?.[1] ?? step)
    await harness.venue.command(way).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
      count(thrown.reason)
    })
    if (random.unit() < 0.06) {
      harness.clock.advance(random.int(900_000))
      // Now and then the venue's own clock is late, and a step comes before the deadline has been acted on.
      if (random.unit() < 0.7) await harness.venue.runDue()
    }
  }
  try {
    for (let n = 0; n < ops && breaches.length === 0; n += 1) {
      await move()
      if (random.unit() < 0.01) {
        harness.venue.flush()
        harness = open(harness.clock.now(), seed + n)
        plant.venue?.(harness.venue.ctx)
      }
      if (n % auditedEvery === 0) audit()
    }
    audit()
  } catch (thrown) {
    onBreach('SF22', thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown))
  } finally {
    undo?.()
    inner.close()
  }
  return { breaches, reached }
}
