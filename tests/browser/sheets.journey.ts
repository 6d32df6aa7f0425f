import { axeFindings } from './axe.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, newUser, tradePage } from './story.ts'

/** The axe findings of the open layer, which is then closed by Escape. */
const look = async (page: Page, name: string) => {
  const layer = page.locator('dialog[open]')
  await expect(layer).toBeVisible()
  const findings = await axeFindings(page)
  await page.keyboard.press('Escape')
  await expect(layer).toHaveCount(0)
  return findings.map((finding) => `${name}: ${finding}`)
}

type Layer = { readonly name: string; readonly route: string; readonly open: (page: Page) => Promise<void> }
const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click()

const asyncCtx: readonly Layer[] = [
  { name: 'country code', route: '/pages/user/login/register', open: press(/^Country code/) },
  { name: 'agreement', route: '/pages/user/login/register', open: press('User Agreement') },
]
const inside: readonly Layer[] = [
  { name: 'pairs', route: '/pages/trade/index', open: press(/Choose a pair$/) },
  { name: 'indicators', route: '/pages/trade/kline', open: press('Indicators') },
  { name: 'chart lines', route: '/pages/trade/kline', open: press('Lines') },
  { name: 'valuation', route: '/pages/settings/index', open: press(/^Valuation/) },
  { name: 'theme', route: '/pages/settings/index', open: press(/^Theme/) },
  { name: 'rise colour', route: '/pages/settings/index', open: press(/^Price colours/) },
  { name: 'about', route: '/pages/settings/index', open: press(/^About/) },
  { name: 'nickname', route: '/pages/settings/account/index', open: press(/nickname/i) },
  { name: 'log out', route: '/pages/settings/account/index', open: press('Log out') },
  {
    name: 'connection',
    route: '/pages/index/index',
    open: async (page) => page.locator('#page').getByRole('button', { name: 'Live' }).click(),
  },
]
/** On desktops it is docked at the side and is checked with every page. */
const menu: Layer = { name: 'menu', route: '/pages/index/index', open: press('Open menu') }

const walk = async (page: Page, at: (route: string) => string, layers: readonly Layer[]) => {
  const found: string[] = []
  for (const { name, route, open } of layers) {
    await page.goto(at(route))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await open(page)
    found.push(...(await look(page, name)))
  }
  return found
}

for (const theme of ['dark', 'light'] as const) {
  test(`JOURNEY-9 sheets without a login have no axe findings: ${theme}`, async ({ page, at }) => {
    await beginWith(page, null, theme)
    expect(await walk(page, at, asyncCtx)).toEqual([])
  })

  test(`JOURNEY-9 sheets with a login have no axe findings: ${theme}`, async ({ page, at, app, isMobile }) => {
    await beginWith(page, await newUser(app.url), theme)
    expect(await walk(page, at, isMobile ? [...inside, menu] : inside)).toEqual([])
  })

  test(`JOURNEY-9 the review, its outcome and the cancel-all confirmation have no axe findings: ${theme}`, async ({
    page,
    at,
    app,
  }) => {
    await beginWith(page, await newUser(app.url), theme)
    await page.goto(at('/pages/trade/index'))
    const { available, reviewLimit, review, confirm, orders } = tradePage(page)
    await expect(available).toHaveText('10,000.00 USDT')
    await reviewLimit('60000', '0.01')
    const found = [...(await axeFindings(page))]
    await confirm.click()
    await expect(review).toContainText('Order placed')
    found.push(...(await look(page, 'verdict')))
    await orders.getByRole('button', { name: 'Cancel all' }).click()
    expect([...found, ...(await look(page, 'cancel all'))]).toEqual([])
  })
}

test('TAP-5 a second tap that falls on the button which has just taken the place of the first does nothing', async ({
  page,
  at,
  app,
}) => {
  await beginWith(page, await newUser(app.url))
  await page.goto(at('/pages/assets/transfersd/index'))
  await page.getByRole('textbox', { name: 'Amount' }).fill('100')
  await expect(page.getByRole('timer').first()).toBeVisible()
  await page.getByRole('button', { name: 'Review exchange' }).click()
  const sheet = page.getByRole('dialog')
  const confirm = sheet.getByRole('button', { name: 'Exchange now' })
  const { x = 0, y = 0, width = 0, height = 0 } = (await confirm.boundingBox()) ?? {}
  // The second tap comes in the moment in which the receipt shows its button.
  await page.evaluate(
    ([left, top]) => {
      const tapAgain = (_: unknown, self: MutationObserver) => {
        if (!document.querySelector('dialog[open]')?.textContent.includes('Done')) return
        self.disconnect()
        const under = document.elementFromPoint(left, top)?.closest('button')
        if (under) under.click()
      }
      new MutationObserver(tapAgain).observe(document.body, { childList: true, subtree: true, characterData: true })
    },
    [x + width / 2, y + height / 2] as const,
  )
  await confirm.click()
  await expect(sheet.getByRole('heading', { name: 'Exchanged' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page.getByText('Available 9,900')).toBeVisible()
})
