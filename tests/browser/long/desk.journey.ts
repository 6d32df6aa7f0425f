import type { Browser } from '@playwright/test'
import { startApp } from '#tests/support/app.ts'
import { fieldOf, registerAt, venueClient } from '#tests/support/venue-client.ts'
import type { Theme } from '#src/lib/theme.ts'
import { axeFindings } from '../axe.ts'
import { expect, test, type Page } from '../kit.ts'
import { beginWith } from '../story.ts'
import { receipt } from './otc-people.ts'

const people = ['olivia@kontor.test', 'oscar@kontor.test'] as const

const themes: readonly Theme[] = ['dark', 'light']
const lookedAt = async (page: Page) => {
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
    found.push(...(await axeFindings(page)))
  }
  expect(found).toEqual([])
}

const sizeOf = (isMobile: boolean) => (isMobile ? { width: 390, height: 844 } : { width: 1280, height: 800 })
const windowFor = async (browser: Browser, isMobile: boolean, token: string) => {
  const context = await browser.newContext({ viewport: sizeOf(isMobile), locale: 'en-GB', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await beginWith(page, { token })
  return page
}

test('DESK-30 a fee is proposed by one and changes nothing, until another, who is told that they share a device, passes it; the log says both', async ({
  browser,
  isMobile,
}) => {
  await using app = await startApp({ env: { DEMO_REVIEW: '0', DESK_ACCOUNTS: people.join(',') } })
  const at = (route: string) => `${app.url.replace(/\/$/, '')}/#${route}`
  const tokens = await Promise.all(people.map(async (mail) => (await registerAt(app.url, mail)).token))
  const [olivia, oscar] = await Promise.all(tokens.map((token) => windowFor(browser, isMobile, token)))
  if (!olivia || !oscar) throw new Error('two operators')
  await olivia.goto(at('/pages/desk/index?tab=settings'))
  const row = olivia.getByRole('row', { name: /^Spot fee/ })
  await row.getByRole('button', { name: 'Change' }).click()
  const sheet = olivia.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Value' }).fill('0.002')
  await expect(sheet.getByText('0.001 → 0.002')).toBeVisible()
  await expect(sheet.getByText(/^This change takes two people/)).toBeVisible()
  await lookedAt(olivia)
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Season.')
  await sheet.getByRole('button', { name: 'Propose' }).click()
  await expect(row.getByRole('cell', { name: '0.001', exact: true }).first()).toBeVisible()
  await lookedAt(olivia)
  await row.getByRole('link', { name: 'A change waits for a second person' }).click()
  const mine = olivia.getByRole('complementary', { name: 'Decide' })
  await expect(mine.getByRole('button', { name: 'Reject' })).toBeVisible()
  await expect(mine.getByRole('button', { name: 'Pass' })).toHaveCount(0)

  await oscar.goto(at('/pages/desk/index?tab=change'))
  await oscar.getByRole('button', { name: /^Spot fee/ }).click()
  const theirs = oscar.getByRole('complementary', { name: 'Decide' })
  await expect(theirs.getByText(/^You are tied to K\d+ · \d+ \(same device\)/)).toBeVisible()
  await lookedAt(oscar)
  await theirs.getByRole('button', { name: 'Pass' }).last().click()
  await expect(oscar.getByText('Decision saved')).toBeVisible()
  await oscar.goto(at('/pages/desk/index?tab=settings'))
  await expect(oscar.getByRole('row', { name: /^Spot fee/ }).getByText('0.002')).toBeVisible()
  await oscar.goto(at('/pages/desk/index?tab=log'))
  await expect(oscar.getByText('0.001 → 0.002')).toHaveCount(2)
  await expect(oscar.getByText(/^Tied to K\d+ · \d+ \(same device\)$/)).toHaveCount(1)
  await lookedAt(oscar)
})

test('DESK-22 a deposit above the setting takes two people: the first is refused a second time, the other passes it, the log names both', async ({
  browser,
  isMobile,
}) => {
  await using app = await startApp({ env: { DEMO_REVIEW: '0', DESK_ACCOUNTS: people.join(',') } })
  const at = (route: string) => `${app.url.replace(/\/$/, '')}/#${route}`
  const ann = await registerAt(app.url)
  const venue = venueClient(app.url, ann.token)
  await venue.post('api/user/cash_save', { real_name: 'Ann Lee', bank_name: 'HSBC', bank_account: '6225888888888888' })
  const usdt = async () => {
    const cells: unknown = fieldOf(
      fieldOf((await venue.post('api/wallet/list', { currency_name: '' })).body['message'], 'change_wallet'),
      'balance',
    )
    return Array.isArray(cells)
      ? String(
          fieldOf(
            cells.find((cell) => fieldOf(cell, 'currency_name') === 'USDT'),
            'change_balance',
          ),
        )
      : ''
  }
  const windowOf = (token: string) => windowFor(browser, isMobile, token)
  const person = await windowOf(ann.token)
  await person.goto(at('/pages/assets/deposit/charge2'))
  await person.getByRole('textbox', { name: 'Amount paid' }).fill('90000')
  await person.locator('input[type="file"]').first().setInputFiles(receipt)
  await expect(person.getByText(/^1 USDT = /)).toBeVisible()
  await person.getByRole('button', { name: 'Review deposit' }).click()
  await person.getByRole('dialog').getByRole('button', { name: 'Submit deposit' }).click()
  await expect(person.getByRole('dialog').getByText('Deposit submitted')).toBeVisible()

  const [olivia, oscar] = [
    await windowOf((await registerAt(app.url, people[0])).token),
    await windowOf((await registerAt(app.url, people[1])).token),
  ]
  const openCase = async (page: Page) => {
    await page.goto(at('/pages/desk/index?tab=deposit'))
    await page.getByRole('button', { name: /USDT.*HSBC · Ann Lee/ }).click()
    return page.getByRole('complementary', { name: 'Decide' })
  }
  const first = await openCase(olivia)
  await expect(first.getByText(/^This case takes two people/)).toBeVisible()
  await lookedAt(olivia)
  await first.getByRole('textbox', { name: 'Arrived' }).fill('11400')
  await first.getByRole('button', { name: 'Approve' }).click()
  await expect(olivia.getByText('Approved. A second person passes it.')).toBeVisible()
  expect(await usdt()).toBe('10000')

  // The same person once more: refused in words, and nothing moves.
  const again = await openCase(olivia)
  await again.getByRole('button', { name: 'Pass' }).last().click()
  await expect(again.getByRole('alert')).toBeVisible()
  expect(await usdt()).toBe('10000')
  await lookedAt(olivia)

  const second = await openCase(oscar)
  await expect(second.getByText(/^Approved by K\d+, /)).toBeVisible()
  await lookedAt(oscar)
  await second.getByRole('button', { name: 'Pass' }).last().click()
  await expect(oscar.getByText('Decision saved')).toBeVisible()
  await expect.poll(usdt).not.toBe('10000')

  await oscar.goto(at('/pages/desk/index?tab=log'))
  await expect(oscar.getByText('First approval').first()).toBeVisible()
  await lookedAt(oscar)
})
