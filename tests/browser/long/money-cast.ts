import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Browser } from '@playwright/test'
import { startApp, type App } from '#tests/support/app.ts'
import { fieldOf, registerAt, venueClient } from '#tests/support/venue-client.ts'
import { expect, type Page } from '../kit.ts'
import { addCard, pin, receipt, setPin, type Person } from './otc-people.ts'
import { newUser } from '../story.ts'
import { sideBehindProxies } from './side.ts'

export const operator = 'olivia@kontor.test'
/** A venue whose cases wait for people: the demo decides none of them. */
export const staffedApp = () => startApp({ env: { DEMO_REVIEW: '0', DESK_ACCOUNTS: operator } })

type Kind = 'kyc' | 'kyc_advanced' | 'deposit' | 'withdraw'
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What the desk does beside its pages. */
const deskOf = async (url: string) => {
  const { token } = await registerAt(url, operator)
  const venue = venueClient(url, token)
  const cases = async (kind: Kind, status: string) =>
    listIn(fieldOf((await venue.get(`api/desk/cases?kind=${kind}&status=${status}`)).body['message'], 'list'))
  const ok = async (reply: ReturnType<typeof venue.post>) => expect((await reply).body).toMatchObject({ type: 'ok' })
  return {
    token,
    open: (kind: Kind) => cases(kind, 'open'),
    /** Decides all open cases of a kind. */
    decideAll: async (kind: Kind, decision: 'pass' | 'reject') => {
      for (const each of await cases(kind, 'open')) {
        const [id, expectRev] = [fieldOf(each, 'id'), fieldOf(each, 'rev')]
        const asks = listIn(fieldOf((await venue.get(`api/desk/case?id=${String(id)}`)).body['message'], 'asks'))
        const txid = decision === 'pass' && asks.includes('txid') ? { txid: `0x${String(id)}` } : {}
        await ok(
          venue.post('api/desk/decide', {
            id,
            decision,
            reason: decision === 'reject' ? 'The photo cannot be read.' : '',
            expect: expectRev,
            ...txid,
          }),
        )
      }
    },
    lock: (userId: number, what: 'withdraw' | 'trade' | 'account', untilMs: number) =>
      ok(
        venue.post('api/desk/user', { user_id: userId, what, until_ms: untilMs, reason: 'A question about a payment' }),
      ),
  }
}
export type Desk = Awaited<ReturnType<typeof deskOf>>

export const equipped = async (person: Person) => {
  await setPin(person)
  await addCard(person)
}

const idOf = async ({ venue }: Person) => Number(fieldOf((await venue.get('api/user/center')).body['message'], 'id'))
/** What a person has in the spot account, free and held, in every coin that is there. */
const spotOf = async ({ venue }: Person) => {
  const { body } = await venue.post('api/wallet/list', { currency_name: '' })
  const cells = listIn(fieldOf(fieldOf(body['message'], 'change_wallet'), 'balance'))
  return new Map(
    cells.map((cell) => [
      String(fieldOf(cell, 'currency_name')),
      {
        free: parseDec(String(fieldOf(cell, 'change_balance'))),
        held: parseDec(String(fieldOf(cell, 'lock_change_balance'))),
      },
    ]),
  )
}
/** How many rows a list of the venue has, by its own count. */
export const countOf = async ({ venue }: Person, path: string) => {
  const { body } = await venue.get(path)
  const told = body['message']
  return Number(fieldOf(told, 'total') ?? fieldOf(told, 'count'))
}

/**
 * A person with a browser behind two proxies: `line` is the cable, `calls` sees single calls; and the desk of that
 * venue.
 */
export const moneyCast = async (browser: Browser, app: App) => {
  const desk = await deskOf(app.url)
  const [person, peer] = await Promise.all([newUser(app.url), newUser(app.url)])
  const side = await sideBehindProxies(browser, app.url, person)
  const { line, calls } = side
  const page = await side.newPage()
  const go = async (route: string) => {
    await page.goto(`${line.url}#${route}`)
    await page.reload()
  }
  /** Remembers what is there; answers what has moved since, in one coin. */
  const since = async (whose: Person = person) => {
    const before = await spotOf(whose)
    return async (coin = 'USDT') => {
      const [was, now] = [before.get(coin), (await spotOf(whose)).get(coin)]
      return {
        free: formatDec((now?.free ?? 0n) - (was?.free ?? 0n)),
        held: formatDec((now?.held ?? 0n) - (was?.held ?? 0n)),
      }
    }
  }
  return {
    app,
    desk,
    person,
    peer,
    page,
    calls,
    line,
    go,
    since,
    peerId: await idOf(peer),
    personId: await idOf(person),
    [Symbol.asyncDispose]: side[Symbol.asyncDispose],
  }
}
export type MoneyCast = Awaited<ReturnType<typeof moneyCast>>

/** Where the network is lost: before the request arrives, or before the reply does. */
export const losses = ['request', 'reply'] as const
export type Loss = (typeof losses)[number]
export type Step = {
  readonly name: string
  /** The end of the path of its call. */
  readonly call: string
  /** Everything from the filled form to the last tap. */
  readonly tap: (page: Page) => Promise<void>
  /** What is shown when it is done. */
  readonly done: RegExp
  /** How often it has happened, as the venue says. */
  readonly count: () => Promise<number>
}
const unsure =
  /Checking with the server|We do not yet know whether this went through|We are checking|We do not know yet/
const notDone = /^(?:Not carried out|Submit failed\.)$/

/**
 * Takes a step while the network is lost after the tap and before the reply; restored, it resolves itself, and it has
 * happened once.
 */
export const takeLosing = async ({ page, calls, line }: MoneyCast, { call, tap, done, count }: Step, loss: Loss) => {
  const before = await count()
  let isLost = false
  calls.judge(({ path }) => {
    if (isLost || !path.split('?')[0]?.endsWith(call)) return 'pass'
    isLost = true
    if (loss === 'request') {
      line.cut()
      return 'lostBefore'
    }
    return {
      rewrite: (reply) => {
        line.cut()
        return reply
      },
    }
  })
  await tap(page)
  const isDone = page.getByText(done).first()
  // A push may have told the outcome before the line went.
  await expect(page.getByText(unsure).first().or(isDone).first()).toBeVisible()
  await expect.poll(count).toBe(before + (loss === 'reply' ? 1 : 0))
  line.restore()
  await expect(isDone.or(page.getByText(notDone).first()).first()).toBeVisible({ timeout: 40_000 })
  if (!(await isDone.isVisible())) {
    // It never arrived: it is said so, nothing has happened, and the form is there for another try.
    expect(await count()).toBe(before)
    const close = page.getByRole('dialog').getByRole('button', { name: 'Close' }).last()
    if (await close.isVisible()) await close.click()
    await tap(page)
    await expect(isDone).toBeVisible()
  }
  await expect.poll(count).toBe(before + 1)
  const sent = calls.calls.filter(({ path, method }) => method === 'POST' && path.split('?')[0]?.endsWith(call))
  return { sent: sent.length }
}

/** The review of a form of money: opened, confirmed, with the fund password where one is asked for. */
export const throughReview = (open: string, confirm: string | null) => async (page: Page) => {
  await page.getByRole('button', { name: open, exact: true }).last().click()
  const sheet = page.getByRole('dialog')
  if (confirm === null) await sheet.getByLabel('Enter your fund password').fill(pin)
  await sheet.getByRole('button', { name: confirm ?? /^Confirm / }).click()
}
export const closeReceipt = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
export const addProof = async (page: Page) => {
  await page.locator('input[type="file"]').first().setInputFiles(receipt)
  await expect(page.getByRole('button', { name: 'Remove picture 1' })).toBeVisible()
}
