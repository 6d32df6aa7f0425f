import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '#tests/support/app.ts'
import { axeFindings } from './axe.ts'
import { expect, test as base, type Page } from './kit.ts'
import { beginWith, newUser, verified } from './story.ts'

/** The price of BTC is set by the test, in whole USDT. */
type Tape = { readonly file: string; readonly say: (price: number) => Promise<void> }

const test = base.extend<object, { tape: Tape }>({
  tape: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'tape-'))
      const file = join(folder, 'prices.json')
      const say = async (price: number) => {
        // Written atomically, because the server may be reading.
        await writeFile(`${file}.new`, JSON.stringify({ 'BTC-USDT': price * 100 }))
        await rename(`${file}.new`, file)
      }
      await say(96_000)
      await use({ file, say })
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  app: [
    async ({ tape }, use) => {
      await using app = await startApp({ env: { PRICE_FILE: tape.file } })
      await use(app)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const isClean = async (page: Page) => expect(await axeFindings(page)).toEqual([])
const numberIn = (text: string, before: RegExp) =>
  Number((before.exec(text)?.[1] ?? 'none').replace(/[,+]/g, '').replace('−', '-'))

/** Page object of the lever page. */
const contractPage = (page: Page) => {
  const form = page.getByRole('form', { name: 'Order form' })
  const review = page.getByRole('dialog', { name: /^(?:Review contract|Contract opened|Order placed)$/ })
  return {
    form,
    lots: form.getByRole('textbox', { name: 'Lots' }),
    contract: page.getByRole('article', { name: 'BTC/USDT Long 10×' }),
    shelf: (name: RegExp) => page.getByRole('region', { name: 'My contracts' }).getByRole('tab', { name }),
    /** Opens a position with the current form and closes the review. */
    open: async (done: string) => {
      await page.getByRole('button', { name: 'Open long' }).click()
      await review.getByRole('button', { name: 'Confirm long' }).click()
      await expect(review.getByRole('heading', { name: done })).toBeVisible()
      await review.getByRole('button', { name: 'Done' }).click()
      await expect(review).toHaveCount(0)
    },
  }
}

test('JOURNEY-11 the price moves: profit follows, a stop fires, a limit entry opens, an account is warned and then liquidated', async ({
  page,
  at,
  app,
  tape,
}) => {
  test.setTimeout(180_000)
  await tape.say(96_000)
  const member = await newUser(app.url)
  await verified(member.venue)
  await beginWith(page, member)
  await page.goto(at('/pages/option/detail?market=BTC-USDT'))
  const { form, lots, contract, shelf, open } = contractPage(page)
  await expect(form.getByText('1,000.00 USDT')).toBeVisible()

  await test.step('the profit is always that of the mark beside it', async () => {
    await lots.fill('5')
    await form.getByRole('button', { name: 'Take profit / stop loss' }).click()
    const stops = page.getByRole('dialog', { name: 'Take profit / stop loss' })
    await stops.getByRole('textbox', { name: 'Stop loss' }).fill('94000')
    await stops.getByRole('button', { name: 'Done' }).click()
    await open('Contract opened')
    await expect(contract).toContainText('Stop loss94,000')
    await tape.say(97_000)
    await expect(contract).toContainText(/PnL\+/)
    const text = (await contract.innerText()).replace(/\s+/g, ' ')
    const [profit, entry, mark] = [/Gross PnL (\S+) USDT/, /Entry price (\S+)/, /Mark price (\S+)/].map((each) =>
      numberIn(text, each),
    )
    expect(Math.abs((profit ?? NaN) - ((mark ?? NaN) - (entry ?? NaN)) * 0.05), text).toBeLessThan(0.02)
    await isClean(page)
  })

  await test.step('the first mark beyond the stop closes it', async () => {
    await tape.say(93_500)
    await expect(contract).toHaveCount(0)
    await shelf(/^History/).click()
    await expect(contract).toContainText('Stop loss')
    await expect(contract).toContainText(/Realised PnL \(net\)[-−]/)
  })

  await test.step('an entry waits for its price and opens at that or better', async () => {
    await form.getByLabel('Order type').selectOption('limit')
    await form.getByRole('textbox', { name: 'Limit price' }).fill('92000')
    await lots.fill('5')
    await open('Order placed')
    await shelf(/^Pending/).click()
    await expect(contract).toContainText('Waiting')
    await tape.say(91_000)
    await expect(contract).toHaveCount(0)
    await shelf(/^Positions/).click()
    await expect(contract).toContainText('Entry price')
    expect(numberIn((await contract.innerText()).replace(/\s+/g, ' '), /Entry price (\S+)/)).toBeLessThanOrEqual(92_000)
  })

  await test.step('it is closed by hand', async () => {
    await contract.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
    await expect(contract).toHaveCount(0)
  })

  await test.step('the account is warned on the way down, and closed at the end of it', async () => {
    const banner = page.getByText(/^Margin ratio .* all positions are liquidated/)
    await form.getByLabel('Order type').selectOption('market')
    await lots.fill('7')
    await open('Contract opened')
    await expect(contract).toBeVisible()
    await expect(banner).toHaveCount(0)
    await tape.say(85_500)
    await expect(banner).toBeVisible()
    await expect(contract).toBeVisible()
    await isClean(page)
    await tape.say(82_500)
    await expect(contract).toHaveCount(0)
    await expect(banner).toHaveCount(0)
    await shelf(/^History/).click()
    await expect(contract.first()).toContainText('Liquidated')
    await isClean(page)
  })
})
