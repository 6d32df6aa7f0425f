import { expect, test } from './kit.ts'
import { beginWith, countdownOn, newcomer } from './story.ts'

const roundMs = 60_000
/** Buying ends so long before the close: the lock, and the second an order needs on its way. */
const lockMs = 21_000

test('JOURNEY-12 clocks ten minutes ahead and behind show the same seconds, and never more than are left', async ({ browser, at, app }) => {
  const member = await newcomer(app.url)
  const pages = await Promise.all(
    [600_000, -600_000].map(async (wrongMs) => {
      const page = await (await browser.newContext()).newPage()
      await beginWith(page, member)
      await page.addInitScript((ms) => {
        const right = Date.now
        Date.now = () => right() + ms
      }, wrongMs)
      await page.goto(at('/pages/option/detail?market=BTC-USDT&product=option'))
      await expect(page.getByRole('timer')).toHaveText(/\d/)
      return page
    }),
  )
  /** What is left of the phase that the page names, by the clock of the venue, which is this machine's. */
  const truth = (label: string, now: number) => {
    const toClose = roundMs - (now % roundMs)
    return (label === 'Buying ends in' ? toClose - lockMs : toClose) / 1000
  }
  const agreed: boolean[] = []
  await expect
    .poll(
      async () => {
        const asked = Date.now()
        const shown = await Promise.all(pages.map(countdownOn))
        const told = Date.now()
        for (const { label, left } of shown) {
          // A paint is shown for a second at most; between two phases there is nothing to compare.
          const rest = truth(label, asked)
          if (rest > 2 && told - asked < 300) expect(left, `${label} ${left}, in truth ${rest}`).toBeLessThanOrEqual(rest + 1)
        }
        const [a, b] = shown
        if (a && b && a.label === b.label && a.left === b.left && a.left > truth(a.label, told) - 4) agreed.push(true)
        return agreed.length
      },
      { timeout: 30_000, intervals: [200] },
    )
    .toBeGreaterThanOrEqual(10)
  await Promise.all(pages.map((page) => page.context().close()))
})
