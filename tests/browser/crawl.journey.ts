import { languages } from '#contract/wire/languages.ts'
import { chooseLanguage, turnToSettled } from '#tests/support/fit.ts'
import { partOf } from '#tests/support/parts.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { crawl, faultsOf, isForVisitors, look, ofEachPart, routes, turnAsVisitor } from '#tests/support/walk.ts'
import { expect, test } from './kit.ts'
import { faultsOfTold, heard, listen, pricesAt } from '#tests/support/read-numbers.ts'
import { tradedPeople } from './long/traded.ts'
import { lookName } from './press-each.ts'
import { beginWith } from './story.ts'

test('JOURNEY-15 FORMAT-8 every link of the app leads somebody who has traded to a page that says what it should, in numbers written by the law', async ({
  page,
  at,
  app,
}) => {
  test.setTimeout(400_000)
  const { ann, links } = await tradedPeople(app.url)
  const known = { lang: 'en', prices: await pricesAt(app.url) }
  await beginWith(page, ann)
  await page.goto(at('/'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link').first()).toBeVisible()
  const menu = await look(page)
  expect(menu.faults).toEqual([])
  await page.goBack()
  const { faults, visited } = await crawl({
    page,
    lang: 'en',
    from: ['/', ...menu.links, ...links],
    open: (link) => turnToSettled(page, link),
    also: async () => {
      await page.evaluate(listen, lookName)
      return faultsOfTold(await page.evaluate(heard, lookName), known)
    },
  })
  expect(faults).toEqual([])
  expect(visited.size).toBeGreaterThan(60)
})

test('JOURNEY-19 every route, half of them in a run, is whole on a desk, each in a language of its own turn', async ({
  page,
  at,
  app,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await beginWith(page, await registerAt(app.url))
  await page.goto(at('/'))
  const faults: string[] = []
  for (const [turn, lang] of languages.entries()) {
    await chooseLanguage(page, lang)
    for (const route of partOf(routes, 2).filter(
      (each, index) => index % languages.length === turn && !isForVisitors(each),
    )) {
      await turnToSettled(page, route)
      faults.push(...(await faultsOf(page)).map((fault) => `${lang} ${route} ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

test('JOURNEY-20 a visitor who opens a route of any part sees it or the login, whole, each in a language of its own turn', async ({
  page,
  at,
}) => {
  await page.addInitScript(() => localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'hk' })))
  await page.goto(at('/pages/user/login/login'))
  const faults: string[] = []
  const seen = new Set<string>()
  for (const [turn, lang] of languages.entries()) {
    await chooseLanguage(page, lang)
    for (const route of ofEachPart.filter((_, index) => index % languages.length === turn)) {
      seen.add(await turnAsVisitor(page, route))
      faults.push(...(await faultsOf(page)).map((fault) => `${lang} ${route} ${fault}`))
    }
  }
  expect(faults).toEqual([])
  expect(ofEachPart.length).toBeGreaterThan(15)
  // Help and the rules are for everybody.
  expect(
    [...seen].some((path) => path.includes('/help/')),
    [...seen].join(' '),
  ).toBe(true)
})
