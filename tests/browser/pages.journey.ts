import { languages } from '#contract/wire/languages.ts'
import { allPaths } from '#src/lib/paths/known.ts'
import { chooseLanguage, lastingMisfits, mostSeen, turnToSettled } from '#tests/support/fit.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { axeFindings } from './axe.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, turnTo } from './story.ts'

const forVisitors = allPaths.filter((path) => path.includes('/login/'))
const inside = [...allPaths.filter((path) => !forVisitors.includes(path)), '/no/such/page']

const themes = ['dark', 'light'] as const

// Nothing to wait for between two pages: what moves is looked at by the journeys of the sheets.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Each page is visited once, without a reload, and looked at in both themes. */
const findingsAt = async (page: Page, route: string) => {
  await turnTo(page, route)
  await expect(page.locator('h1')).toBeVisible()
  const found: string[] = []
  for (const theme of themes) {
    await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme)
    // A theme changes colours and nothing else.
    found.push(...(await axeFindings(page, theme === 'dark' ? [] : ['color-contrast'])).map((finding) => `${route} ${theme} ${finding}`))
  }
  return found
}

for (const lang of ['en', 'hk']) {
  test(`AXE-1 pages without a login have no axe findings: ${lang}`, async ({ page, at }) => {
    await page.addInitScript((chosen) => localStorage.setItem('kontor.settings', JSON.stringify({ lang: chosen })), lang)
    await page.goto(at('/pages/user/login/login'))
    const found: string[] = []
    for (const route of forVisitors) found.push(...(await findingsAt(page, route)))
    expect(found).toEqual([])
  })
}

test('AXE-2 pages with a login have no axe findings', async ({ page, at, app }) => {
  test.setTimeout(300_000)
  await beginWith(page, await registerAt(app.url))
  await page.goto(at('/'))
  const found: string[] = []
  for (const route of inside) found.push(...(await findingsAt(page, route)))
  expect(found).toEqual([])
})

test('AXE-3 the pages that people see most fit on the narrowest screen in every language', async ({ page, at, app }) => {
  await page.setViewportSize({ width: 320, height: 760 })
  await beginWith(page, await registerAt(app.url))
  await page.goto(at('/'))
  const found: string[] = []
  for (const lang of languages) {
    await chooseLanguage(page, lang)
    for (const route of mostSeen) {
      await turnToSettled(page, route)
      found.push(...(await lastingMisfits(page)).map((misfit) => `${lang} ${route} ${misfit}`))
    }
  }
  expect(found).toEqual([])
})
