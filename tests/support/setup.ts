import { afterAll, afterEach, beforeAll, vi } from 'vitest'

// Loaded only by tests with a document.
if (typeof document !== 'undefined') {
  const [{ openFreshPage }, { cleanup, configure }] = await Promise.all([import('./dom.ts'), import('@testing-library/react')])
  // What is waited for comes late on a busy machine; a green test does not wait for it.
  configure({ asyncUtilTimeout: 10_000 })
  beforeAll(openFreshPage)
  afterEach(cleanup)
}

afterEach(() => {
  vi.useRealTimers()
})
// Files share their globals: the next one begins with the real ones.
afterAll(() => {
  vi.unstubAllGlobals()
})
