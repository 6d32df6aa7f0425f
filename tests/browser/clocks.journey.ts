import { expect, test } from './kit.ts'
import { beginWith, countdownOn, expectNoMore, newUser, trulyLeft } from './story.ts'

test('JOURNEY-12 clocks ten minutes ahead and behind show the same remaining seconds, and never too many', async ({
  browser,
  at,
  app,
}) => {
  const member = await newUser(app.url)
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
  const agreed: boolean[] = []
  await expect
    .poll(
      async () => {
        const shown = await Promise.all(pages.map(countdownOn))
        expectNoMore(shown)
        const [a, b] = shown
        if (a && b && a.label === b.label && a.left === b.left && a.left > trulyLeft(a.label, a.atMs) - 4)
          agreed.push(true)
        return agreed.length
      },
      { timeout: 30_000, intervals: [200] },
    )
    .toBeGreaterThanOrEqual(10)
  await Promise.all(pages.map((page) => page.context().close()))
})
