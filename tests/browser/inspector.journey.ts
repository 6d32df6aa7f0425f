import { startApp } from '#tests/support/app.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { expect, test } from './kit.ts'
import { beginWith } from './story.ts'

test('INS-10 a developer opens the machines beside the app, reads the components, sees a page come and go, and drops the line', async ({
  page,
  complaints,
}) => {
  // A built client opens them only where the operator allows it.
  await using app = await startApp({ env: { INSPECTOR: '1' } })
  const user = await registerAt(app.url)
  await beginWith(page, user)
  await page.goto(`${app.url.replace(/\/$/, '')}/#/inspector`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inspector')
  const actors = page.getByRole('list', { name: 'Actors' })
  await expect(actors.getByRole('button', { name: /^connection/ })).toContainText('live')
  await actors.getByRole('button', { name: /^session/ }).click()
  await expect(page.getByRole('img', { name: /State chart of session, now in/ })).toBeVisible()
  await page.getByRole('radio', { name: 'Context' }).click()
  await expect(page.getByRole('region', { name: 'Context' })).toContainText('••••')
  expect(await page.locator('main, body').first().innerText()).not.toContain(user.token)

  await page.getByRole('link', { name: 'Components' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Button', exact: true })).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'Beside the app' }).click()
  const dock = page.getByRole('complementary', { name: 'Inspector' })
  await expect(page).toHaveTitle('Home · Kontor')
  await page.getByRole('link', { name: 'Spot' }).first().click()
  await expect(dock.getByRole('button', { name: /^spotOrders/ })).toBeVisible()
  await dock.getByRole('radio', { name: 'Network' }).click()
  await dock.getByRole('button', { name: 'Drop the socket' }).click()
  await dock.getByRole('radio', { name: 'Log' }).click()
  await dock.getByRole('searchbox', { name: 'Filter' }).fill('connection socket.closed')
  await expect(dock.getByRole('list', { name: 'Log' }).getByRole('listitem').first()).toContainText('"code":4000')
  await dock.getByRole('button', { name: 'Close' }).click()
  await expect(dock).toHaveCount(0)
  // The venue of this test stops before the page is closed.
  complaints.overlook = /net::ERR_|WebSocket/
})
