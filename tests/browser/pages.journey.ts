import { routes } from '#src/app/routes.ts'
import { allPaths } from '#src/lib/paths/known.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './kit.ts'

const closed = new Set(routes.filter(({ namespaces }) => namespaces.includes('not-open')).map(({ path }) => path))
const open = allPaths.filter((path) => !closed.has(path))
const asyncCtx = open.filter((path) => path.includes('/login/'))
/** One page represents all that are not open yet. */
const inside = [...open.filter((path) => !asyncCtx.includes(path)), ...[...closed].slice(0, 1), '/no/such/page']

/** A page is loaded when a new heading appears. */
const findingsAt = async (page: Parameters<typeof axeFindings>[0], route: string) => {
  await page.evaluate((hash) => {
    if (location.hash === hash) return
    for (const heading of document.querySelectorAll('h1')) heading.dataset['before'] = 'yes'
    location.hash = hash
  }, `#${route}`)
  await expect(page.locator('h1:not([data-before])')).toBeVisible()
  return (await axeFindings(page)).map((finding) => `${route} ${finding}`)
}

for (const [lang, theme] of [['en', 'dark'], ['en', 'light'], ['hk', 'dark'], ['hk', 'light']] as const) {
  test(`AXE-1 pages without a login have no axe findings: ${lang}, ${theme}`, async ({ page, at }) => {
    await page.addInitScript((chosen) => localStorage.setItem('kontor.settings', JSON.stringify(chosen)), { lang, theme })
    await page.goto(at('/pages/user/login/login'))
    const found: string[] = []
    for (const route of asyncCtx) found.push(...(await findingsAt(page, route)))
    expect(found).toEqual([])
  })
}

for (const theme of ['dark', 'light']) {
  test(`AXE-2 pages with a login have no axe findings: ${theme}`, async ({ page, at, app }) => {
    test.setTimeout(180_000)
    const { token } = await registerAt(app.url)
    await page.addInitScript(
      ([known, chosen]) => {
        localStorage.setItem('kontor.session', JSON.stringify({ token: known, chatToken: null }))
        localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en', theme: chosen }))
      },
      [token, theme],
    )
    await page.goto(at('/'))
    const found: string[] = []
    for (const route of inside) found.push(...(await findingsAt(page, route)))
    expect(found).toEqual([])
  })
}
