import type { Fate } from '#tests/support/proxy-http.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { expect, test } from '../kit.ts'
import { byHand, deskVenue, expectNoStep, otcCast, secondsOn, sold, unmoved } from './otc-cast.ts'

const minuteMs = 60_000

test('OTC-34 an appeal is ruled at the desk, for the buyer and for the seller: both pages say so, and the escrow goes there', async ({
  browser,
}) => {
  await using app = await deskVenue()
  await using cast = await otcCast(browser, app)
  const { buyer, seller } = cast.sides
  const rulings = [
    ['Coins to the buyer', 'Payment proven', 'toBuyer', sold, 'Decided in your favour:', 'Decided for the other side:'],
    [
      'Coins to the seller',
      'No payment proven',
      'toSeller',
      unmoved,
      'Decided for the other side:',
      'Decided in your favour:',
    ],
  ] as const
  for (const [word, reason, end, moved, toBuyer, toSeller] of rulings)
    await test.step(word, async () => {
      const order = await cast.orderIn('to_be_confirmed')
      await byHand.appeal(seller.page)
      await cast.bothSay('seller_appealing')
      await byHand.statement(buyer.page)
      await expect(seller.page.getByText('Here is what I know.')).toBeVisible()
      expect(await order.moved()).toEqual(unmoved)
      await cast.rule(order.no, word, reason)
      await cast.bothSay(end)
      await expect(buyer.page.getByText(toBuyer)).toBeVisible()
      await expect(seller.page.getByText(toSeller)).toBeVisible()
      for (const side of cast.both) await expectNoStep(side)
      expect(await order.moved()).toEqual(moved)
    })
})

test('OTC-35 “I have paid” is taken back: both wait for the payment again until the first deadline, and it can be paid again', async ({
  browser,
}) => {
  await using app = await deskVenue()
  await using cast = await otcCast(browser, app)
  const { buyer, seller } = cast.sides
  const order = await cast.orderIn('to_be_paid')
  await byHand.pay(buyer.page)
  await cast.bothSay('to_be_confirmed')
  await byHand.undo(buyer.page)
  await cast.bothSay('to_be_paid')
  await expect(seller.page.getByRole('button', { name: 'Release coins' })).toHaveCount(0)
  expect(fieldOf(await cast.order(order.id), 'pay_deadline_ms')).toBe(order.deadlineMs)
  expect(await order.moved()).toEqual(unmoved)
  await byHand.pay(buyer.page)
  await cast.bothSay('to_be_confirmed')
  await byHand.release(seller.page)
  await cast.bothSay('released')
  expect(await order.moved()).toEqual(sold)
})

test('OTC-36 cancel and pay at once, in two tabs: one of them counts on every page, the other is refused', async ({
  browser,
}) => {
  await using app = await deskVenue()
  await using cast = await otcCast(browser, app)
  const { buyer } = cast.sides
  const second = await buyer.newPage()
  for (const first of ['pay', 'cancel', 'both'] as const)
    await test.step(`first: ${first}`, async () => {
      const order = await cast.orderIn('to_be_paid')
      await buyer.open(second, order.id)
      // Both calls are held until both are there; then they go on in this order.
      const free = { pay: Promise.withResolvers<void>(), cancel: Promise.withResolvers<void>() }
      const there = new Set<string>()
      buyer.calls.judge(async ({ path }): Promise<Fate> => {
        const name = path.endsWith('/trade/pay') ? 'pay' : path.endsWith('/trade/cancelTradeOrder') ? 'cancel' : null
        if (name === null) return 'pass'
        there.add(name)
        await free[name].promise
        return 'pass'
      })
      await Promise.all([byHand.pay(buyer.page), byHand.cancel(second)])
      await expect.poll(() => there.size).toBe(2)
      if (first === 'both') {
        free.pay.resolve()
        free.cancel.resolve()
      } else {
        free[first].resolve()
        await expect.poll(() => cast.statusOf(order.id)).not.toBe('to_be_paid')
        free[first === 'pay' ? 'cancel' : 'pay'].resolve()
      }
      await expect.poll(() => cast.statusOf(order.id)).not.toBe('to_be_paid')
      const end = (await cast.statusOf(order.id)) === 'cancelled' ? 'cancelled' : 'to_be_confirmed'
      if (first !== 'both') expect(end).toBe(first === 'pay' ? 'to_be_confirmed' : 'cancelled')
      await cast.bothSay(end)
      await cast.sideSays({ ...buyer, page: second }, end)
      await expect((end === 'cancelled' ? buyer.page : second).getByRole('alert')).toContainText(
        'This has changed in the meantime.',
      )
      expect(await order.moved()).toEqual(unmoved)
      if (end === 'cancelled') for (const page of [buyer.page, second]) await expectNoStep({ page })
      // At most three orders of one buyer are open.
      else await cast.done(cast.elsewhere.undo(order.id))
    })
})

test('OTC-37 the time to pay runs out before both: the countdown ends in truth, a payment under way comes too late, and the coins are back', async ({
  browser,
}) => {
  await using app = await deskVenue({ hasClock: true })
  await using cast = await otcCast(browser, app)
  const { buyer, seller } = cast.sides
  const order = await cast.orderIn('to_be_paid')
  // The venue is away for a quarter of an hour, and comes back when less than a minute is left.
  await app.kill()
  const leftMs = 35_000
  const aheadMs = order.deadlineMs - Date.now() - leftMs
  await app.ahead(aheadMs)
  await app.start()
  const released = Promise.withResolvers<void>()
  buyer.calls.judge(async ({ path }): Promise<Fate> => {
    if (path.endsWith('/trade/pay')) await released.promise
    return 'pass'
  })
  for (const { page } of cast.both) {
    const error = async () => Math.abs((await secondsOn(page)) - (order.deadlineMs - aheadMs - Date.now()) / 1000)
    await expect.poll(error, { timeout: 15_000 }).toBeLessThan(2.5)
  }
  await byHand.pay(buyer.page)
  await cast.bothSay('lapsed')
  released.resolve()
  await expect(buyer.page.getByRole('alert')).toContainText(
    /This has changed in the meantime\.|The time for this is over\./,
  )
  expect(Date.now() + aheadMs).toBeGreaterThanOrEqual(order.deadlineMs)
  for (const side of cast.both) await expectNoStep(side)
  expect(await order.moved()).toEqual(unmoved)
  await expect(seller.page.getByRole('region', { name: 'Booked' })).toContainText('The coins went back to your ad.')
})

test('OTC-38 the time to confirm runs out: only then the buyer may appeal, and a ruling gives the coins to the buyer', async ({
  browser,
}) => {
  await using app = await deskVenue({ hasClock: true })
  await using cast = await otcCast(browser, app)
  const { buyer } = cast.sides
  const order = await cast.orderIn('to_be_confirmed')
  await expect(buyer.page.getByRole('button', { name: 'Appeal', exact: true })).toHaveCount(0)
  await app.kill()
  await app.ahead(31 * minuteMs)
  await app.start()
  await byHand.appeal(buyer.page)
  await cast.bothSay('overtime_appealing')
  expect(await order.moved()).toEqual(unmoved)
  await cast.rule(order.no, 'Coins to the buyer', 'No answer')
  await cast.bothSay('toBuyer')
  expect(await order.moved()).toEqual(sold)
})
