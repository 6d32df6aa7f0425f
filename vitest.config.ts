import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Tests of pages may run against a venue in the same process: `node:sqlite` is not among the built-in modules Vite knows. */
const sqlite = { name: 'sqlite', enforce: 'pre', resolveId: (id: string) => (id === 'node:sqlite' ? { id, external: true } : null) } as const

/** `.test.ts` runs in Node, `.test.tsx` in a document. Browser journeys have a runner of their own. */
export default defineConfig({
  plugins: [react(), sqlite],
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
