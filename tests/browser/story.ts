import { randomInt } from 'node:crypto'
import { limits } from '#contract/wire/limits.ts'
import type { Theme } from '#src/lib/theme.ts'
import { registerAt, venueClient, type VenueClient } from '#tests/support/venue-client.ts'
import { expect, type Page } from './kit.ts'

type Member = Awaited<ReturnType<typeof registerAt>>

/** A new registered user with an API client beside the page. */
export const newUser = async (url: string) => {
  const member = await registerAt(url)
  return { ...member, venue: venueClient(url, member.token) }
}

/** Submits the primary verification and waits until the demo operator approves it. */
export const verified = async (venue: VenueClient) => {
  await venue.post('api/user/real_name', { name: 'Ann Lee', country: 'Japan', card_id: `A${randomInt(1e12)}` })
  await expect
    .poll(async () => JSON.stringify((await venue.get('api/user/center')).body), { timeout: 30_000 })
    .toMatch(/"review_status":2/)
}

/** Starts the page in English, and logged in with a token. Once per tab, so that later changes are kept. */
export const beginWith = (page: Page, member: Pick<Member, 'token'> | null, theme: Theme = 'dark') =>
  page.addInitScript(
    ([token, chosen]) => {
      if (sessionStorage.getItem('story.begun') !== null) return
      sessionStorage.setItem('story.begun', 'yes')
      localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en', theme: chosen, lastMarket: 'BTC-USDT' }))
      if (token !== null) localStorage.setItem('kontor.session', JSON.stringify({ token, chatToken: null }))
    },
    [member?.token ?? null, theme] as const,
  )

/** Requests a verification code and fills it in with the demo button. */
export const fillCode = async (page: Page) => {
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: /^Demo: fill in/ }).click()
  await expect(page.getByLabel('Verification code')).toHaveValue(/^\d{6}$/)
}

/** Waits until the server may send this user another login code. */
export const codeMayCome = ({ bornMs }: { readonly bornMs: number }) =>
  expect.poll(() => Date.now() - bornMs, { timeout: 70_000 }).toBeGreaterThan(limits.codeAgainMs + 500)

/** Logs in on the open login page, which asks for a code after the password and then redirects to its return path. */
export const logInByPage = async (page: Page, { mail, password }: Pick<Member, 'mail' | 'password'>) => {
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(mail)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: /^Demo: fill in/ }).click()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Opens a path in the loaded app, without a reload, and waits until the page it leads to is in sight. */
export const turnTo = async (page: Page, path: string) => {
  await page.evaluate((hash) => (location.hash = hash), `#${path}`)
  await page.waitForFunction(
    () => document.getElementById('page')?.dataset['path'] === location.hash.slice(1).split('?')[0],
  )
}

/** Page object of the trade page. */
export const tradePage = (page: Page) => {
  const form = page.getByRole('form', { name: 'Order form' })
  const review = page.getByRole('dialog', { name: /^(?:Review order|Order placed)$/ })
  const orders = page.getByRole('region', { name: 'Orders' })
  /** Opens the review; a price far from the market needs a consent of its own. */
  const openReview = async () => {
    await form.getByRole('button', { name: 'Buy BTC' }).click()
    await expect(review).toBeVisible()
    const consent = review.getByRole('checkbox', { name: /anyway/ })
    if (await consent.isVisible()) await consent.check()
  }
  return {
    form,
    price: form.getByLabel('Price (USDT)'),
    quantity: form.getByLabel('Quantity (BTC)'),
    spend: form.getByLabel('Spend (USDT)'),
    kind: form.getByRole('combobox', { name: 'Order type' }),
    available: form.locator('dl > div').filter({ hasText: 'Available' }).locator('dd'),
    review,
    confirm: review.getByRole('button', { name: 'Confirm purchase' }),
    book: page.getByRole('region', { name: 'Order book' }),
    orders,
    order: (name: string) => orders.getByRole('article', { name }),
    shelf: (name: string) => orders.getByRole('tab', { name }),
    openReview,
    /** Fills in the ticket and opens its review. */
    reviewLimit: async (price: string, quantity: string) => {
      await form.getByLabel('Price (USDT)').fill(price)
      await form.getByLabel('Quantity (BTC)').fill(quantity)
      await openReview()
    },
  }
}

type Order = {
  readonly id: number
  readonly target_price: string
  readonly trade_amount: string
  readonly status: number
}
const isOrder = (row: unknown): row is Order =>
  typeof row === 'object' && row !== null && 'id' in row && 'target_price' in row && 'status' in row

/** All orders of a user, from the API. */
export const ordersOf = async (url: string, token: string): Promise<readonly Order[]> => {
  const { body } = await venueClient(url, token).get('api/coin/list?limit=50')
  const rows = body['message']
  if (!Array.isArray(rows)) throw new Error(`No list of orders: ${JSON.stringify(body)}`)
  return rows.filter(isOrder)
}

type Levels = { readonly bids: readonly string[]; readonly asks: readonly string[] }
const levelText = (row: unknown) => (Array.isArray(row) ? `${Number(row[0])} ${Number(row[1])}` : '')

/** The current best levels of BTC, from the API. */
export const freshBook = async (url: string, depth: number): Promise<Levels> => {
  const { body } = await venueClient(url).get('api/currency/deal?currency_id=1&legal_id=3')
  const book = body['message']
  const side = (name: string) =>
    typeof book === 'object' && book !== null ? Object.entries(book).find(([key]) => key === name)?.[1] : null
  const rows = (name: string): readonly string[] => {
    const levels: unknown = side(name)
    return Array.isArray(levels) ? levels.slice(0, depth).map(levelText) : []
  }
  return { bids: rows('bids'), asks: rows('asks') }
}

/** The best levels on the page, best first. */
export const shownBook = async (page: Page): Promise<Levels> => {
  const rows = async (name: string) => {
    const labels = await page
      .getByRole('group', { name })
      .locator('[data-level]')
      .evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''))
    return labels.map((label) =>
      label
        .replaceAll(/(?<=\d),(?=\d)/g, '')
        .replace(/^Price (\S+), Amount (\S+)$/, (_, price, amount) => `${Number(price)} ${Number(amount)}`),
    )
  }
  return { bids: await rows('Bids'), asks: (await rows('Asks')).toReversed() }
}

/** Rule V2: the displayed book equals the server's book at some instant. */
export const expectTrueBook = (page: Page, url: string) =>
  expect
    .poll(
      async () => {
        const shown = await shownBook(page)
        const fresh = await freshBook(url, shown.bids.length)
        return (
          shown.bids.length > 0 &&
          JSON.stringify(shown) === JSON.stringify({ ...fresh, asks: fresh.asks.slice(0, shown.asks.length) })
        )
      },
      { intervals: [50], timeout: 40_000 },
    )
    .toBe(true)

/**
 * The label and the seconds of the round countdown, and the true instant at which they were read. A page that stalled
 * has
 * painted what it shows before it is read.
 */
export const countdownOn = (page: Page) =>
  page.getByRole('timer').evaluate(async (ring) => {
    const frame = () =>
      new Promise<void>((painted) => {
        requestAnimationFrame(() => painted())
        setTimeout(painted, 100)
      })
    await frame()
    await frame()
    return {
      label: ring.getAttribute('aria-label') ?? '',
      left: Number.parseInt(ring.querySelector('[aria-hidden="true"]:not(svg)')?.textContent ?? '', 10),
      // The tests set `Date.now` wrong; this is the machine's clock.
      atMs: new Date().getTime(),
    }
  })

export const roundMs = 60_000
/** Buying ends this long before the close: the lock, and one second for the order to arrive. */
const buyingEndsMs = 21_000
/** The remaining seconds of the named phase by the server's clock, which is this machine's. */
export const trulyLeft = (label: string, now: number) => {
  const toClose = roundMs - (now % roundMs)
  return (label === 'Buying ends in' ? toClose - buyingEndsMs : toClose) / 1000
}
/** No countdown shows more than the time that remained when it was read. */
export const expectNoMore = (shown: readonly Awaited<ReturnType<typeof countdownOn>>[]) => {
  for (const { label, left, atMs } of shown) {
    // A number is shown for one second at most; at a change of phase there is nothing to compare.
    const rest = trulyLeft(label, atMs)
    // No number is shown while the time is not known.
    if (rest > 2 && !Number.isNaN(left))
      expect(left, `${label} ${left}, in truth ${rest}`).toBeLessThanOrEqual(rest + 1)
  }
}

/** Page object of the option rounds; on phones the form is a sheet behind three buttons. */
export const roundPage = (page: Page) => {
  const form = page.getByRole('form', { name: 'Stake' })
  const way = page.getByRole('button', { name: /^Up (?:\d|Next|Round)/ })
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
    /** The rows of all "Up" stakes, open or settled. */
    stake: page.getByRole('button', { name: /^Up, round \d+: details$/ }),
    shelf: (name: string) => page.getByRole('region', { name: 'My orders' }).getByRole('tab', { name }),
    /** Waits for that many seconds of buying time and opens the form. */
    reach,
    /** Buys with the current form and leaves the outcome open. */
    confirm: async () => {
      await buy.click()
      await review.getByRole('button', { name: 'Buy Up' }).click()
      await expect(review.getByRole('heading', { name: 'Purchased' })).toBeVisible()
    },
  }
}
