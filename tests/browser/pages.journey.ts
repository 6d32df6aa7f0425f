import { languages } from '#contract/wire/languages.ts'
import { chooseLanguage, lastingMisfits, mostSeen, smallTargets, turnToSettled } from '#tests/support/fit.ts'
import { partOf } from '#tests/support/parts.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { faultsOf, routes } from '#tests/support/walk.ts'
import { axeFindings } from './axe.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, turnTo } from './story.ts'

const forVisitors = routes.filter((path) => path.includes('/login/'))
const inside = [...routes.filter((path) => !forVisitors.includes(path)), '/no/such/page']

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
    found.push(
      ...(await axeFindings(page, theme === 'dark' ? [] : ['color-contrast'])).map(
        (finding) => `${route} ${theme} ${finding}`,
      ),
    )
  }
  return found
}

for (const lang of ['en', 'hk']) {
  test(`AXE-1 pages without a login have no axe findings: ${lang}`, async ({ page, at }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('kontor.settings', JSON.stringify({ lang: chosen })),
      lang,
    )
    await page.goto(at('/pages/user/login/login'))
    const found: string[] = []
    for (const route of forVisitors) found.push(...(await findingsAt(page, route)))
    expect(found).toEqual([])
  })
}

test('AXE-2 pages with a login, half of them in a run, have no axe findings', async ({ page, at, app }) => {
  test.setTimeout(300_000)
  await beginWith(page, await registerAt(app.url))
  await page.goto(at('/'))
  const found: string[] = []
  for (const route of partOf(inside, 2)) found.push(...(await findingsAt(page, route)))
  expect(found).toEqual([])
})

for (const lang of partOf(languages, 3))
  test(`AXE-3 the pages that people see most fit on narrow screens in every language: ${lang}`, async ({
    page,
    at,
    app,
  }) => {
    await beginWith(page, await registerAt(app.url))
    await page.goto(at('/'))
    await chooseLanguage(page, lang)
    // The fonts of other machines are wider than those of this one.
    await page.evaluate(() => (document.body.style.letterSpacing = '0.05em'))
    const found: string[] = []
    for (const route of mostSeen) {
      await turnToSettled(page, route)
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 760 })
        found.push(...(await lastingMisfits(page)).map((misfit) => `${width} ${route} ${misfit}`))
      }
    }
    expect(found).toEqual([])
  })

test('LOOK-8 a larger text, chosen in the settings or in the browser, is larger everywhere and fits the pages that people see most', async ({
  page,
  at,
  app,
}) => {
  test.setTimeout(180_000)
  await beginWith(page, await registerAt(app.url))
  await page.goto(at('/pages/settings/index'))
  const label = page.getByRole('button', { name: /^Text size/ })
  const sizeNow = () => label.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize))
  const before = await sizeNow()
  await label.click()
  await page.getByRole('radio', { name: 'Largest' }).click()
  await expect.poll(sizeNow).toBeCloseTo(before * 1.3, 0)
  await page.reload()
  await expect.poll(sizeNow).toBeCloseTo(before * 1.3, 0)
  const found: string[] = []
  for (const route of mostSeen) {
    await turnToSettled(page, route)
    // A button may then take two lines.
    found.push(
      ...(await lastingMisfits(page))
        .filter((misfit) => !misfit.startsWith('two lines'))
        .map((misfit) => `${route} ${misfit}`),
    )
  }
  expect(found).toEqual([])
})

test('LOOK-5 a finger reaches what is pressed on a height of 44 px', async ({ page, at, app }) => {
  await beginWith(page, await registerAt(app.url))
  await page.goto(at('/'))
  for (const route of mostSeen) {
    await turnToSettled(page, route)
    // What the venue tells a moment later moves what stands below it.
    await expect.poll(async () => (await smallTargets(page)).map((target) => `${route} ${target}`)).toEqual([])
  }
})

test('LOOK-5 so it does before the login', async ({ page, at }) => {
  await beginWith(page, null)
  await page.goto(at('/pages/user/login/login'))
  const found: string[] = []
  for (const route of forVisitors) {
    await turnToSettled(page, route)
    found.push(...(await smallTargets(page)).map((target) => `${route} ${target}`))
  }
  expect(found).toEqual([])
})

test('LOOK-5 what a finger would miss is found when it is planted', async ({ page }) => {
  await page.setContent(
    '<p style="margin:80px 0"><button type="button" style="height:30px">Small</button></p><button type="button" style="height:44px;margin:20px">Large</button>',
  )
  expect(await smallTargets(page)).toHaveLength(1)
})

/** A page with one fault of each kind that the walks look for; without them it is whole. */
const fixture = (
  isWhole: boolean,
) => `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Fixture</title>
  <body style="margin:0"><main id="page"><h1>Help</h1>
  <p style="${isWhole ? '' : 'width:500px'}">A line of help</p>
  <p style="width:90px;overflow:hidden;white-space:nowrap"
  >${isWhole ? 'Short' : 'A title that is longer than its place'}</p>
  <div style="width:90px"><button type="button" onclick="0" style="width:90px"
  >${isWhole ? 'Read' : 'Read the whole text of this help'}</button></div>
  <input type="search"${isWhole ? ' aria-label="Search"' : ''}>
  <div style="position:relative;height:40px"><span style="position:absolute">First text</span
  >${isWhole ? '' : '<span style="position:absolute">Other text</span>'}</div>
  <div style="height:18px;overflow:hidden"><p style="margin:0"><i>First line</i><br
  ><i>A second one, never seen</i></p></div>
  <p style="margin:0">Below</p>
  <a ${isWhole ? 'href="#/pages/help/center/center"' : 'href="#"'}>Next</a>
  ${isWhole ? '' : '<span>help.titles.next</span> <span>NaN USDT</span>'}
</main></body></html>`

test('AXE-4 what is planted is found: an overflow, a cut text, a button of two lines, texts on each other, a missing label, a dead link, the name of a sentence', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 760 })
  const findings = async (isWhole: boolean) => {
    await page.setContent(fixture(isWhole))
    // What React gives to an element, as the walk reads it.
    await page.evaluate(
      (hears) =>
        document
          .querySelectorAll('button')
          .forEach((each) => Object.assign(each, { __reactProps$x: hears ? { onClick: () => {} } : {} })),
      isWhole,
    )
    return [...(await lastingMisfits(page)), ...(await faultsOf(page)), ...(await axeFindings(page, ['label']))]
      .map((line) => line.split(': ')[0])
      .toSorted()
  }
  expect(await findings(true)).toEqual([])
  expect(await findings(false)).toEqual([
    'NaN USDT',
    'does not fit',
    'does nothing',
    'does nothing',
    'help.titles.next',
    'is 500 wide on a screen of 320',
    'label',
    'on each other',
    'two lines',
    'wider than the screen',
  ])
})
