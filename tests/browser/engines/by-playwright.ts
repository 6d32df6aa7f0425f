import type { Browser } from '@playwright/test'
import { expressionOf, type Engine, type Hand } from './hand.ts'

/** A browser that Playwright has started: its own builds, and Chromium. */
export const byPlaywright = (name: string, browser: Browser): Engine => ({
  name,
  version: browser.version(),
  page: async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' })
    const page = await context.newPage()
    const heard: string[] = []
    page.on('pageerror', (error) => heard.push(`error: ${error.message}`))
    page.on('console', (said) => {
      if (said.type() === 'error') heard.push(`console: ${said.text()}`)
    })
    const hand: Hand = {
      open: async (url) => void (await page.goto(url)),
      evaluate: (code) => page.evaluate(expressionOf(code)),
      press: (selector) => page.click(selector),
      keys: (text) => page.keyboard.type(text),
      size: (width, height) => page.setViewportSize({ width, height }),
      back: async () => void (await page.goBack()),
      forward: async () => void (await page.goForward()),
      reload: async () => void (await page.reload()),
      heard: () => heard,
      close: () => context.close(),
    }
    return hand
  },
  close: () => browser.close(),
})
