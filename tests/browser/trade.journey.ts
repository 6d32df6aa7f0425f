import { randomUUID } from 'node:crypto'
import { expect, test } from './kit.ts'
import { beginWith, fillCode, ordersOf, tradePage } from './story.ts'

const numberOf = (text: string) => Number(text.replace(/[^\d.]/g, ''))

test('JOURNEY-1 a new user registers, trades, cancels, reloads and changes the language', async ({ page, at, app }) => {
  const mail = `${randomUUID().slice(0, 8)}@kontor.test`
  await beginWith(page, null)

  await test.step('registers with a code', async () => {
    await page.goto(at('/pages/user/login/choose'))
    await page.getByRole('button', { name: 'Sign up with email' }).or(page.getByRole('link', { name: 'Sign up with email' })).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(mail)
    await fillCode(page)
    await page.getByLabel('I have read and accept the').check()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill('Tides of 9 harbours')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  })
  await test.step('is logged in by that', () => expect(page).toHaveURL(/pages\/index\/index/))

  const { form, price, quantity, spend, kind, available, review, confirm, openReview, order, shelf } = tradePage(page)
  await test.step('a limit order rests, and is cancelled', async () => {
    await page.getByRole('link', { name: 'Spot', exact: true }).first().click()
    await expect(price).not.toHaveValue('')
    await expect(available).toHaveText('10,000 USDT')
    await price.fill('60000')
    await quantity.fill('0.01')
    await openReview()
    await expect(review).toContainText('600 USDT')
    await confirm.click()
    await expect(review).toContainText('Order placed')
    await review.getByRole('button', { name: 'Done' }).click()
    await expect(order('BTC/USDT Limit')).toContainText('Waiting')
    await expect(available).toHaveText('9,400 USDT')
    await order('BTC/USDT Limit').getByRole('button', { name: 'Cancel' }).click()
    await expect(order('BTC/USDT Limit')).toHaveCount(0)
    await expect(available).toHaveText('10,000 USDT')
  })

  await test.step('a market order fills', async () => {
    await kind.selectOption('market')
    await spend.fill('500')
    await form.getByRole('button', { name: 'Buy BTC' }).click()
    await confirm.click()
    await expect(review).toContainText('filled at')
    await review.getByRole('button', { name: 'Done' }).click()
    await expect.poll(async () => numberOf(await available.innerText())).toBeLessThan(9501)
    await shelf('History').click()
    await expect(order('BTC/USDT Market')).toBeVisible()
    await expect(order('BTC/USDT Limit')).toContainText('Cancelled by you')
  })

  const left = await available.innerText()
  await test.step('after a reload everything is as it was', async () => {
    await page.reload()
    await expect(available).toHaveText(left)
    await shelf('History').click()
    await expect(order('BTC/USDT Market')).toHaveCount(1)
    await expect(order('BTC/USDT Limit')).toHaveCount(1)
  })

  await test.step('a change of language keeps what is typed', async () => {
    await kind.selectOption('limit')
    await price.fill('61234.5')
    await quantity.fill('0.025')
    await page.goto(at('/pages/settings/language/language'))
    await page.getByRole('radio', { name: '繁體中文' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
    await page.goBack()
    await expect(page.getByRole('textbox').and(page.locator('[name=price]'))).toHaveValue('61,234.5')
    await expect(page.locator('[name=amount]')).toHaveValue('0.025')
    await page.goto(at('/pages/settings/language/language'))
    await page.getByRole('radio', { name: 'English' }).click()
    await page.goBack()
    await expect(price).toHaveValue('61,234.5')
    await expect(quantity).toHaveValue('0.025')
  })

  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('kontor.session') ?? '{}').token)
  expect((await ordersOf(app.url, String(token))).map(({ status }) => status).toSorted()).toEqual([2, 3])
})
