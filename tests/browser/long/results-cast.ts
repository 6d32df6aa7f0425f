import { readFile } from 'node:fs/promises'
import type { Browser } from '@playwright/test'
import { numbersIn } from '#src/lib/money-text.ts'
import { faultsOfTold, heard, listen, type KnownPrice } from '#tests/support/read-numbers.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { expect } from '../kit.ts'
import { lookName } from '../press-each.ts'
import { beginWith, turnTo } from '../story.ts'
import type { Person } from './otc-people.ts'

export const shown = numbersIn('en')
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const desk = { viewport: { width: 1280, height: 800 } }

type World = { readonly browser: Browser; readonly url: string; readonly prices: readonly KnownPrice[] }
/** A person with a window of a size, which remembers every toast and has all it says read by the law of numbers. */
export const sideOf = async ({ browser, url, prices }: World, person: Person, size: typeof phone | typeof desk) => {
  const context = await browser.newContext({ ...size, locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await beginWith(page, person)
  await page.addInitScript(() => {
    // A closed layer goes back in history a moment later, which would lead off the page that was opened meanwhile.
    history.back = () => undefined
    const toasts: string[] = []
    Reflect.set(globalThis, 'journeyToasts', toasts)
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Element && target.getAttribute('aria-relevant') === 'additions')
          for (const node of addedNodes) toasts.push(node.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(url)
  await expect(page.locator('#page h1')).toBeVisible()
  await page.evaluate(listen, lookName)
  const faults = new Set<string>()
  /** Reads what is in sight. */
  const read = async () => {
    const told = await page.evaluate(heard, lookName)
    for (const fault of faultsOfTold(told, { lang: 'en', prices })) faults.add(`${new URL(page.url()).hash} ${fault}`)
  }
  return {
    ...person,
    page,
    read,
    faults,
    to: async (path: string) => {
      await turnTo(page, path)
      await page.waitForFunction(() => document.querySelector('#page [aria-busy="true"]') === null)
    },
    toasts: (): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'journeyToasts')),
    /** The file that a page saves. */
    file: async () => {
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      return readFile(await (await saved).path(), 'utf8')
    },
    /** The newest notification. */
    expectNotified: async (text: string) => {
      await turnTo(page, '/pages/notification/index')
      await expect(page.getByRole('listitem').filter({ hasText: text }).first()).toBeVisible()
      await read()
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}
export type Side = Awaited<ReturnType<typeof sideOf>>

/** The statement of the running month, by the venue. */
export const statementOf = async ({ venue }: Pick<Person, 'venue'>) => {
  const told = (await venue.get('api/wallet/statement')).body['message']
  const rows: unknown = fieldOf(told, 'rows')
  const amounts = new Map(
    (Array.isArray(rows) ? rows : []).map((row) => [String(fieldOf(row, 'name')), String(fieldOf(row, 'amount'))]),
  )
  return { of: (name: string) => amounts.get(name) ?? '0', difference: String(fieldOf(told, 'difference')) }
}
export type Statement = Awaited<ReturnType<typeof statementOf>>
