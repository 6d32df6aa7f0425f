import { registerAt } from '#tests/support/venue-client.ts'
import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { expect, test } from './kit.ts'

// A picture of one pixel.
const photo = {
  name: 'a.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const enter = async (page: Page, url: string) => {
  const { token } = await registerAt(url)
  await page.addInitScript((known) => {
    localStorage.setItem('kontor.session', JSON.stringify({ token: known, chatToken: null }))
    localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en' }))
  }, token)
}
const isClean = async (page: Page) => expect(await axeFindings(page)).toEqual([])

test('TRF-2 a share of the balance is transferred to the other account and is listed in the records', async ({
  page,
  at,
  app,
}) => {
  await enter(page, app.url)
  await page.goto(at('/pages/assets/transfer/index'))
  await page.getByRole('button', { name: '25%' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,500')
  await page.getByRole('button', { name: 'Transfer', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(/^10,000(?:.00)?(?: USDT)? → 7,500(?:.00)? USDT$/)).toBeVisible()
  await isClean(page)
  await sheet.getByRole('button', { name: 'Confirm transfer' }).click()
  await expect(sheet.getByText('Transferred')).toBeVisible()
  await isClean(page)
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Available 7,500.00 USDT')).toBeVisible()
  await page.getByRole('button', { name: 'Transfer records' }).click()
  await expect(page.getByText('−2,500.00 USDT')).toBeVisible()
  await expect(page.getByText('+2,500.00 USDT')).toBeVisible()
})

test('KYC-3 rejected, submitted again, passed by push; then photos that survive a reload; and a return to the first page', async ({
  page,
  at,
  app,
}) => {
  await enter(page, app.url)
  await page.goto(at('/pages/verification/index?backpage=%2Fpages%2Fassets%2Findex&level=2'))
  await page.getByRole('link', { name: 'Start' }).click()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ann Lee')
  await page.getByRole('combobox', { name: 'Country or region' }).selectOption({ label: 'Japan' })
  await page.getByRole('textbox', { name: 'ID number' }).fill('A12')
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByText('Under review')).toBeVisible()
  await isClean(page)
  await expect(page.getByText('Your details were not accepted.')).toBeVisible()
  const card = `A${Date.now()}`
  await page.getByRole('textbox', { name: 'ID number' }).fill(card)
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  await isClean(page)

  await page.goto(at('/pages/verification/advanced?backpage=%2Fpages%2Fassets%2Findex&level=2'))
  await page.getByRole('textbox', { name: 'ID number' }).fill(card)
  await page.getByRole('textbox', { name: 'Contact address' }).fill('1 Long Road')
  for (const label of ['Document, front', 'Document, back', 'You, holding the document']) {
    await page.getByLabel(label).and(page.locator('input')).setInputFiles(photo)
    await expect(page.getByRole('img', { name: label })).toBeVisible()
  }
  await isClean(page)
  await page.reload()
  await expect(page.getByRole('img', { name: 'Document, back' })).toBeVisible()
  await page.getByRole('button', { name: 'Submit for review' }).click()
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/assets\/index/)
})
