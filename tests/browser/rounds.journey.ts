import type { VenueClient } from '#tests/support/venue-client.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { axeFindings } from './axe.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, newUser, roundMs, roundPage } from './story.ts'

const isClean = async (page: Page, where: string) => expect(await axeFindings(page), where).toEqual([])
const lost = /net::ERR_|WebSocket connection to/

const isSettled = async (venue: VenueClient) =>
  JSON.stringify((await venue.get('api/microtrade/lists?status=3')).body).includes('"receipt":{')

/** Records the longest pause of the event loop, to prove that the page slept. */
const timeTurns = (page: Page) =>
  page.evaluate(() => {
    let last = performance.now()
    const mark = () => {
      const { dataset } = document.documentElement
      const now = performance.now()
      dataset['slept'] = String(Math.max(Number(dataset['slept'] ?? 0), now - last))
      last = now
    }
    setInterval(mark, 200)
  })
const longestSleep = (page: Page) => page.locator('html').evaluate((html) => Number(html.dataset['slept']))

/** Suspends all scripts of the page until `until` is true. */
const sleep = async (page: Page, until: () => Promise<void>) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Debugger.enable')
  await devtools.send('Debugger.pause')
  await until()
  await devtools.send('Debugger.disable')
  await devtools.detach()
}

test('JOURNEY-13 a stake is bought after the verification, settled while the page sleeps, and its receipt is recomputed', async ({
  page,
  app,
  complaints,
}) => {
  // A round takes one real minute, and the next one may have to be awaited.
  test.setTimeout(300_000)
  complaints.overlook = lost
  await using proxy = await startProxy(app.url)
  const member = await newUser(app.url)
  await beginWith(page, member)
  await page.goto(`${proxy.url}#/pages/option/detail?market=BTC-USDT&product=option`)
  const { amount, buy, review, stake, shelf, reach, confirm } = roundPage(page)

  await test.step('sound and vibration are off', async () => {
    await page.getByRole('button', { name: 'Sound and vibration' }).click()
    const switches = page.getByRole('dialog', { name: 'Sound and vibration' }).getByRole('switch')
    await expect(switches).toHaveCount(2)
    for (const each of await switches.all()) await expect(each).not.toBeChecked()
    await isClean(page, 'signals')
    await page.keyboard.press('Escape')
  })

  await test.step('the gate leads to the verification, and back to what was typed', async () => {
    await reach(5)
    await amount.fill('25')
    await isClean(page, 'form')
    await buy.click()
    await expect(page.getByRole('button', { name: 'Verify now' })).toBeVisible()
    await isClean(page, 'gate')
    await page.getByRole('button', { name: 'Verify now' }).click()
    await expect(page).toHaveURL(/verification/)
    await page.getByRole('link', { name: 'Start' }).click()
    await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Lee')
    await page.getByRole('combobox', { name: 'Country or region' }).selectOption({ label: 'Japan' })
    await page.getByRole('textbox', { name: 'ID number' }).fill(`A${Date.now()}`)
    await page.getByRole('button', { name: 'Submit for review' }).click()
    await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/option\/detail\?.*product=option/)
  })

  await test.step('the round is bought with that', async () => {
    await reach(8)
    await expect(amount).toHaveValue('25')
    await buy.click()
    await expect(review).toContainText('25.00 USDT')
    await isClean(page, 'review')
    await page.keyboard.press('Escape')
    await expect(amount).toHaveValue('25')
    await reach(5)
    await confirm()
    await isClean(page, 'purchased')
    await review.getByRole('button', { name: 'Done' }).click()
    await expect(stake).toContainText('25.00 USDT')
    await isClean(page, 'open stake')
  })

  await test.step('the page sleeps over the lock and the close, its line dies, and it wakes to the settlement', async () => {
    await timeTurns(page)
    await sleep(page, async () => {
      proxy.halfOpen()
      await expect.poll(() => isSettled(member.venue), { timeout: roundMs + 20_000 }).toBe(true)
    })
    await expect.poll(() => longestSleep(page)).toBeGreaterThan(15_000)
    await expect(page.getByText('No open orders. Choose a direction to begin.')).toBeVisible()
    await expect(page.getByText(/^Round \d+ settled: |^Round \d+: void/)).toBeVisible()
    await isClean(page, 'result')
  })

  await test.step('the receipt stands up to being worked out again, in the history and the statistics', async () => {
    await shelf('History').click()
    await expect(stake).toHaveCount(1)
    await isClean(page, 'history')
    await stake.click()
    const detail = page.getByRole('dialog', { name: 'Order details' })
    await detail.getByRole('button', { name: 'Recompute here' }).click()
    await expect(detail.getByText('Everything agrees with the receipt.')).toBeVisible()
    await detail.getByText(/^Prices on the way \(/).click()
    await isClean(page, 'receipt')
    await page.keyboard.press('Escape')
    await shelf('Statistics').click()
    await expect(page.getByText('Orders counted')).toBeVisible()
    await isClean(page, 'statistics')
  })
})
