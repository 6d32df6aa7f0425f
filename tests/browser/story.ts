import { limits } from '#contract/wire/limits.ts'
import type { Theme } from '#src/lib/theme.ts'
import { registerAt, venueClient, type VenueClient } from '#tests/support/venue-client.ts'
import { expect, type Page } from './kit.ts'

type Member = Awaited<ReturnType<typeof registerAt>>

/** Somebody who is known to the venue, and a client that speaks for them beside the page. */
export const newUser = async (url: string) => {
  const member = await registerAt(url)
  return { ...member, venue: venueClient(url, member.token) }
}

/** The desk of the demo has looked at their papers and found them in order. */
export const verified = async (venue: VenueClient) => {
  await venue.post('api/user/real_name', { name: 'Ann Lee', country: 'Japan', card_id: `A${Date.now()}` })
  await expect.poll(async () => JSON.stringify((await venue.get('api/user/center')).body), { timeout: 30_000 }).toMatch(/"review_status":2/)
}

/** The page begins in English; with a token it begins logged in. Once per tab: what the story changes stays changed. */
export const beginWith = (page: Page, member: Pick<Member, 'token'> | null, theme: Theme = 'dark') =>
  page.addInitScript(([token, chosen]) => {
    if (sessionStorage.getItem('story.begun') !== null) return
    sessionStorage.setItem('story.begun', 'yes')
    localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en', theme: chosen, lastMarket: 'BTC-USDT' }))
    if (token !== null) localStorage.setItem('kontor.session', JSON.stringify({ token, chatToken: null }))
  }, [member?.token ?? null, theme] as const)

/** The code that the demo offers is asked for and filled in by its button. */
export const fillCode = async (page: Page) => {
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: /^Demo: fill in/ }).click()
  await expect(page.getByLabel('Verification code')).toHaveValue(/^\d{6}$/)
}

/** Waits until the venue sends this person another login code. */
export const codeMayCome = ({ bornMs }: { readonly bornMs: number }) =>
  expect.poll(() => Date.now() - bornMs, { timeout: 70_000 }).toBeGreaterThan(limits.codeAgainMs + 500)

/** Through the login page as it stands, back to where it leads. */
export const logInByPage = async (page: Page, { mail, password }: Pick<Member, 'mail' | 'password'>) => {
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(mail)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await fillCode(page)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** The trade page as a person uses it. */
export const tradePage = (page: Page) => {
  const form = page.getByRole('form', { name: 'Order form' })
  const review = page.getByRole('dialog', { name: 'Review order' })
  const orders = page.getByRole('region', { name: 'Orders' })
  return {
    form,
    price: form.getByLabel('Price (USDT)'),
    quantity: form.getByLabel('Quantity (BTC)'),
    spend: form.getByLabel('Spend (USDT)'),
    kind: form.getByLabel('Order type'),
    available: form.locator('dl > div').filter({ hasText: 'Available' }).locator('dd'),
    review,
    confirm: review.getByRole('button', { name: 'Confirm purchase' }),
    book: page.getByRole('region', { name: 'Order book' }),
    orders,
    order: (name: string) => orders.getByRole('article', { name }),
    shelf: (name: string) => orders.getByRole('tab', { name }),
    /** The ticket is filled in and its review stands open. */
    reviewLimit: async (price: string, quantity: string) => {
      await form.getByLabel('Price (USDT)').fill(price)
      await form.getByLabel('Quantity (BTC)').fill(quantity)
      await form.getByRole('button', { name: 'Buy BTC' }).click()
      await expect(review).toBeVisible()
    },
  }
}

type Order = { readonly id: number; readonly target_price: string; readonly trade_amount: string; readonly status: number }
const isOrder = (row: unknown): row is Order => typeof row === 'object' && row !== null && 'id' in row && 'target_price' in row && 'status' in row

/** Every order of a person, as the venue tells it. */
export const ordersOf = async (url: string, token: string): Promise<readonly Order[]> => {
  const { body } = await venueClient(url, token).get('api/coin/list?limit=50')
  const rows = body['message']
  if (!Array.isArray(rows)) throw new Error(`No list of orders: ${JSON.stringify(body)}`)
  return rows.filter(isOrder)
}

type Levels = { readonly bids: readonly string[]; readonly asks: readonly string[] }
const levelText = (row: unknown) => (Array.isArray(row) ? `${Number(row[0])} ${Number(row[1])}` : '')

/** The best levels of BTC as the venue has them now. */
export const freshBook = async (url: string, depth: number): Promise<Levels> => {
  const { body } = await venueClient(url).get('api/currency/deal?currency_id=1&legal_id=3')
  const told = body['message']
  const side = (name: string) => (typeof told === 'object' && told !== null ? Object.entries(told).find(([key]) => key === name)?.[1] : null)
  const rows = (name: string): readonly string[] => {
    const levels: unknown = side(name)
    return Array.isArray(levels) ? levels.slice(0, depth).map(levelText) : []
  }
  return { bids: rows('bids'), asks: rows('asks') }
}

/** The best levels as the page shows them, best first. */
export const shownBook = async (page: Page): Promise<Levels> => {
  const rows = async (name: string) => {
    const labels = await page.getByRole('group', { name }).locator('[data-level]').evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''))
    return labels.map((label) => label.replace(/^Price (\S+), Amount (\S+)$/, (_, price, amount) => `${Number(price)} ${Number(amount)}`))
  }
  return { bids: await rows('Bids'), asks: (await rows('Asks')).toReversed() }
}

/** Rule V2: what is shown is the venue's book at some instant. */
export const expectTrueBook = (page: Page, url: string) =>
  expect
    .poll(
      async () => {
        const shown = await shownBook(page)
        const fresh = await freshBook(url, shown.bids.length)
        return shown.bids.length > 0 && JSON.stringify(shown) === JSON.stringify({ ...fresh, asks: fresh.asks.slice(0, shown.asks.length) })
      },
      { intervals: [50], timeout: 10_000 },
    )
    .toBe(true)

/** What the countdown of a round shows: to what, and how many seconds. */
export const countdownOn = (page: Page) =>
  page.getByRole('timer').evaluate((ring) => ({ label: ring.getAttribute('aria-label') ?? '', left: Number.parseInt(ring.querySelector('[aria-hidden="true"]:not(svg)')?.textContent ?? '', 10) }))

export const roundMs = 60_000
/** Buying ends so long before the close: the lock, and the second an order needs on its way. */
const buyingEndsMs = 21_000
/** Seconds left of the phase that the countdown names, by the clock of the venue, which is this machine's. */
export const trulyLeft = (label: string, now: number) => {
  const toClose = roundMs - (now % roundMs)
  return (label === 'Buying ends in' ? toClose - buyingEndsMs : toClose) / 1000
}
/** No countdown ever shows more than was left when it was asked. */
export const expectNoMore = (shown: readonly Awaited<ReturnType<typeof countdownOn>>[], asked: number, told: number) => {
  for (const { label, left } of shown) {
    // A paint is shown for a second at most; between two phases there is nothing to compare.
    const rest = trulyLeft(label, asked)
    if (rest > 2 && told - asked < 300) expect(left, `${label} ${left}, in truth ${rest}`).toBeLessThanOrEqual(rest + 1)
  }
}

/** The page of option rounds as a person uses it; on a phone the form is a sheet behind three buttons. */
export const roundPage = (page: Page) => {
  const form = page.getByRole('form', { name: 'Stake' })
  const way = page.getByRole('button', { name: /^Up \d/ })
  const review = page.getByRole('dialog', { name: 'Review purchase' })
  const buy = form.getByRole('button', { name: /^Up · round/ })
  const reach = async (seconds: number) => {
    await expect(form.or(way).first()).toBeVisible()
    const left = async () => {
      const shown = await countdownOn(page)
      return shown.label === 'Buying ends in' ? shown.left : -1
    }
    await expect.poll(left, { timeout: roundMs + 20_000 }).toBeGreaterThanOrEqual(seconds)
    if (!(await form.isVisible())) await way.click()
  }
  return {
    form,
    amount: form.getByRole('textbox', { name: 'Amount' }),
    buy,
    review,
    /** Every stake on a rise, open or ended, as its row. */
    stake: page.getByRole('button', { name: /^Up, round \d+: details$/ }),
    shelf: (name: string) => page.getByRole('region', { name: 'My orders' }).getByRole('tab', { name }),
    /** With so many seconds left to buy in, the form stands open. */
    reach,
    /** What stands in the form is bought; the verdict is left open. */
    confirm: async () => {
      await buy.click()
      await review.getByRole('button', { name: 'Buy Up' }).click()
      await expect(review.getByRole('heading', { name: 'Purchased' })).toBeVisible()
    },
  }
}
