import { languages } from '#contract/wire/languages.ts'
import { deskPaths } from '#src/lib/paths/desk.ts'
import { startApp } from '#tests/support/app.ts'
import { chooseLanguage, turnToSettled } from '#tests/support/fit.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { crawl, faultsOf, isForVisitors, routes, turnAsVisitor } from '#tests/support/walk.ts'
import { axeFindings } from '../axe.ts'
import { expect, test } from '../kit.ts'
import { beginWith } from '../story.ts'

/**
 * Every route, and each kind of address that a page leads to, in each language, for members and for visitors, at both
 * sizes. What axe judges does not depend on the size: it looks once, on the phone.
 * Budget: three minutes for a language of members or visitors, 45 for all in two workers; measured times stand in
 * docs/proof.md.
 */
const budgetMs = 600_000

// One language knows nothing of another.
test.describe.configure({ mode: 'parallel' })
// Nothing to wait for between two pages.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** The inspector is there for developers alone, and has a journey of its own. */
const walked = routes.filter((route) => !route.startsWith('/inspector'))

for (const lang of languages) {
  test(`JOURNEY-25 a member finds every route whole: ${lang}`, async ({ page, at, app }, { project }) => {
    test.setTimeout(budgetMs)
    await beginWith(page, await registerAt(app.url))
    await page.goto(at('/'))
    await expect(page.locator('#page h1')).toBeVisible()
    await chooseLanguage(page, lang)
    const { faults, visited } = await crawl({
      page,
      lang,
      from: walked.filter((route) => !isForVisitors(route)),
      open: (link) => turnToSettled(page, link),
      ...(project.name === 'phone' && { also: () => axeFindings(page) }),
    })
    // The desk is there for operators alone.
    expect(faults).toEqual([`${lang} ${deskPaths.desk} no such page`])
    expect(visited.size).toBeGreaterThan(walked.length)
  })
  test(`JOURNEY-25 a visitor finds every route, or the login in its place, whole: ${lang}`, async ({ page, at }, {
    project,
  }) => {
    test.setTimeout(budgetMs)
    await beginWith(page, null)
    await page.goto(at('/pages/user/login/login'))
    await expect(page.locator('#page h1')).toBeVisible()
    await chooseLanguage(page, lang)
    // The login is the same page whatever it leads back to.
    const judged = new Set<string>()
    let inSight = ''
    const { faults } = await crawl({
      page,
      lang,
      from: walked,
      open: async (link) => (inSight = await turnAsVisitor(page, link)),
      ...(project.name === 'phone' && {
        also: async () => {
          if (judged.has(inSight)) return []
          judged.add(inSight)
          return axeFindings(page)
        },
      }),
    })
    expect(faults).toEqual([])
    expect(judged.size === 0 || judged.size > 10, [...judged].join(' ')).toBe(true)
  })
}

test('JOURNEY-25 an operator finds every part of the desk whole, in every language', async ({ page }, { project }) => {
  test.setTimeout(budgetMs)
  const operator = 'boss@kontor.test'
  await using app = await startApp({ env: { DESK_ACCOUNTS: operator } })
  await beginWith(page, await registerAt(app.url, operator))
  await page.goto(`${app.url.replace(/\/$/, '')}/#${deskPaths.desk}`)
  const tabs = page.getByRole('tablist').first().getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  const faults: string[] = []
  for (const lang of languages) {
    await chooseLanguage(page, lang)
    for (const tab of await tabs.all()) {
      await tab.click()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      const found = [...(await faultsOf(page)), ...(project.name === 'phone' ? await axeFindings(page) : [])]
      faults.push(...found.map((fault) => `${lang} ${new URL(page.url()).hash} ${fault}`))
    }
  }
  expect(faults).toEqual([])
  expect(await tabs.count()).toBeGreaterThan(8)
})
