import { loadPage, loadedPage } from '#src/app/load-page.ts'
import type { Route } from '#src/lib/route.ts'
import { limits } from '#contract/wire/limits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const Page = () => null
const route = (page: Route['page']): Route => ({ path: '/x', page, title: 'home', namespaces: ['home'] })
const noWords = () => Promise.resolve()

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('PAGE-1 a loaded page is available synchronously the next time', async () => {
  const here = route(() => Promise.resolve(Page))
  expect(loadedPage(here)).toBeNull()
  expect(await loadPage(here, noWords)).toEqual({ ok: true, Page })
  expect(loadedPage(here)).toBe(Page)
})

test('PAGE-2 a page is loaded with its locale files', async () => {
  const loadNamespaces = vi.fn<(namespaces: readonly string[]) => Promise<void>>(noWords)
  await loadPage(
    route(() => Promise.resolve(Page)),
    loadNamespaces,
  )
  expect(loadNamespaces.mock.calls).toEqual([[['home']]])
})

test('CHUNK-3 missing code is a failure of its own and can be retried', async () => {
  const page = vi
    .fn<Route['page']>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(Page)
  const flaky = route(page)
  expect(await loadPage(flaky, noWords)).toEqual({ ok: false, failure: 'chunk' })
  expect(await loadPage(flaky, noWords)).toEqual({ ok: true, Page })
})

test('PAGE-3 loading a page fails after exactly one minute', async () => {
  let end: unknown = null
  void loadPage(
    route(() => new Promise(() => {})),
    noWords,
  ).then((loaded) => {
    end = loaded
  })
  await vi.advanceTimersByTimeAsync(limits.pageTimeoutMs - 1)
  expect(end).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(end).toEqual({ ok: false, failure: 'slow' })
})
