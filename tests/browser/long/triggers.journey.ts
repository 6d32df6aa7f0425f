import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '#tests/support/app.ts'
import { fieldOf, registerAt, venueClient } from '#tests/support/venue-client.ts'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { beginWith, tradePage, verified } from '../story.ts'

/** The venue, whose price of BTC is set by the test, and which loses its power. */
const venueOf = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'triggers-'))
  const file = join(folder, 'prices.json')
  const say = async (price: number) => {
    await writeFile(`${file}.new`, JSON.stringify({ 'BTC-USDT': price * 100 }))
    await rename(`${file}.new`, file)
  }
  await say(96_000)
  const app = await startApp({ env: { PRICE_FILE: file } })
  const isOpen = async () => {
    const { body } = await venueClient(app.url).get('api/currency/deal?currency_id=1&legal_id=3')
    return JSON.stringify(body).includes('"bids"') && !JSON.stringify(body).includes('"mode"')
  }
  const ready = () => expect.poll(isOpen, { timeout: 60_000 }).toBe(true)
  await ready()
  const cut = async () => {
    await app.kill()
    await app.start()
    await ready()
  }
  const away = async () => {
    await app[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
  return { app, say, cut, [Symbol.asyncDispose]: away }
}
/** Two browsers of one person, each at a page. */
const browsersAt = async (browser: Browser, token: string, url: string) => {
  const open = async (): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await beginWith(page, { token })
    await page.goto(url)
    return page
  }
  return [await open(), await open()] as const
}

test('TR-2 phone only: on spot a bracket is placed, filled in part, changed, and its target filled in part; the power fails in each state, and after each start the stop is there for what it protects', async ({
  browser,
}) => {
  await using venue = await venueOf()
  const { app, cut, say } = venue
  const ann = await registerAt(app.url)
  const annVenue = venueClient(app.url, ann.token)
  const pages = await browsersAt(browser, ann.token, `${app.url}#/pages/trade/index?market=BTC-USDT`)
  const [first] = pages
  const { form, quantity, review, confirm, order, orders } = tradePage(first)
  /** What both browsers say of a row, before the power fails and after it is back. */
  const stands = async (name: string, words: readonly (string | RegExp)[]) => {
    for (const page of pages) for (const word of words) await expect(tradePage(page).order(name)).toContainText(word)
  }
  const cutAnd = async (name: string, words: readonly (string | RegExp)[]) => {
    await stands(name, words)
    await cut()
    await stands(name, words)
  }
  /** What the venue says that a leg has left, and has made. */
  const sizes = async (role: 'stop' | 'profit') => {
    const { body } = await annVenue.get('api/trigger/list?status=live')
    const legs = fieldOf(body['message'], 'data')
    const leg: unknown = Array.isArray(legs) ? legs.find((each: unknown) => fieldOf(each, 'role') === role) : null
    return {
      left: Number(fieldOf(fieldOf(leg, 'size'), 'left')),
      made: Number(fieldOf(fieldOf(leg, 'made'), 'amount')),
    }
  }
  /** The price stands where others trade with a resting order, until some of it is filled. */
  const until = async (price: number, isSo: () => Promise<boolean>) => {
    await say(price)
    await expect.poll(isSo, { intervals: [200] }).toBe(true)
    await say(96_100)
  }

  await test.step('it waits for its entry', async () => {
    await form.getByLabel(/^Price/).fill('95800')
    await quantity.fill('0.1')
    await form.getByRole('button', { name: 'Take profit / stop loss' }).click()
    const guards = first.getByRole('dialog', { name: 'Take profit / stop loss' })
    await guards.getByLabel('Take profit').fill('96400')
    await guards.getByLabel('Stop loss').fill('94000')
    await guards.getByRole('button', { name: 'Done' }).click()
    await form.getByRole('button', { name: 'Buy BTC' }).click()
    await confirm.click()
    await review.getByRole('button', { name: 'Done' }).click()
    await cutAnd('BTC/USDT Stop', ['Waits for the entry', '94,000.00'])
  })
  await test.step('its entry is filled in part', async () => {
    await until(95_800, async () => (await sizes('stop')).left > 0)
    const { left } = await sizes('stop')
    expect(left).toBeLessThan(0.0999)
    await cutAnd('BTC/USDT Stop', ['Armed', `${left} BTC`])
  })
  await test.step('it is changed', async () => {
    await order('BTC/USDT Stop').getByRole('button', { name: 'Change' }).click()
    const sheet = first.getByRole('dialog', { name: 'Change order' })
    await sheet.getByLabel('Trigger').fill('93000')
    await sheet.getByRole('button', { name: 'Change' }).click()
    await cutAnd('BTC/USDT Stop', ['Armed', '93,000.00'])
  })
  await test.step('its target is filled in part, and it is as much smaller', async () => {
    const before = (await sizes('stop')).left
    await until(96_400, async () => (await sizes('profit')).made > 0)
    const { left } = await sizes('stop')
    expect(left).toBeLessThan(before)
    expect(left + (await sizes('profit')).made).toBeCloseTo(before, 8)
    await cutAnd('BTC/USDT Stop', ['Armed', '93,000.00', `${left} BTC`])
  })
  await test.step('all end together', async () => {
    await orders.getByRole('button', { name: 'Cancel all linked' }).click()
    await first.getByRole('alertdialog').getByRole('button', { name: 'Cancel all linked' }).click()
    for (const page of pages) await expect(tradePage(page).order('BTC/USDT Stop')).toHaveCount(0)
  })
})

test('TR-2 phone only: a contract waits for its price, opens, its trailing stop is changed, a target closes a part, the stop closes the rest; the power fails in each state, and after each start the stop is there', async ({
  browser,
}) => {
  await using venue = await venueOf()
  const { app, cut, say } = venue
  const ann = await registerAt(app.url)
  const annVenue = venueClient(app.url, ann.token)
  await verified(annVenue)
  const pages = await browsersAt(browser, ann.token, `${app.url}#/pages/option/detail?market=BTC-USDT`)
  const [first] = pages
  const shelf = (page: Page, name: RegExp) =>
    page.getByRole('region', { name: 'My contracts' }).getByRole('tab', { name })
  const stopRow = (page: Page) => page.getByRole('article', { name: 'BTC/USDT Trailing stop' })
  const contract = (page: Page) => page.getByRole('article', { name: 'BTC/USDT Long 10×' })
  const dormant = async () => {
    for (const page of pages) {
      await shelf(page, /^Pending \(1\)/).click()
      await expect(stopRow(page)).toContainText('Waits for the entry')
    }
  }
  /** The trailing stop of the open contract, as its sheet tells it in both browsers. */
  const trails = async (distance: string, lots: string) => {
    for (const page of pages) {
      await shelf(page, /^Positions \(1\)/).click()
      await expect(contract(page)).toContainText(lots)
      await contract(page).getByRole('button', { name: 'TP / SL' }).click()
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('group', { name: 'Prices of this contract' })).toContainText(
        `Trailing stop ${distance}`,
      )
      await page.keyboard.press('Escape')
      await expect(sheet).toHaveCount(0)
    }
  }

  await test.step('it waits for its price', async () => {
    const form = first.getByRole('form', { name: 'Order form' })
    await form.getByLabel('Order type').selectOption('stop')
    await form.getByLabel('Trigger (USDT)').fill('97000')
    await form.getByRole('textbox', { name: 'Lots' }).fill('4')
    await form.getByRole('button', { name: 'Take profit / stop loss' }).click()
    const legs = first.getByRole('dialog', { name: 'Take profit / stop loss' })
    await legs.getByRole('textbox', { name: 'Take profit' }).fill('99000')
    await legs.getByRole('radio', { name: '50% of lots' }).check({ force: true })
    await legs.getByRole('radio', { name: 'Trailing stop' }).check({ force: true })
    await legs.getByRole('button', { name: '2%' }).click()
    await legs.getByRole('button', { name: 'Done' }).click()
    await first.getByRole('button', { name: 'Open long' }).click()
    const review = first.getByRole('dialog', { name: 'Review contract' })
    await review.getByRole('button', { name: 'Place stop' }).click()
    await review.getByRole('button', { name: 'Done' }).click()
    await dormant()
    await cut()
    await dormant()
  })
  await test.step('it opens', async () => {
    await say(97_100)
    await trails('2%', '4 lots')
    await cut()
    await trails('2%', '4 lots')
  })
  await test.step('its stop is changed', async () => {
    await contract(first).getByRole('button', { name: 'TP / SL' }).click()
    await first.getByRole('button', { name: /^Change Trailing stop/ }).click()
    const sheet = first.getByRole('dialog', { name: 'Change order' })
    await sheet.getByLabel('Distance').fill('3')
    await sheet.getByRole('button', { name: 'Change' }).click()
    await expect(sheet).toHaveCount(0)
    await first.keyboard.press('Escape')
    await trails('3%', '4 lots')
    await cut()
    await trails('3%', '4 lots')
  })
  await test.step('its target closes half of it, and the stop covers the rest', async () => {
    await say(99_100)
    await trails('3%', '2 lots')
    await cut()
    await trails('3%', '2 lots')
  })
  await test.step('the stop closes the rest, once', async () => {
    await say(95_500)
    for (const page of pages) await expect(contract(page)).toHaveCount(0)
    const { body } = await annVenue.post('api/lever/my_trade', { status: 3 })
    const rows = fieldOf(fieldOf(body['message'], 'message'), 'data')
    const ends = Array.isArray(rows)
      ? rows.map((row: unknown) => [fieldOf(row, 'close_reason'), fieldOf(row, 'share')])
      : []
    expect(ends.toSorted()).toEqual([
      ['stop_loss', 2],
      ['take_profit', 2],
    ])
  })
})
