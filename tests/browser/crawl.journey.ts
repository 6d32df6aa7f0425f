import { languages } from '#contract/wire/languages.ts'
import { allPaths } from '#src/lib/paths/known.ts'
import { chooseLanguage, turnToSettled, wider } from '#tests/support/fit.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, turnTo } from './story.ts'

type Seen = { readonly links: readonly string[]; readonly faults: readonly string[] }

/** What a page shows that nobody should read, and where it leads. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // What is not to be translated is no word: four characters of an address can look like anything.
      if (node.parentElement?.closest('[translate="no"]') === null) texts.push((node.textContent ?? '').trim())
    }
    // The name of a sentence that has no words: one token with dots or in camel case, alone in its place.
    const isKey = (text: string) => /^(?:[a-z][a-z-]*:)?[a-z]\w*(?:\.[a-z_]\w*)+$/.test(text) || /^[a-z-]+:[a-z]\w*$/.test(text) || /^[a-z]{2,}[A-Z][a-z]\w*$/.test(text)
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((each) => ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => each.getAttribute(name) ?? []))
    const all = [...texts, ...names]
    return {
      links: [...document.querySelectorAll('a[href^="#/"]')].map((link) => link.getAttribute('href')?.slice(1) ?? ''),
      faults: [...all.filter((text) => /\bundefined\b|\bNaN\b|\[object \w+\]|\{\{\w+\}\}/.test(text)), ...all.filter(isKey)],
    }
  })
/** Links that differ in the value of a number or a name only lead to the same page. */
const kindOf = (link: string) => {
  const [path = '', query = ''] = link.split('?')
  return `${path}?${[...new URLSearchParams(query).keys()].toSorted().join('&')}`
}

test('JOURNEY-15 every link of the app leads to a page that says what it should', async ({ page, at, app }) => {
  test.setTimeout(150_000)
  const { token } = await registerAt(app.url)
  await page.addInitScript((known) => {
    localStorage.setItem('kontor.session', JSON.stringify({ token: known, chatToken: null }))
    localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en' }))
  }, token)
  await page.goto(at('/'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const faults: string[] = []
  const visited = new Set<string>(['/?'])
  const queue: string[] = []
  const take = async (from: string) => {
    const seen = await look(page)
    faults.push(...seen.faults.map((text) => `${from}: ${text}`))
    for (const link of seen.links) {
      if (visited.has(kindOf(link))) continue
      visited.add(kindOf(link))
      queue.push(link)
    }
  }
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await take('menu')
  await page.goBack()
  await take('/')
  for (let link = queue.shift(); link !== undefined; link = queue.shift()) {
    await turnTo(page, link)
    await expect(page.locator('h1'), link).toBeVisible()
    await expect(page.locator('[aria-busy="true"]'), link).toHaveCount(0)
    if (await page.getByRole('heading', { level: 1, name: 'Page not found' }).isVisible()) faults.push(`${link}: no such page`)
    await take(link)
  }
  expect(faults).toEqual([])
  expect(visited.size).toBeGreaterThan(40)
})

const routes = [...new Set(allPaths)]

/** What a route shows that it should not: keys, values that are none, and what is wider than the screen. */
const faultsAt = async (page: Page, route: string, lang: string) => {
  await turnToSettled(page, route)
  return [...(await look(page)).faults, ...(await wider(page))].map((fault) => `${lang} ${route} ${fault}`)
}

test('JOURNEY-19 every route is whole on a desk, each in a language of its own turn', async ({ page, at, app }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await beginWith(page, await registerAt(app.url))
  await page.goto(at('/'))
  const faults: string[] = []
  for (const [turn, lang] of languages.entries()) {
    await chooseLanguage(page, lang)
    for (const route of routes.filter((each, index) => index % languages.length === turn && !each.includes('/login/'))) faults.push(...(await faultsAt(page, route, lang)))
  }
  expect(faults).toEqual([])
})

/** One route of each part of the product: what comes of a route without a login is decided in one place for all of them. */
const ofEachPart = [...new Map(routes.map((route) => [route.split('/').slice(0, 4).join('/').replace(/\/[^/]*$/, ''), route])).values()]

test('JOURNEY-20 a visitor who opens a route of any part sees it or the login, whole, each in a language of its own turn', async ({ page, at }) => {
  await page.addInitScript(() => localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'hk' })))
  await page.goto(at('/pages/user/login/login'))
  const faults: string[] = []
  const seen = new Set<string>()
  for (const [turn, lang] of languages.entries()) {
    await chooseLanguage(page, lang)
    for (const route of ofEachPart.filter((_, index) => index % languages.length === turn)) {
      await page.evaluate((hash) => (location.hash = hash), `#${route}`)
      await page.waitForFunction(
        (asked) => {
          const shown = document.getElementById('page')
          const path = location.hash.slice(1).split('?')[0] ?? ''
          return (path === asked || path.includes('/login/login')) && shown?.dataset['path'] === path && shown.querySelector('h1') !== null && shown.querySelector('[aria-busy="true"]') === null
        },
        route,
      )
      seen.add(await page.evaluate(() => location.hash.slice(1).split('?')[0] ?? ''))
      faults.push(...[...(await look(page)).faults, ...(await wider(page))].map((fault) => `${lang} ${route} ${fault}`))
    }
  }
  expect(faults).toEqual([])
  expect(ofEachPart.length).toBeGreaterThan(15)
  // Help and the rules are for everybody.
  expect([...seen].some((path) => path.includes('/help/')), [...seen].join(' ')).toBe(true)
})
