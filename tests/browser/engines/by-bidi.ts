import { launch } from 'puppeteer-core'
import { expressionOf, type Engine } from './hand.ts'
import { createHearing, handOf } from './page-hand.ts'

/** A Firefox as it is installed, by WebDriver BiDi: it needs no driver beside it. */
export const byBidi = async (name: string, executablePath: string): Promise<Engine> => {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
  })
  return {
    name,
    version: (await browser.version()).replace(/^\D*/, ''),
    page: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const { heard, error, said } = createHearing()
      page.on('pageerror', error)
      page.on('console', (line) => said(line.type(), line.text()))
      return handOf(page, {
        evaluate: <R>(code: string | (() => R | Promise<R>)) => page.evaluate<[], () => R>(expressionOf(code)),
        size: (width, height) => page.setViewport({ width, height }),
        heard,
        close: () => context.close(),
      })
    },
    close: () => browser.close(),
  }
}
