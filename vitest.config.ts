import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Tests of pages may run against a venue in the same process: `node:sqlite` is not among the built-in modules Vite knows. */
const sqlite = { name: 'sqlite', enforce: 'pre', resolveId: (id: string) => (id === 'node:sqlite' ? { id, external: true } : null) } as const

/** Files that replace modules or listen to the console run alone; all others of a worker share the loaded modules, which halves the time. */
const alone = globSync('tests/**/*.test.{ts,tsx}').filter((file) => /vi\.mock\(|vi\.spyOn\(console/.test(readFileSync(file, 'utf8')))
const shared = (name: string, environment: string, ending: string): TestProjectInlineConfiguration => ({
  extends: true, test: { name, environment, isolate: false, include: [`tests/**/*${ending}`], exclude: alone },
})
const single = (name: string, environment: string, ending: string): TestProjectInlineConfiguration => ({
  extends: true, test: { name: `${name} alone`, environment, include: alone.filter((file) => file.endsWith(ending)) },
})

/** `.test.ts` runs in Node, `.test.tsx` in a document. Browser journeys have a runner of their own. */
export default defineConfig({
  plugins: [react(), sqlite],
  test: {
    restoreMocks: true,
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    // The runner itself is idle while the tests run: two cores are two workers.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      shared('node', 'node', '.test.ts'), single('node', 'node', '.test.ts'),
      shared('dom', 'jsdom', '.test.tsx'), single('dom', 'jsdom', '.test.tsx'),
    ],
  },
})
