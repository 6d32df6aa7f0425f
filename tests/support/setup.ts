import { afterAll, afterEach, beforeAll, vi } from 'vitest'

// Loaded only by tests with a document.
if (typeof document !== 'undefined') {
  const [{ openFreshPage }, { cleanup, configure }] = await Promise.all([import('./dom.ts'), import('@testing-library/react')])
  // What is waited for comes late on a busy machine; a green test does not wait for it.
  configure({ asyncUtilTimeout: 10_000 })
  beforeAll(openFreshPage)
  // Elements that may not lie in each other: browsers take them apart, and React only prints it.
  const { error } = console
  let misplaced: unknown[] = []
  console.error = (...said: unknown[]) => {
    if (/cannot (?:be a descendant|contain a nested)/.test(String(said[0]))) misplaced = said
    error(...said)
  }
  afterEach(() => {
    const found = misplaced
    misplaced = []
    if (found.length > 0) throw new Error(found.map(String).join(' '))
  })
  afterEach(cleanup)
}

afterEach(() => {
  vi.useRealTimers()
})
// Files share their globals: the next one begins with the real ones.
afterAll(() => {
  vi.unstubAllGlobals()
})
