import { startApp } from '#tests/support/app.ts'
import { registerAt, venueClient } from '#tests/support/venue-client.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './kit.ts'
import { beginWith } from './story.ts'

// A picture of one pixel.
const slip = {
  name: 'slip.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const operator = 'olivia@kontor.test'

test('MONEY-4 a person deposits by bank, the desk passes it, and the balance moves in the other window without a reload', async ({
  page,
  browser,
  isMobile,
  at: shared,
  seededUsers: [member],
}) => {
  await beginWith(page, member)
  await page.goto(shared('/pages/assets/record?show=deposits'))
  await expect(page.getByText('No deposits yet.')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  // The deeds differ in nothing between sizes.
  if (!isMobile) return
  await using app = await startApp({ env: { DEMO_REVIEW: '0', DESK_ACCOUNTS: operator } })
  const at = (route: string) => `${app.url.replace(/\/$/, '')}/#${route}`
  const [ann, olivia] = [await registerAt(app.url), await registerAt(app.url, operator)]
  await venueClient(app.url, ann.token).post('api/user/cash_save', {
    real_name: 'Ann Lee',
    bank_name: 'HSBC',
    bank_account: '6225888888888888',
  })

  const own = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const person = await own.newPage()
  await beginWith(person, ann)
  const wallet = await own.newPage()
  await beginWith(wallet, ann)
  await wallet.goto(at('/pages/assets/tradeAccount?currency=3&account=change'))
  const balance = wallet.getByRole('region', { name: 'USDT' })
  await expect(balance).toContainText('10,000')

  await person.goto(at('/pages/assets/deposit/charge2'))
  await person.getByRole('textbox', { name: 'Amount paid' }).fill('10000')
  await person.locator('input[type="file"]').first().setInputFiles(slip)
  await expect(person.getByText(/^1 USDT = /)).toBeVisible()
  await person.getByRole('button', { name: 'Review deposit' }).click()
  const review = person.getByRole('dialog')
  await review.getByRole('button', { name: 'Submit deposit' }).click()
  await expect(review.getByText('Deposit submitted')).toBeVisible()
  await review.getByRole('button', { name: 'Done' }).click()
  await expect(person.getByText('Processing')).toBeVisible()
  expect(await axeFindings(person)).toEqual([])

  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const decider = await desk.newPage()
  await beginWith(decider, olivia)
  await decider.goto(at('/pages/desk/index?tab=deposit'))
  await decider.getByRole('button', { name: /USDT.*HSBC · Ann Lee/ }).click()
  await expect(decider.getByRole('row', { name: /Sent.*10,000.*HKD/ })).toBeVisible()
  expect(await axeFindings(decider)).toEqual([])
  const decide = decider.getByRole('complementary', { name: 'Decide' })
  await decide.getByRole('textbox', { name: 'Arrived' }).fill('1273')
  await decide.getByRole('button', { name: 'Pass' }).click()
  await expect(decider.getByText('Decision saved')).toBeVisible()
  await desk.close()

  await expect(person.getByText('Completed')).toBeVisible()
  await expect(balance).toContainText('11,273')
  await own.close()
})
