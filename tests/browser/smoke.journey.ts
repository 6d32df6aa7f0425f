import { expect, test } from './kit.ts'
import { beginWith, newUser } from './story.ts'

test('SHELL-1 the app starts: without a login it shows the login page, with one a page and the tabs', async ({ page, at, app }) => {
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
