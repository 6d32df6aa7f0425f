import { removeFolders } from './folders.ts'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'

// What is waited for comes late on a busy machine; a green test does not wait for it. Files of one worker share `vi`:
// it is wrapped once.
const patience = 10_000
const { waitFor } = vi
if (!('isPatient' in waitFor))
  vi.waitFor = Object.assign(
    ((callback, options) =>
      waitFor(
        callback,
        typeof options === 'number' ? options : { timeout: patience, ...options },
      )) satisfies typeof waitFor,
    { isPatient: true },
  )

// Loaded only by tests with a document.
if (typeof document !== 'undefined') {
  const [{ openFreshPage }, { cleanup, configure }] = await Promise.all([
    import('./dom.ts'),
    import('@testing-library/react'),
  ])
  configure({ asyncUtilTimeout: patience })
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
  removeFolders()
})
