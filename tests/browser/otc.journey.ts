import { fieldOf, registerAt, venueClient } from '#tests/support/venue-client.ts'
import { axeFindings, axeInBothThemes } from './axe.ts'
import { expect, test } from './kit.ts'
import { pin, receipt, sellerAndBuyer, upload } from './long/otc-people.ts'
import { beginWith, verified } from './story.ts'

test('OTC-17 a newcomer buys from a merchant of the demo: takes an ad, pays with a voucher, and gets the coins without a reload', async ({
  page,
  at,
  app,
  isMobile,
}) => {
  // The deeds differ in nothing between sizes: on the desk only the look of the centre is checked.
  const { token } = await registerAt(app.url)
  await verified(venueClient(app.url, token))
  await page.addInitScript((known) => {
    localStorage.setItem('kontor.session', JSON.stringify({ token: known, chatToken: null }))
    localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en' }))
  }, token)
  await page.goto(at('/pages/otc/index'))
  const offer = page.getByRole('article').filter({ hasText: 'DemoExpress' })
  await expect(offer).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  if (!isMobile) return
  await offer.getByRole('button', { name: 'Buy' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'You pay' }).fill('100')
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: /^Buy / }).click()
  await expect(page.getByRole('heading', { name: 'Pay the seller now' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'I have paid' }).click()
  await page.locator('input[type="file"]').first().setInputFiles(receipt)
  await page.getByRole('button', { name: 'Yes, I have paid' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for the seller' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Completed: the coins are yours.' })).toBeVisible({ timeout: 30_000 })
  expect(await axeFindings(page)).toEqual([])
})

test('OTC-29 two people trade: from the taking to the release, and an appeal that both settle by a split, each in a window of their own', async ({
  page,
  browser,
  at,
  app,
}) => {
  const { ann, ben, ad } = await sellerAndBuyer(app.url)
  await using elsewhere = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
  })
  const shop = await elsewhere.newPage()
  await beginWith(page, ben)
  await beginWith(shop, ann, 'light')
  // The clock of the buyer's phone is three hours fast.
  await page.addInitScript(() => {
    const right = Date.now
    Date.now = () => right() + 3 * 3_600_000
  })
  await shop.goto(at('/pages/otc/list'))
  await expect(shop.getByText('No open orders.')).toBeVisible()

  const merchant = String(fieldOf((await ann.venue.get('api/user/center')).body['message'], 'nickname') ?? '')
  await page.goto(at('/pages/otc/index'))
  const offer = page.getByRole('article').filter({ hasText: merchant })
  await offer.getByRole('button', { name: 'Buy' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'You pay' }).fill('120')
  await sheet.getByRole('button', { name: 'Buy 120.00 USDT' }).click()
  await expect(page.getByRole('heading', { name: 'Pay the seller now' })).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(?:15:00|14:\d\d)/)
  // The seller's list shows it by itself, and the order says what to wait for.
  await shop
    .getByRole('link', { name: /Sell USDT/ })
    .or(shop.getByText('Sell USDT'))
    .first()
    .click()
  await expect(shop.getByRole('heading', { name: 'Waiting for the payment' })).toBeVisible()
  await page.getByRole('button', { name: 'I have paid' }).click()
  await page.locator('input[type="file"]').first().setInputFiles(receipt)
  await page.getByRole('button', { name: 'Yes, I have paid' }).click()
  await expect(shop.getByRole('heading', { name: 'Check your account' })).toBeVisible()
  await shop.getByRole('button', { name: 'Release coins' }).click()
  const release = shop.getByRole('dialog')
  await expect(release.getByText('Ann Lee')).toHaveCount(2)
  await release.getByRole('checkbox').check()
  await release.getByLabel('Fund password').fill(pin)
  await release.getByRole('button', { name: /^Release 120.00 USDT/ }).click()
  await expect(shop.getByRole('heading', { name: 'Completed: you released the coins.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Completed: the coins are yours.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Booked' })).toContainText('+120.00 USDT')
  expect(await axeFindings(page)).toEqual([])

  // The next one is disputed. It is taken and marked as paid beside the pages.
  const taken = await ben.venue.post('api/trade/trade', { id: ad, means: 'money', value: '100', way: 'bank' })
  const id = String(fieldOf(taken.body['message'], 'id'))
  await ben.venue.post('api/trade/pay', { id, vouchers: [await upload(app.url, ben)] })
  await shop.goto(at(`/pages/otc/detail?id=${id}`))
  await page.goto(at(`/pages/otc/detail?id=${id}`))
  await shop.getByRole('button', { name: 'Appeal' }).click()
  const appeal = shop.getByRole('dialog')
  await appeal.getByRole('textbox', { name: 'What happened' }).fill('Only a part of the money has arrived.')
  await appeal.locator('input[type="file"]').first().setInputFiles(receipt)
  await expect(appeal.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
  await appeal.getByRole('button', { name: 'Open the appeal' }).click()
  await expect(page.getByRole('heading', { name: 'The seller has appealed' })).toBeVisible()
  await expect(page.getByText('Only a part of the money has arrived.')).toBeVisible()
  await page.getByRole('button', { name: 'Offer a split' }).click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('60')
  await page.getByRole('dialog').getByRole('button', { name: 'Send the offer' }).click()
  await expect(shop.getByText('offers you this split.')).toBeVisible()
  expect(await axeInBothThemes(shop)).toEqual([])
  // What surrounds an order, in both themes: its chat, its ad with its orders, a new ad with a floating price and
  // hours.
  await page.getByRole('link', { name: /^Chat with / }).click()
  await expect(page.getByText(`Order ${String(fieldOf(taken.body['message'], 'order_no'))}`)).toBeVisible()
  expect(await axeInBothThemes(page)).toEqual([])
  await page.goto(at(`/pages/otc/detail?id=${id}`))
  await shop.goto(at(`/pages/otc/mydetail?id=${ad}`))
  await expect(shop.getByRole('heading', { name: /orders/i })).toBeVisible()
  expect(await axeInBothThemes(shop)).toEqual([])
  await shop.goto(at('/pages/otc/mylist?view=publish'))
  await shop.getByRole('radio', { name: 'Above index' }).check({ force: true })
  await shop.getByRole('checkbox', { name: 'Only at certain hours' }).check()
  expect(await axeInBothThemes(shop)).toEqual([])
  await shop.goto(at(`/pages/otc/detail?id=${id}`))
  await shop.getByRole('button', { name: 'Agree to the split' }).click()
  await shop.getByRole('dialog').getByLabel('Fund password').fill(pin)
  await shop.getByRole('dialog').getByRole('button', { name: 'Agree, and end the order' }).click()
  for (const each of [page, shop])
    await expect(each.getByRole('heading', { name: 'Completed: both agreed to a split.' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Booked' })).toContainText('+60.00 USDT')
  await expect(shop.getByRole('region', { name: 'Booked' })).toContainText('+40.04 USDT')
  expect(await axeInBothThemes(shop)).toEqual([])
})
