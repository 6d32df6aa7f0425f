import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { OtcRole, OtcStatus } from '#contract/otc/otc-steps.ts'
import type { Browser } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp, type App } from '#tests/support/app.ts'
import { fieldOf, registerAt } from '#tests/support/venue-client.ts'
import { expect, type Page } from '../kit.ts'
import { pin, receipt, sellerAndBuyer, upload, type Person } from './otc-people.ts'
import { beginWith } from '../story.ts'
import { sideBehindProxies } from './side.ts'

const operator = 'olivia@kontor.test'
/**
 * A venue of its own with a desk; where it has a clock of its own, `ahead` sets how far that is ahead from the next
 * start on.
 */
export const deskVenue = async ({ hasClock = false } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-clock-'))
  const clockFile = join(folder, 'ahead')
  await writeFile(clockFile, '0')
  const preload = new URL('../../support/clock-ahead.ts', import.meta.url).href
  const clock: Readonly<Record<string, string>> = hasClock
    ? { NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: clockFile }
    : {}
  const app = await startApp({ env: { DESK_ACCOUNTS: operator, ...clock } })
  const closed = async () =>
    (await (await fetch(new URL('/api/currency/deal?currency_id=1&legal_id=3', app.url))).text()).includes('"mode"')
  await expect.poll(closed, { timeout: 60_000 }).toBe(false)
  const decider = await registerAt(app.url, operator)
  return {
    ...app,
    decider,
    ahead: (ms: number) => writeFile(clockFile, String(ms)),
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type DeskVenue = Awaited<ReturnType<typeof deskVenue>>

/** What each side's page says of an order. */
export const says = {
  to_be_paid: { buyer: 'Pay the seller now', seller: 'Waiting for the payment' },
  to_be_confirmed: { buyer: 'Waiting for the seller', seller: 'Check your account' },
  seller_appealing: { buyer: 'The seller has appealed', seller: 'Your appeal is being examined' },
  overtime_appealing: { buyer: 'Your appeal is being examined', seller: 'The buyer has appealed' },
  released: { buyer: 'Completed: the coins are yours.', seller: 'Completed: you released the coins.' },
  cancelled: { buyer: 'You cancelled this order.', seller: 'The buyer cancelled this order.' },
  lapsed: { buyer: 'Cancelled: it was not paid in time.', seller: 'Cancelled: it was not paid in time.' },
  toBuyer: {
    buyer: 'Completed by a ruling: the coins went to the buyer.',
    seller: 'Completed by a ruling: the coins went to the buyer.',
  },
  toSeller: {
    buyer: 'Cancelled by a ruling: the coins went back to the seller.',
    seller: 'Cancelled by a ruling: the coins went back to the seller.',
  },
} as const
export type Said = keyof typeof says
export const otherOf = (role: OtcRole): OtcRole => (role === 'buyer' ? 'seller' : 'buyer')

/** The steps of a party, as a person takes them on the page of the order. */
export const byHand = {
  pay: async (page: Page) => {
    await page.getByRole('button', { name: 'I have paid', exact: true }).click()
    await page.locator('input[type="file"]').first().setInputFiles(receipt)
    await page.getByRole('button', { name: 'Yes, I have paid' }).click()
  },
  undo: async (page: Page) => {
    await page.getByRole('button', { name: 'I have not paid' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'I have not paid' }).click()
  },
  cancel: async (page: Page) => {
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  },
  release: async (page: Page) => {
    await page.getByRole('button', { name: 'Release coins' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('checkbox').check()
    await sheet.getByLabel('Fund password').fill(pin)
    await sheet.getByRole('button', { name: /^Release / }).click()
  },
  appeal: async (page: Page) => {
    await page.getByRole('button', { name: 'Appeal', exact: true }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: 'What happened' }).fill('The payment is disputed.')
    await sheet.locator('input[type="file"]').first().setInputFiles(receipt)
    await expect(sheet.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Open the appeal' }).click()
  },
  statement: async (page: Page) => {
    await page.getByRole('button', { name: 'Add a statement' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: 'What happened' }).fill('Here is what I know.')
    await sheet.getByRole('button', { name: 'Send the statement' }).click()
  },
  rate: async (page: Page) => {
    await page.getByRole('button', { name: 'Send the rating' }).click()
  },
} as const
export type Hand = keyof typeof byHand

/** The money of a person in the account of OTC, free and held. */
const moneyOf = async ({ venue }: Person) => {
  const { body } = await venue.post('api/wallet/list', { currency_name: '' })
  const cells = fieldOf(fieldOf(body['message'], 'legal_wallet'), 'balance')
  const cell: unknown = Array.isArray(cells) ? cells.find((each) => fieldOf(each, 'currency') === 3) : undefined
  const units = (name: string) => parseDec(String(fieldOf(cell, name)))
  return { free: units('legal_balance'), held: units('lock_legal_balance') }
}

/** A side of an order, whose device has a clock of its own. */
const sideOf = async (browser: Browser, app: App, person: Person, role: OtcRole, wrongMs: number) => {
  const side = await sideBehindProxies(browser, app.url, person)
  const { line, calls } = side
  const newPage = async () => {
    const page = await side.newPage()
    await page.addInitScript((ms) => {
      const right = Date.now
      Date.now = () => right() + ms
    }, wrongMs)
    return page
  }
  const open = async (page: Page, id: string) => page.goto(`${line.url}#/pages/otc/detail?id=${id}`)
  return {
    role,
    person,
    calls,
    line,
    page: await newPage(),
    newPage,
    open,
    [Symbol.asyncDispose]: side[Symbol.asyncDispose],
  }
}
export type Side = Awaited<ReturnType<typeof sideOf>>

type Wrong = { readonly [R in OtcRole]?: number }
/** A seller and a buyer with their pages, and the desk; all of one venue. */
export const otcCast = async (browser: Browser, app: DeskVenue, wrongMs: Wrong = {}) => {
  const { ann, ben, ad } = await sellerAndBuyer(app.url, '1900')
  const seller = await sideOf(browser, app, ann, 'seller', wrongMs.seller ?? 0)
  const buyer = await sideOf(browser, app, ben, 'buyer', wrongMs.buyer ?? 0)
  const sides = { seller, buyer }
  const desk = await browser.newContext({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })
  const both = [seller, buyer] as const

  const order = async (id: string) => (await ben.venue.get(`api/trade/orderDetail?id=${id}`)).body['message']
  const statusOf = async (id: string) => String(fieldOf(await order(id), 'status'))
  /** Steps that a party takes on another device. */
  const elsewhere = {
    pay: async (id: string) => ben.venue.post('api/trade/pay', { id, vouchers: [await upload(app.url, ben)] }),
    undo: (id: string) => ben.venue.post('api/trade/pay', { id, vouchers: [], undo: 1 }),
    appeal: async (id: string) =>
      ann.venue.post('api/trade/appeal', { id, problem: 'Nothing has come.', vouchers: [await upload(app.url, ann)] }),
  } as const
  const done = async (reply: Promise<{ readonly body: Readonly<Record<string, unknown>> }>) =>
    expect((await reply).body).toMatchObject({ type: 'ok' })

  /** Takes the ad for 60, goes on to this status, and opens the order on both pages. */
  const orderIn = async (status: Extract<OtcStatus, 'to_be_paid' | 'to_be_confirmed' | 'seller_appealing'>) => {
    const before = await Promise.all(both.map(({ person }) => moneyOf(person)))
    const { body } = await ben.venue.post('api/trade/trade', { id: ad, means: 'money', value: '60', way: 'bank' })
    expect(body).toMatchObject({ type: 'ok' })
    const id = String(fieldOf(body['message'], 'id'))
    if (status !== 'to_be_paid') await done(elsewhere.pay(id))
    if (status === 'seller_appealing') await done(elsewhere.appeal(id))
    await Promise.all(both.map((side) => side.open(side.page, id)))
    await bothSay(status)
    /** What the order has moved so far, in coins: all that each side has, free and held. */
    const moved = async () => {
      const now = await Promise.all(both.map(({ person }) => moneyOf(person)))
      const of = (at: number) =>
        formatDec((now[at]?.free ?? 0n) + (now[at]?.held ?? 0n) - (before[at]?.free ?? 0n) - (before[at]?.held ?? 0n))
      return { seller: of(0), buyer: of(1) }
    }
    return {
      id,
      no: String(fieldOf(body['message'], 'order_no')),
      deadlineMs: Number(fieldOf(body['message'], 'pay_deadline_ms')),
      moved,
    }
  }
  const sideSays = ({ page, role }: Side, said: Said) =>
    expect(page.getByRole('heading', { name: says[said][role], exact: true })).toBeVisible({ timeout: 40_000 })
  const bothSay = async (said: Said) => {
    for (const side of both) await sideSays(side, said)
  }
  /** The desk rules in a browser of its own. */
  const rule = async (no: string, word: 'Coins to the buyer' | 'Coins to the seller', reason: string) => {
    const page = await desk.newPage()
    await beginWith(page, app.decider)
    await page.goto(`${app.url}#/pages/desk/index?tab=appeal`)
    await page.getByRole('button', { name: new RegExp(no) }).click()
    const decide = page.getByRole('complementary', { name: 'Decide' })
    await decide.getByRole('radio', { name: word }).check({ force: true })
    await decide.getByRole('button', { name: reason, exact: true }).click()
    await decide.getByRole('button', { name: word, exact: true }).click()
    await expect(page.getByText('Decision saved')).toBeVisible()
    await page.close()
  }
  return {
    sides,
    both,
    order,
    statusOf,
    elsewhere,
    done,
    orderIn,
    sideSays,
    bothSay,
    rule,
    money: () => Promise.all(both.map(({ person }) => moneyOf(person))),
    [Symbol.asyncDispose]: async () => {
      await desk.close()
      for (const side of both) await side[Symbol.asyncDispose]()
    },
  }
}
export type Cast = Awaited<ReturnType<typeof otcCast>>

/** What an order of 60 has moved in the end; the seller pays the fee. */
export const sold = { seller: '-60.06', buyer: '60' }
export const unmoved = { seller: '0', buyer: '0' }
/** An order that is over offers no step. */
export const expectNoStep = async ({ page }: Pick<Side, 'page'>) =>
  expect(
    page.getByRole('button', {
      name: /^(?:I have paid|Cancel order|I have not paid|Release coins|Appeal|Add a statement|Offer a split)$/,
    }),
  ).toHaveCount(0)
/** The seconds that the countdown shows. */
export const secondsOn = async (page: Page) => {
  const [minutes = 0, seconds = 0] = (await page.getByRole('timer').locator('[aria-hidden="true"]').innerText())
    .split(':')
    .map(Number)
  return minutes * 60 + seconds
}
