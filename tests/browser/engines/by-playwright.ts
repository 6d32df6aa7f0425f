import type { Browser } from '@playwright/test'
import { expressionOf, type Engine } from './hand.ts'
import { createHearing, handOf } from './page-hand.ts'

/** A browser that Playwright has started: its own builds, and Chromium. */
export const byPlaywright = (name: string, browser: Browser): Engine => ({
  name,
  version: browser.version(),
  page: async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' })
    const page = await context.newPage()
    const { heard, error, said } = createHearing()
    page.on('pageerror', error)
    page.on('console', (line) => said(line.type(), line.text()))
    return handOf(page, {
      evaluate: (code) => page.evaluate(expressionOf(code)),
      size: (width, height) => page.setViewportSize({ width, height }),
      heard,
      close: () => context.close(),
    })
  },
  close: () => browser.close(),
})
