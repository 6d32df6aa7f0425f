import { routes as table } from '#src/app/routes.ts'
import { textOf } from './files.ts'
import { wider, type Sight } from './fit.ts'
import type { Page } from '@playwright/test'

type Seen = { readonly links: readonly string[]; readonly faults: readonly string[] }

/** Every route of the product, each once. */
export const routes = table
  .map(({ path }) => path)
  .filter((path) => path !== '/')
  .toSorted()
/**
 * One route of each part of the product: what comes of a route without a login is decided in one place for all of them.
 */
export const ofEachPart = [
  ...new Map(
    routes.map((route) => [
      route
        .split('/')
        .slice(0, 4)
        .join('/')
        .replace(/\/[^/]*$/, ''),
      route,
    ]),
  ).values(),
]
export const isForVisitors = (route: string) => route.includes('/login/')

/** Links that differ in the value of a number or a name only lead to the same page. */
export const kindOf = (link: string) => {
  const [path = '', query = ''] = link.split('?')
  return `${path}?${[...new URLSearchParams(query).keys()].toSorted().join('&')}`
}

/** What a page shows that nobody should read, its buttons and links that do nothing, and where it leads. */
export const look = (page: Sight): Promise<Seen> =>
  page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      // What is not to be translated is no word: four characters of an address can look like anything.
      if (node.parentElement?.closest('[translate="no"]') === null) texts.push((node.textContent ?? '').trim())
    }
    // The name of a sentence that has no words: one token with dots or in camel case, alone in its place.
    const isKey = (text: string) =>
      /^(?:[a-z][a-z-]*:)?[a-z]\w*(?:\.[a-z_]\w*)+$/.test(text) ||
      /^[a-z-]+:[a-z]\w*$/.test(text) ||
      /^[a-z]{2,}[A-Z][a-z]\w*$/.test(text)
    const names = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((each) =>
      ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => each.getAttribute(name) ?? []),
    )
    const all = [...texts, ...names]
    // What React was given for an element stands on the element.
    const propsOf = (each: Element | null): object => {
      const key = each === null ? undefined : Object.keys(each).find((name) => name.startsWith('__reactProps$'))
      return key === undefined ? {} : Object(Reflect.get(Object(each), key))
    }
    const hears = (each: Element) =>
      Object.entries(propsOf(each)).some(
        ([name, value]) => /^on(?:Click|Pointer|Mouse|Touch|Key)/.test(name) && typeof value === 'function',
      )
    const isDead = (each: Element) => {
      if (
        each.matches(':disabled, [aria-disabled="true"], [popovertarget], [commandfor]') ||
        each.closest('[inert], fieldset:disabled') !== null ||
        hears(each)
      )
        return false
      if (each instanceof HTMLAnchorElement) return ['', '#', null].includes(each.getAttribute('href'))
      return !(
        each instanceof HTMLButtonElement &&
        each.type === 'submit' &&
        typeof Reflect.get(propsOf(each.form), 'onSubmit') === 'function'
      )
    }
    const nameOf = (each: Element) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim().slice(0, 40)
    return {
      links: [...document.querySelectorAll('a[href^="#/"]')].map((link) => link.getAttribute('href')?.slice(1) ?? ''),
      faults: [
        ...all.filter((text) => /\bundefined\b|\bNaN\b|\[object \w+\]|\{\{\w+\}\}/.test(text)),
        ...all.filter(isKey),
        ...[...document.querySelectorAll('a, button, [role="button"]')]
          .filter(isDead)
          .map((each) => `does nothing: ${each.tagName.toLowerCase()} "${nameOf(each)}"`),
      ],
    }
  })

/**
 * What a page in sight shows that it should not: keys, values that are none, dead controls, and what is wider than the
 * screen.
 */
export const faultsOf = async (page: Page): Promise<readonly string[]> => [
  ...(await look(page)).faults,
  ...(await wider(page)),
]

/** The heading of an address that no page has, in a language. */
export const notFoundIn = (lang: string): string => JSON.parse(textOf(`locales/${lang}/shell.json`)).titles.notFound

/** Opens a route without a login, and waits for it or for the login it leads to; returns the path in sight. */
export const turnAsVisitor = async (page: Page, route: string): Promise<string> => {
  await page.evaluate((hash) => (location.hash = hash), `#${route}`)
  await page.waitForFunction((asked) => {
    const shown = document.getElementById('page')
    const path = location.hash.slice(1).split('?')[0] ?? ''
    return (
      (path === asked || path.includes('/login/login')) &&
      shown?.dataset['path'] === path &&
      shown.querySelector('h1') !== null &&
      shown.querySelector('[aria-busy="true"]') === null
    )
  }, route.split('?')[0] ?? '')
  return page.evaluate(() => location.hash.slice(1).split('?')[0] ?? '')
}

type Crawl = {
  readonly page: Page
  readonly lang: string
  readonly from: readonly string[]
  /** Opens an address and waits until its page is in sight and shows what it has read. */
  readonly open: (link: string) => Promise<unknown>
  /** What else is looked for on a page. */
  readonly also?: (link: string) => Promise<readonly string[]>
}

/**
 * Opens some addresses, and each kind of address that their pages lead to, once; returns those and all that was wrong.
 */
export const crawl = async ({ page, lang, from, open, also }: Crawl) => {
  const visited = new Set<string>(from.map(kindOf))
  const queue = [...from]
  const faults: string[] = []
  const notFound = notFoundIn(lang)
  for (let link = queue.shift(); link !== undefined; link = queue.shift()) {
    await open(link)
    const { links, faults: seen } = await look(page)
    const isNowhere = (await page.locator('#page h1').first().textContent())?.trim() === notFound
    const found = [
      ...seen,
      ...(await wider(page)),
      ...(isNowhere ? ['no such page'] : []),
      ...((await also?.(link)) ?? []),
    ]
    faults.push(...found.map((fault) => `${lang} ${link} ${fault}`))
    for (const next of links) {
      if (visited.has(kindOf(next))) continue
      visited.add(kindOf(next))
      queue.push(next)
    }
  }
  return { visited, faults }
}
