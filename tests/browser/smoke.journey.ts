import { axeFindings } from './axe.ts'
import { expect, test } from './kit.ts'
import { wider } from '#tests/support/fit.ts'
import { beginWith, newUser, tradePage } from './story.ts'

test('SHELL-1 the app starts: without a login it shows the login page, with one a page and the tabs', async ({
  page,
  at,
  app,
}) => {
  await page.goto(at('/'))
  await expect(page).toHaveTitle(/.+/)
  await expect(page).toHaveURL(/pages\/user\/login\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const { token } = await newUser(app.url)
  await beginWith(page, { token })
  await page.reload()
  await expect(page).toHaveTitle('Home · Kontor')
  await expect(page.getByRole('navigation', { name: 'Main sections' })).toBeVisible()
})

test.describe('SHELL-2 on a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('SHELL-2 T44 the menu is a narrow rail that names its main entries, and opens for good, with all of them', async ({
    page,
    at,
    app,
  }) => {
    await beginWith(page, await newUser(app.url))
    await page.goto(at('/pages/assets/index'))
    const menu = page.getByRole('complementary', { name: 'Menu' })
    const toggle = menu.getByRole('button', { name: 'Menu' })
    const word = menu.getByText('Deposit', { exact: true })
    const minor = menu.getByRole('link', { name: 'Promotion' })
    const settled = () => expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const widthOf = async () => (await menu.boundingBox())?.width
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    expect(await widthOf()).toBe(64)
    const box = await word.boundingBox()
    expect((box?.x ?? 99) + (box?.width ?? 99)).toBeLessThanOrEqual(64)
    await expect(minor).toBeHidden()
    await menu.getByRole('link', { name: /^K\d+/ }).focus()
    await page.keyboard.press('Tab')
    await expect(menu.getByRole('link', { name: 'Deposit' })).toBeFocused()
    await settled()
    expect(await axeFindings(page)).toEqual([])

    await toggle.press('Enter')
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    expect(await widthOf()).toBe(220)
    await expect(minor).toBeVisible()
    await page.reload()
    await expect(toggle).toHaveAttribute('aria-expanded', 'true')
    await settled()
    expect(await axeFindings(page)).toEqual([])
    await toggle.click()
    expect(await widthOf()).toBe(64)
    await menu.getByRole('link', { name: 'Spot', exact: true }).click()
    await expect(page).toHaveURL(/pages\/trade\/index/)
  })
})

test('LOOK-6 the head of a sheet looks alike wherever it is opened', async ({ page, at, app }) => {
  await beginWith(page, await newUser(app.url))
  await page.goto(at('/pages/trade/index'))
  const { available, reviewLimit, review } = tradePage(page)
  await expect(available).toHaveText('10,000.00 USDT')
  const headOf = (name: string) =>
    page
      .getByRole('dialog')
      .getByRole('heading', { name })
      .evaluate((head) => {
        const { fontSize, color, padding, flexGrow } = getComputedStyle(head)
        return { fontSize, color, padding, flexGrow }
      })
  await page.getByRole('button', { name: /Choose a pair$/ }).click()
  const overPage = await headOf('Choose a pair')
  await page.keyboard.press('Escape')
  await reviewLimit('60000', '0.01')
  await expect(review).toBeVisible()
  expect(await headOf('Review order')).toEqual(overPage)
})

test('DOC-2 the reference fits the screen, and its search leaves what has all the words', async ({ page, app }) => {
  await page.goto(new URL('docs', app.url).href)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await wider(page)).toEqual([])
  const all = await page.getByRole('article').count()
  expect(all).toBeGreaterThan(200)
  await page.getByRole('searchbox').fill('cancel spot order')
  await expect(page.getByRole('status')).toHaveText(/^\d+ found$/)
  expect(await page.getByRole('article').count()).toBeLessThan(all / 4)
  await expect(page.getByRole('navigation').getByRole('link', { name: 'spot.cancel', exact: true })).toBeVisible()
  expect(await wider(page)).toEqual([])
})
