import { otcSteps, type OtcAction, type OtcStatus } from '#contract/otc-steps.ts'
import { formatDec } from '#contract/wire/money.ts'
import { seededRandom } from '#server/core/random.ts'
import { Refusal } from '#server/core/refusal.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import { openAd } from '#server/features/otc/ad-handlers.ts'
import { takeBackAd } from '#server/features/otc/ads.ts'
import { checkPublish } from '#server/features/otc/check-ad.ts'
import { checkSplit, checkStep, checkTake } from '#server/features/otc/check-order.ts'
import type { OtcContext } from '#server/features/otc/context.ts'
import { appealedOrders, declareOutage, ruleOrder } from '#server/features/otc/desk.ts'
import { holdBail } from '#server/features/otc/merchant-handlers.ts'
import { recordOf } from '#server/features/otc/merchants.ts'
import { openOrder } from '#server/features/otc/open-order.ts'
import { addStatement, agreeSplit, cancelOrder, confirmOrder, markPaid, offerSplit, replaceVouchers, undoPaid } from '#server/features/otc/settle.ts'
import type { OrderRow } from '#server/features/otc/rows.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { enterPeople, usdt } from '#tests/support/otc/otc-venue.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)
const ops = Number(process.env['OPS'] ?? 1500)
const users = [100_001, 100_002, 100_003, 100_004]
const actions: readonly OtcAction[] = ['pay', 'pay', 'undo', 'cancelTradeOrder', 'confirm', 'confirm', 'appeal', 'offer', 'agree']
/** The edges that the table allows, by status. */
const edges = new Set(Object.values(otcSteps).flatMap(({ from, to }) => from.map((status: OtcStatus) => `${status}>${to === 'same' ? status : to}`)))

test(`E1 E2 E3 E4 E5 E6 E12 random lives with late clocks, outages, rulings and restarts keep every rule (seed ${seed}, ${ops} steps)`, { timeout: 600_000 }, async () => {
  const random = seededRandom(seed)
  const pick = <T>(all: readonly T[]): T | undefined => all[random.int(all.length)]
  const someone = () => pick(users) ?? 0
  const store = openSqlite(':memory:')
  let harness = createMemoryVenue({ store, seed, startMs: memoryStartMs })
  await enterPeople(harness.venue, users)
  await harness.venue.command((ctx) => users.forEach((user) => void holdBail(ctx, recordOf(ctx, user))))
  const all = () => {
    const { ledger } = harness.venue.ctx
    const cells = [...users, 'fee' as const].map((owner) => ledger.balance({ owner, asset: usdt, kind: 'legal' }))
    return cells.reduce((sum, { free, held }) => sum + free + held, 0n)
  }
  const whole = all()
  const seen = new Map<string, { status: OtcStatus; rev: number }>()
  const reached = new Set<string>()

  const publish = (ctx: OtcContext) => {
    const side = pick(['sell', 'buy'] as const) ?? 'sell'
    const total = formatDec(BigInt(100 + random.int(900)) * 10n ** 6n + BigInt(random.int(1_000_000)) * 100n, 6)
    const price = pick(['1.01', '0.99', '1.037']) ?? '1'
    openAd(ctx, someone(), checkPublish(ctx, someone(), {
      side, currency_id: usdt, fiat: 'USD', price, total_number: total.includes('.') ? total : `${total}.5`, min_amount: '10', max_amount: '50', ways: ['bank'], pay_minutes: 15,
    }))
  }
  const take = (ctx: OtcContext) => {
    const ad = pick([...ctx.tables.otcAds.all()])
    if (ad) openOrder(ctx, checkTake(ctx, someone(), { id: String(ad.id), means: pick(['number', 'money'] as const) ?? 'money', value: `${10 + random.int(40)}.${random.int(100)}`, way: 'bank' }, ad))
  }
  const step = (ctx: OtcContext) => {
    const order = pick([...ctx.tables.otcOrders.all()])
    const action = pick(actions) ?? 'pay'
    if (!order) return
    const { row, step: name, role } = checkStep(ctx, order, { user: someone(), action, expect: undefined })
    const done: Readonly<Record<string, () => OrderRow>> = {
      pay: () => markPaid(ctx, row, ['voucher/a.png']), vouchers: () => replaceVouchers(ctx, row, ['voucher/b.png']), undo: () => undoPaid(ctx, row),
      cancel: () => cancelOrder(ctx, row, 'buyer'), confirm: () => confirmOrder(ctx, row),
      offer: () => offerSplit(ctx, row, role, checkSplit(ctx, row, `${1 + random.int(30)}`)), agree: () => agreeSplit(ctx, row),
    }
    const act = done[name] ?? (() => addStatement(ctx, row, role, { problem: 'x', vouchers: [] }))
    act()
  }
  const rule = (ctx: OtcContext) => {
    const [order] = appealedOrders(ctx)
    if (order) ruleOrder(ctx, String(order.id), { to: pick(['buyer', 'seller'] as const) ?? 'buyer', reason: 'As seen' })
  }
  const takeBack = (ctx: OtcContext) => {
    const ad = pick([...ctx.tables.otcAds.all()].filter(({ status }) => status === 'on_shelf'))
    if (ad) takeBackAd(ctx, ad)
  }
  const outage = (ctx: OtcContext) => void declareOutage(ctx, { from_ms: ctx.now() - random.int(600_000), to_ms: ctx.now() })
  const ways: readonly (readonly [number, (ctx: OtcContext) => void])[] = [[0.12, publish], [0.4, take], [0.9, step], [0.95, rule], [0.98, takeBack], [1, outage]]

  const wrong: string[] = []
  const follow = (status: OtcStatus, rev: number, id: string) => {
    const before = seen.get(id)
    reached.add(status)
    if (before?.rev === rev) return
    seen.set(id, { status, rev })
    if (!before) return
    if (rev !== before.rev + 1 || !edges.has(`${before.status}>${status}`)) wrong.push(`${id}: ${before.status} ${before.rev} > ${status} ${rev}`)
  }
  const listen = () => harness.venue.deliveries$.subscribe((rows) => {
    for (const { body } of rows) {
      const told: { ev: string; v: { id: string; status: OtcStatus; rev: number } } = JSON.parse(body)
      if (told.ev === 'otc.orderChanged') follow(told.v.status, told.v.rev, told.v.id)
    }
  })
  const check = () => {
    wrong.push(...harness.venue.audit().map(({ rule: broken, at }) => `${broken} ${at}`))
    if (all() !== whole) wrong.push(`the sum is ${all()}, not ${whole}`)
  }
  listen()
  for (let n = 0; n < ops; n += 1) {
    const dice = random.unit()
    const way = ways.find(([upTo]) => dice < upTo)?.[1] ?? step
    await harness.venue.command(way).catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
      reached.add(thrown.reason)
    })
    if (random.unit() < 0.08) {
      harness.clock.advance(random.int(1_200_000))
      await harness.venue.runDue()
    }
    if (random.unit() < 0.01) {
      harness.venue.flush()
      harness = createMemoryVenue({ store, seed: seed + n, startMs: harness.clock.now() })
      listen()
    }
    if (n % 25 === 0) check()
  }
  check()
  expect(wrong).toEqual([])
  expect([...reached]).toEqual(expect.arrayContaining(['to_be_paid', 'to_be_confirmed', 'confirmed', 'cancelled', 'seller_appealing', 'too_late']))
})
