import { registerAt } from '#tests/support/venue-client.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './kit.ts'

test('LCH-10 a newcomer subscribes to a new coin: finds it, reviews it, and sees it pass without a reload', async ({
  page,
  at,
  app,
}) => {
  const { token } = await registerAt(app.url)
  await page.addInitScript((known) => {
    localStorage.setItem('kontor.session', JSON.stringify({ token: known, chatToken: null }))
    localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en' }))
  }, token)
  await page.goto(at('/pages/publication/index'))
  await expect(page.getByRole('link', { name: /ARC/ })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: /ARC/ }).click()
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.getByRole('textbox', { name: 'You pay' }).fill('100')
  await page.getByRole('button', { name: 'Review subscription' }).click()
  const sheet = page.getByRole('dialog')
  expect(await axeFindings(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Submit' }).click()
  await expect(sheet.getByText('Subscription submitted')).toBeVisible()
  await sheet.getByRole('button', { name: 'Done' }).click()
  const order = page.getByRole('listitem').filter({ hasText: '200 ARC' })
  await expect(order).toContainText('Passed', { timeout: 30_000 })
  expect(await axeFindings(page)).toEqual([])
})
