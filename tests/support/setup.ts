import { afterEach, beforeAll, vi } from 'vitest'

// Loaded only by tests with a document.
if (typeof document !== 'undefined') {
  const [{ openFreshPage }, { cleanup }] = await Promise.all([import('./dom.ts'), import('@testing-library/react')])
  beforeAll(openFreshPage)
  afterEach(cleanup)
}

afterEach(() => {
  vi.useRealTimers()
})
