import { spotPaths } from '#src/lib/paths/spot.ts'
import type { Browser, CDPSession, Page } from '@playwright/test'
import type { Feed } from './page-feed.ts'
import { market } from './page-tape.ts'
import { countFrames } from './page-watch.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'en-GB',
  timezoneId: 'UTC',
}
/** A page that is open and can be asked how it does. */
export type Fed = { readonly page: Page; readonly cdp: CDPSession; readonly close: () => Promise<void> }

const open = async (browser: Browser): Promise<Fed> => {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.addInitScript(countFrames)
  const cdp = await context.newCDPSession(page)
  // Time the thread has run, not time that has passed: what else the machine does is nobody's work.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { page, cdp, close: () => context.close() }
}

const signIn = (page: Page, token: string) =>
  page.addInitScript(
    ([kept, name]) => {
      localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en', lastMarket: name }))
      localStorage.setItem('kontor.session', JSON.stringify({ token: kept, chatToken: null }))
    },
    [token, market],
  )

/** The trade page as a phone shows it, with the trades of the market on the shelf below. */
export const openReal = async (browser: Browser, feed: Feed, token: string): Promise<Fed> => {
  const fed = await open(browser)
  await signIn(fed.page, token)
  await fed.page.goto(`${feed.url}#${spotPaths.tradeOf(market)}`)
  await fed.page.locator('[data-level]').first().waitFor()
  // A finger, as on a phone: a mouse would lie over the page, and the browser look what is under it after every layout.
  await fed.page.getByRole('tab', { name: 'Trades', exact: true }).tap()
  await fed.page.getByRole('listitem').nth(10).waitFor()
  return fed
}

/** The real page's document as it stands, without its code: what the plain script moves. */
export const freeze = (page: Page) =>
  page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true)
    if (!(copy instanceof Element)) return ''
    const prices = [...document.querySelectorAll('span')].map((span, at) =>
      /^[\d.,]{4,}$/.test(span.lastChild?.textContent ?? '') && span.firstElementChild?.hasAttribute('aria-hidden')
        ? at
        : -1,
    )
    const spans = [...copy.querySelectorAll('span')]
    for (const at of prices) if (at >= 0) spans[at]?.setAttribute('data-plain', 'price')
    for (const code of copy.querySelectorAll('script, link[rel="modulepreload"]')) code.remove()
    return `<!doctype html>${copy.outerHTML}`
  })

/** A page of the app at the venue's own pace. */
export const openAt = async (browser: Browser, url: string, token: string, path: string): Promise<Fed> => {
  const fed = await open(browser)
  await signIn(fed.page, token)
  await fed.page.goto(`${url}#${path}`)
  await fed.page.locator('[data-level]').first().waitFor()
  return fed
}

/**
 * The reference: the same document, moved by a plain script (`plain`) or by nothing (`still`): what the watching itself
 * costs.
 */
export const openPlain = async (browser: Browser, feed: Feed, name: 'plain' | 'still' = 'plain'): Promise<Fed> => {
  const fed = await open(browser)
  await fed.page.goto(`${feed.url}${name}`)
  await fed.page.locator('[data-level]').first().waitFor()
  return fed
}
