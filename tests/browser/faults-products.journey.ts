import { answer, startHttpProxy, type Call, type Fate, type HttpProxy } from '#tests/support/proxy-http.ts'
import { fieldOf, type VenueClient } from '#tests/support/venue-client.ts'
import { buy, faultyTrade, storedIntents, lost } from './faults.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, newUser, roundPage, verified } from './story.ts'

const oops = answer(500, '<h1>oops</h1>', { 'content-type': 'text/html' })
/** Request lost, reply lost, reply broken: the outcome has to be requested. */
const fates: readonly (readonly [name: string, fate: Fate])[] = [
  ['lost before the venue heard of it', 'lostBefore'],
  ['done, and the answer lost', 'lostAfter'],
  ['done, and something broken said', { rewrite: () => oops }],
]
/** Every call to one path fails this way until its outcome is requested. */
const spoil = (proxy: HttpProxy, path: string, fate: Fate) => {
  let isAsked = false
  proxy.judge((call: Call) => {
    isAsked ||= call.path.startsWith('/api/key/status')
    return call.path === path && !isAsked ? fate : 'pass'
  })
  const before = proxy.calls.length
  return () =>
    new Set(
      proxy.calls
        .slice(before)
        .filter((call) => call.path === path)
        .map(({ key }) => key),
    ).size
}
const rowsOf = (value: unknown, name: string): readonly unknown[] => {
  const rows = fieldOf(value, name)
  return Array.isArray(rows) ? rows : []
}
const member = async (page: Page, url: string, proxy: HttpProxy) => {
  const person = await newUser(url)
  await verified(person.venue)
  await beginWith(page, person)
  await page.goto(`${proxy.url}#/pages/option/detail?market=BTC-USDT`)
  return person
}

test('CF11 CF12 CF14 positions are opened and closed while replies are lost: each once, with the correct outcome', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  test.setTimeout(150_000)
  await using proxy = await startHttpProxy(app.url)
  const { venue } = await member(page, app.url, proxy)
  const form = page.getByRole('form', { name: 'Order form' })
  const review = page.getByRole('dialog', { name: /^(?:Review contract|Contract opened|Order placed)$/ })
  const contracts = page.getByRole('article', { name: 'BTC/USDT Long 10×' })
  const openAt = async (told: VenueClient) => {
    const { body } = await told.post('api/lever/deal', { legal_id: 3, currency_id: 1 })
    return rowsOf(body['message'], 'my_transaction').length
  }
  await expect(form.getByText('1,000.00 USDT')).toBeVisible()
  let open = 0
  for (const [name, fate] of fates)
    await test.step(`opened: ${name}`, async () => {
      await form.getByRole('textbox', { name: 'Lots' }).fill('1')
      await page.getByRole('button', { name: 'Open long' }).click()
      const confirm = review.getByRole('button', { name: 'Confirm long' })
      await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
      const keys = spoil(proxy, '/api/lever/submit', fate)
      await confirm.click()
      const verdict = review.getByRole('heading', { name: /^(?:Contract opened|Not carried out)$/ })
      await expect(verdict).toBeVisible({ timeout: 30_000 })
      // The price may have moved before the retry: then it is refused and nothing exists.
      if ((await verdict.innerText()) === 'Contract opened') open += 1
      expect(keys()).toBe(1)
      await review
        .getByRole('button', { name: /^(?:Done|Close)$/ })
        .last()
        .click()
      await expect(contracts).toHaveCount(open)
      expect(await openAt(venue)).toBe(open)
    })
  expect(open).toBeGreaterThan(1)
  for (const [name, fate] of fates.slice(0, open))
    await test.step(`closed: ${name}`, async () => {
      const keys = spoil(proxy, '/api/lever/close', fate)
      await contracts.first().getByRole('button', { name: 'Close', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
      open -= 1
      await expect(contracts).toHaveCount(open, { timeout: 30_000 })
      expect(keys()).toBe(1)
      expect(await openAt(venue)).toBe(open)
    })
  // A removed row no longer polls; its open intent is resolved at an interval.
  await expect.poll(() => storedIntents(page), { timeout: 40_000 }).toBe(0)
})

test('CF11 CF12 CF14 stakes are bought while replies are lost: each once, with the correct outcome', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  test.setTimeout(240_000)
  await using proxy = await startHttpProxy(app.url)
  const { venue } = await member(page, app.url, proxy)
  await page.goto(`${proxy.url}#/pages/option/detail?market=BTC-USDT&product=option`)
  const { amount, buy: enter, review, stake, reach } = roundPage(page)
  let bought = 0
  for (const [name, fate] of fates)
    await test.step(name, async () => {
      await reach(15)
      await amount.fill('10')
      await enter.click()
      const keys = spoil(proxy, '/api/microtrade/submit', fate)
      await review.getByRole('button', { name: 'Buy Up' }).click()
      const verdict = review.getByRole('heading', { name: /^(?:Purchased|Not carried out)$/ })
      await expect(verdict).toBeVisible({ timeout: 30_000 })
      if ((await verdict.innerText()) === 'Purchased') bought += 1
      expect(keys()).toBe(1)
      await review
        .getByRole('button', { name: /^(?:Done|Close)$/ })
        .last()
        .click()
      const { body } = await venue.get('api/microtrade/lists')
      expect(rowsOf(body['message'], 'data')).toHaveLength(bought)
    })
  expect(bought).toBeGreaterThan(0)
  await expect(stake.first()).toBeVisible()
  expect(await storedIntents(page)).toBe(0)
})

test('CF11 CF12 CF14 orders are cancelled while replies are lost: cancelled, with the money released once', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade, member: person } = story
  for (const [name, fate] of fates)
    await test.step(name, async () => {
      proxy.restore()
      await person.venue.post('api/coin/trade', buy('60000'))
      const row = trade.order('BTC/USDT Limit')
      await expect(row).toHaveCount(1)
      await expect(trade.available).toHaveText('9,940.00 USDT')
      const keys = spoil(proxy, '/api/coin/cancel', fate)
      await row.getByRole('button', { name: 'Cancel' }).click()
      await expect(row).toHaveCount(0, { timeout: 30_000 })
      await expect(trade.available).toHaveText('10,000.00 USDT')
      expect(keys()).toBe(1)
    })
  expect((await story.orders()).every(({ status }) => status === 3)).toBe(true)
  await expect.poll(() => storedIntents(page), { timeout: 40_000 }).toBe(0)
})
