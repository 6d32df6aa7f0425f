import { answer, startHttpProxy, type HttpProxy } from '#tests/support/proxy-http.ts'
import { expect, type Page } from './kit.ts'
import { beginWith, newUser, ordersOf, tradePage } from './story.ts'

/** Console errors that browsers log for failed calls and invalid replies. */
export const lost =
  /net::ERR_|WebSocket connection to|the server responded with a status of|Failed to fetch dynamically imported module|Failed to load module script/
export const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Reconnecting.' })
export const buy = (price: string) => ({
  legal_id: 3,
  currency_id: 1,
  type: 1,
  kind: 'limit',
  amount: '0.001',
  target_price: price,
})
export const isOrderCall = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'POST' && path === '/api/coin/trade'

/** Simulates that the device is offline and online again. */
export const wake = (page: Page) =>
  page.evaluate(() => ['offline', 'online'].forEach((name) => dispatchEvent(new Event(name))))

/** A new user on the trade page, behind a proxy that can inject faults. */
export const faultyTrade = async (page: Page, url: string, proxy?: HttpProxy) => {
  const box = proxy ?? (await startHttpProxy(url))
  const member = await newUser(url)
  await beginWith(page, member)
  await page.goto(`${box.url}#/pages/trade/index`)
  const trade = tradePage(page)
  const old = trade.book.getByText(/ old$/)
  await expect(trade.price).not.toHaveValue('')
  await expect(trade.available).toHaveText('10,000.00 USDT')
  await expect(old).toHaveCount(0)
  return {
    proxy: box,
    member,
    trade,
    old,
    orders: () => ordersOf(url, member.token),
    [Symbol.asyncDispose]: () => box[Symbol.asyncDispose](),
  }
}

/** Records all toasts and redirects to the login page. Call it before the page is opened. */
export const listen = async (page: Page) => {
  const said: string[] = []
  const redirects: string[] = []
  await page.exposeFunction('storyHears', (text: string) => void said.push(text))
  await page.addInitScript(() => {
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        if (target instanceof Element && target.matches('[role=status][aria-live=polite]'))
          for (const node of addedNodes) Object(window).storyHears(node.textContent)
    }).observe(document, { childList: true, subtree: true })
  })
  page.on('framenavigated', (frame) => {
    if (frame.url().includes('/pages/user/login/login')) redirects.push(frame.url())
  })
  return { said, redirects }
}

/** The reply to an expired token. */
export const loggedOut = answer(200, JSON.stringify({ type: '999', message: 'Please log in.' }))

/** The number of open intents in the storage. */
export const storedIntents = (page: Page) =>
  page.evaluate(
    () =>
      Object.entries(localStorage)
        .filter(([name]) => name.startsWith('kontor.wishes'))
        .flatMap(([, text]): unknown[] => JSON.parse(text)).length,
  )

/** The page is never blank: it has a heading or an error message. */
export const expectNotBlank = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.body.innerText.trim().length).catch(() => 0)).toBeGreaterThan(3)
