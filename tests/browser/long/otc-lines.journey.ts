import type { OtcRole } from '#contract/otc/otc-steps.ts'
import { expect, test } from '../kit.ts'
import {
  byHand,
  deskVenue,
  expectNoStep,
  otcCast,
  otherOf,
  secondsOn,
  sold,
  unmoved,
  type Cast,
  type Hand,
  type Said,
} from './otc-cast.ts'

type Away = {
  readonly away: OtcRole
  readonly in: 'to_be_paid' | 'to_be_confirmed' | 'seller_appealing'
  /** What somebody else does meanwhile: a step by hand of the other side, or on another device, or a ruling. */
  readonly meanwhile: readonly Hand[] | 'elsewhere' | 'ruling'
  /** What the one who is away taps on the page that has gone stale; null where it offers nothing. */
  readonly stale: Hand | null
  readonly end: Said
  readonly moved: typeof sold
}
const rows: readonly Away[] = [
  { away: 'buyer', in: 'to_be_paid', meanwhile: 'elsewhere', stale: 'cancel', end: 'to_be_confirmed', moved: unmoved },
  { away: 'seller', in: 'to_be_paid', meanwhile: ['pay'], stale: null, end: 'to_be_confirmed', moved: unmoved },
  { away: 'seller', in: 'to_be_paid', meanwhile: ['cancel'], stale: null, end: 'cancelled', moved: unmoved },
  { away: 'buyer', in: 'to_be_confirmed', meanwhile: ['release'], stale: 'undo', end: 'released', moved: sold },
  { away: 'seller', in: 'to_be_confirmed', meanwhile: ['undo'], stale: 'release', end: 'to_be_paid', moved: unmoved },
  { away: 'buyer', in: 'seller_appealing', meanwhile: ['release'], stale: 'statement', end: 'released', moved: sold },
  { away: 'seller', in: 'seller_appealing', meanwhile: 'ruling', stale: 'release', end: 'toSeller', moved: unmoved },
]
/** No order may stay open: a buyer has three at most. */
const finish = async (cast: Cast, id: string, said: Said) => {
  if (said === 'to_be_confirmed') await cast.done(cast.elsewhere.undo(id))
  if (said === 'to_be_confirmed' || said === 'to_be_paid')
    await cast.done(cast.sides.buyer.person.venue.post('api/trade/cancelTradeOrder', { id }))
}

test('OTC-39 one side is offline in each state while the order goes on: back, it shows the truth at once, and a step tapped on the stale page does nothing', async ({
  browser,
}) => {
  await using app = await deskVenue()
  await using cast = await otcCast(browser, app)
  for (const row of rows)
    await test.step(`${row.away} away in ${row.in}, meanwhile ${String(row.meanwhile)}`, async () => {
      const order = await cast.orderIn(row.in)
      const [away, other] = [cast.sides[row.away], cast.sides[otherOf(row.away)]]
      away.line.cut()
      if (row.stale !== null) {
        await byHand[row.stale](away.page)
        await expect(away.page.getByText('We are checking whether this went through.')).toBeVisible()
      }
      if (row.meanwhile === 'elsewhere') await cast.done(cast.elsewhere.pay(order.id))
      else if (row.meanwhile === 'ruling') await cast.rule(order.no, 'Coins to the seller', 'No payment proven')
      else for (const step of row.meanwhile) await byHand[step](other.page)
      await cast.sideSays(other, row.end)
      away.line.restore()
      const backAt = Date.now()
      await cast.sideSays(away, row.end)
      expect(Date.now() - backAt).toBeLessThan(15_000)
      await expect(away.page.locator('[aria-busy="true"]')).toHaveCount(0)
      await cast.bothSay(row.end)
      expect(await order.moved()).toEqual(row.moved)
      await finish(cast, order.id, row.end)
    })
  await test.step('seller away after the end, meanwhile a rating', async () => {
    const order = await cast.orderIn('to_be_confirmed')
    const { seller, buyer } = cast.sides
    await byHand.release(seller.page)
    await cast.bothSay('released')
    seller.line.cut()
    await byHand.rate(buyer.page)
    await expect(buyer.page.getByText('Your rating')).toBeVisible()
    await byHand.rate(seller.page)
    seller.line.restore()
    await expect(seller.page.getByText(/^Rating by /)).toBeVisible()
    await expect(seller.page.getByText('Your rating')).toBeVisible()
    await expect(buyer.page.getByText(/^Rating by /)).toBeVisible()
    for (const side of cast.both) await expectNoStep(side)
    expect(await order.moved()).toEqual(sold)
  })
})

test('OTC-40 the venue is killed in each state: both pages show the same state after its start, no money has moved, and the order goes on', async ({
  browser,
}) => {
  await using app = await deskVenue()
  await using cast = await otcCast(browser, app)
  const { buyer, seller } = cast.sides
  const order = await cast.orderIn('to_be_paid')
  const killed = async (said: Said) => {
    const before = await cast.money()
    await app.kill()
    for (const { page } of cast.both)
      await expect(page.getByRole('status').filter({ hasText: 'Reconnecting.' })).toBeVisible()
    await app.start()
    for (const { page } of cast.both)
      await expect(page.getByRole('status').filter({ hasText: 'Reconnecting.' })).toHaveCount(0)
    await cast.bothSay(said)
    expect(await cast.money()).toEqual(before)
  }
  await test.step('placed', () => killed('to_be_paid'))
  await byHand.pay(buyer.page)
  await cast.bothSay('to_be_confirmed')
  await test.step('paid', () => killed('to_be_confirmed'))
  await byHand.appeal(seller.page)
  await cast.bothSay('seller_appealing')
  await test.step('appealed', () => killed('seller_appealing'))
  await byHand.release(seller.page)
  await cast.bothSay('released')
  await test.step('ended', () => killed('released'))
  for (const { page } of cast.both) {
    await page.reload()
    await expect(page.getByRole('region', { name: 'Booked' })).toContainText('60')
  }
  await cast.bothSay('released')
  expect(await order.moved()).toEqual(sold)
})

const wrongMs = 10 * 60_000
for (const [name, wrong] of [
  ['the buyer’s fast, the seller’s slow', { buyer: wrongMs, seller: -wrongMs }],
  ['the buyer’s slow, the seller’s fast', { buyer: -wrongMs, seller: wrongMs }],
] as const)
  test(`OTC-41 device clocks ten minutes wrong, ${name}: both countdowns are right, placed and paid, and the order ends`, async ({
    browser,
  }) => {
    await using app = await deskVenue()
    await using cast = await otcCast(browser, app, wrong)
    const { buyer, seller } = cast.sides
    const order = await cast.orderIn('to_be_paid')
    const expectRight = async (deadlineMs: number) => {
      for (const { page } of cast.both) {
        const shownAt = async () => {
          return Math.abs((await secondsOn(page)) - (deadlineMs - Date.now()) / 1000)
        }
        await expect.poll(shownAt).toBeLessThan(2.5)
      }
    }
    await expectRight(order.deadlineMs)
    await byHand.pay(buyer.page)
    await cast.bothSay('to_be_confirmed')
    const confirmMs = Number(Object(await cast.order(order.id)).confirm_deadline_ms)
    await expectRight(confirmMs)
    await byHand.release(seller.page)
    await cast.bothSay('released')
    expect(await order.moved()).toEqual(sold)
  })
