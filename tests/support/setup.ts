import { afterEach, vi } from 'vitest'

// Only tests that have a document pay for what a document needs.
if (typeof document !== 'undefined') await import('./dom.ts')

afterEach(() => {
  vi.useRealTimers()
})
