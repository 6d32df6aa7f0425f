import { expect, test as base } from '@playwright/test'
import { startApp, type App } from '#tests/support/app.ts'
import { registerAt } from '#tests/support/venue-client.ts'

export { expect, type Page } from '@playwright/test'

type Own = {
  /** The URL of a hash route of the app. */
  readonly at: (route: string) => string
  /** Page errors and console errors; any that does not match `overlook` fails the test. */
  readonly complaints: { readonly heard: string[]; overlook: RegExp | null }
}

type Member = Awaited<ReturnType<typeof registerAt>> & { readonly bornMs: number }
type Shared = {
  readonly app: App
  /** Registered at the start of the worker, because login codes are limited to one per minute. */
  readonly seededUsers: readonly [Member, Member]
}

/** Every test runs against the real app and server; the tests of one worker share them. */
export const test = base.extend<Own & { watched: undefined }, Shared>({
  app: [
    async ({}, use) => {
      await using app = await startApp()
      // A market confirms its price for some seconds after a start, and opens nothing before.
      const closed = async () =>
        (await (await fetch(new URL('/api/currency/deal?currency_id=1&legal_id=3', app.url))).text()).includes('"mode"')
      await expect.poll(closed, { timeout: 60_000 }).toBe(false)
      await use(app)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  seededUsers: [
    async ({ app }, use) => {
      const born = async () => ({ ...(await registerAt(app.url)), bornMs: Date.now() })
      await use([await born(), await born()])
    },
    { scope: 'worker', auto: true },
  ],
  at: async ({ app }, use) => {
    await use((route) => `${app.url.replace(/\/$/, '')}/#${route}`)
  },
  complaints: async ({}, use) => {
    await use({ heard: [], overlook: null })
  },
  watched: [
    async ({ page, complaints }, use) => {
      page.on('pageerror', (error) => complaints.heard.push(`error: ${error.message}`))
      page.on('console', (said) => {
        if (said.type() === 'error') complaints.heard.push(`console: ${said.text()}`)
      })
      await use(undefined)
      const { heard, overlook } = complaints
      const left = heard.filter((line) => overlook?.test(line) !== true)
      if (left.length > 0) throw new Error(`The page complained:\n${left.join('\n')}`)
    },
    { auto: true },
  ],
})
