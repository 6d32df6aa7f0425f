import { registerAt, venueClient } from '#tests/support/venue-client.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './kit.ts'
import { verified } from './story.ts'

// A picture of one point.
const receipt = {
  name: 'receipt.png', mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
}

test('OTC-17 a newcomer buys from a merchant of the demo: takes an ad, pays with a voucher, and gets the coins without a reload', async ({ page, at, app, isMobile }) => {
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
