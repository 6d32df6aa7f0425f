import { mayReload, recoverFromMissingChunks, reloadDecision } from '#src/app/reload.ts'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

const memory = (start: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(start))
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  }
}

test('CHUNK-1 a missing chunk reloads the app at most once in five minutes', () => {
  const storage = memory()
  const minute = 60_000
  expect([10, 11, 14.9, 15, 16].map((at) => mayReload(at * minute, () => storage))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
})

test('CHUNK-2 without storage the app never reloads itself', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  expect(mayReload(1e12, () => ({ getItem: denied, setItem: denied }))).toBe(false)
  expect(mayReload(1e12, denied)).toBe(false)
})

test('CHUNK-5 code that cannot be loaded because the server is away leaves the page as it is, and uses up no reload', async () => {
  const reload = vi.fn<() => void>()
  const fetched = vi.fn<() => Promise<Response>>()
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('location', { pathname: '/', reload })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('sessionStorage', memory())
  recoverFromMissingChunks()
  const missing = async (answer: () => Promise<Response>) => {
    fetched.mockImplementationOnce(answer)
    page.dispatchEvent(new Event('vite:preloadError'))
    return [await reloadDecision(), reload.mock.calls.length]
  }
  const gone = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await missing(gone)).toEqual([false, 0])
  expect(await missing(async () => new Response(null, { status: 502 }))).toEqual([false, 0])
  expect(await missing(async () => new Response(null))).toEqual([true, 1])
  expect(await missing(async () => new Response(null))).toEqual([false, 1])
})
