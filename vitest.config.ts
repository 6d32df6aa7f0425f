import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** `.test.ts` runs in Node, `.test.tsx` in a document. Browser journeys have a runner of their own. */
export default defineConfig({
  plugins: [react()],
  test: {
    restoreMocks: true,
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 20_000,
    projects: [
      { extends: true, test: { name: 'node', environment: 'node', include: ['tests/**/*.test.ts'] } },
      { extends: true, test: { name: 'dom', environment: 'jsdom', include: ['tests/**/*.test.tsx'] } },
    ],
  },
})
