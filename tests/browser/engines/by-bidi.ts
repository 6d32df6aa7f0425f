import { launch } from 'puppeteer-core'
import { expressionOf, type Engine, type Hand } from './hand.ts'

/** A Firefox as it is installed, by WebDriver BiDi: it needs no driver beside it. */
export const byBidi = async (name: string, executablePath: string): Promise<Engine> => {
  const browser = await launch({
    browser: 'firefox', executablePath, headless: true,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'intl.accept_languages': 'en-GB' },
  })
  return {
    name,
    version: (await browser.version()).replace(/^\D*/, ''),
    page: async () => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      const heard: string[] = []
      page.on('pageerror', (error) => heard.push(`error: ${error instanceof Error ? error.message : String(error)}`))
      page.on('console', (said) => {
        if (said.type() === 'error') heard.push(`console: ${said.text()}`)
      })
      const hand: Hand = {
        open: async (url) => void (await page.goto(url)),
        evaluate: <R>(code: string | (() => R | Promise<R>)) => page.evaluate<[], () => R>(expressionOf(code)),
        press: (selector) => page.click(selector),
        keys: (text) => page.keyboard.type(text),
        size: (width, height) => page.setViewport({ width, height }),
        back: async () => void (await page.goBack()),
        forward: async () => void (await page.goForward()),
        reload: async () => void (await page.reload()),
        heard: () => heard,
        close: () => context.close(),
      }
      return hand
    },
    close: () => browser.close(),
  }
}
