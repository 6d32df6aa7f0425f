import { expect, test } from './kit.ts'

test('SHELL-1 the app stands: it has a name, a page and the tabs', async ({ page, at }) => {
  await page.goto(at('/'))
  await expect(page).toHaveTitle(/.+/)
  await expect(page.locator('#root')).not.toBeEmpty()
  await expect(page.getByRole('navigation').first()).toBeVisible()
})
