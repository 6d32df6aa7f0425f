import type { Browser } from '@playwright/test'
import { startHttpProxy } from '#tests/support/proxy-http.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { lost } from '../faults.ts'
import { expect } from '../kit.ts'
import { beginWith } from '../story.ts'

/**
 * A browser of its own behind two proxies: `line` is the cable, `calls` sees, holds and judges single calls. What its
 * pages throw fails the story.
 */
export const sideBehindProxies = async (browser: Browser, url: string, member: { readonly token: string }) => {
  const faults: string[] = []
  const calls = await startHttpProxy(url)
  const line = await startProxy(calls.url)
  const context = await browser.newContext()
  return {
    calls,
    line,
    newPage: async () => {
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('crash', () => faults.push('The page crashed.'))
      await beginWith(page, member)
      return page
    },
    [Symbol.asyncDispose]: async () => {
      await context.close()
      await line[Symbol.asyncDispose]()
      await calls[Symbol.asyncDispose]()
      expect.soft(faults.filter((fault) => !lost.test(fault))).toEqual([])
    },
  }
}
