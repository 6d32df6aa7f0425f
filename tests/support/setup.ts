import { afterEach, vi } from 'vitest'

// Loaded only by tests with a document.
if (typeof document !== 'undefined') await import('./dom.ts')

afterEach(() => {
  vi.useRealTimers()
})
