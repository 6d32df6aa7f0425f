import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { made } from './scripts/client/made.ts'

/**
 * Tests of pages may run against a venue in the same process: `node:sqlite` is not among the built-in modules Vite
 * knows.
 */
const sqlite = {
  name: 'sqlite',
  enforce: 'pre',
  resolveId: (id: string) => (id === 'node:sqlite' ? { id, external: true } : null),
} as const

/**
 * Files that replace modules or listen to the console run alone; all others of a worker share the loaded modules, which
 * halves the time.
 */
const alone = globSync('tests/**/*.test.{ts,tsx}').filter((file) =>
  /vi\.mock\(|vi\.spyOn\(console/.test(readFileSync(file, 'utf8')),
)
/**
 * What `npm run test:quick` leaves out; it is told by the environment, because `--exclude` does not reach the projects.
 */
const left = (process.env['TESTS_LEFT_OUT'] ?? '').split(' ').filter(Boolean)
const shared = (name: string, environment: string, ending: string): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, environment, isolate: false, include: [`tests/**/*${ending}`], exclude: [...alone, ...left] },
})
const single = (name: string, environment: string, ending: string): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name: `${name} alone`, environment, include: alone.filter((file) => file.endsWith(ending)), exclude: left },
})

/**
 * What takes longest begins first, so that no worker waits for the other at the end; the usual order, the largest file
 * first, knows nothing of it.
 */
const slow = /core\/(?:crash|adversaries|simulation[\w-]*)\.test|streams\/rounds-venue/
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project.name))]
    const rank = ({ project, moduleId }: TestSpecification) =>
      projects.indexOf(project.name) * 2 + (slow.test(moduleId) ? 0 : 1)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** `.test.ts` runs in Node, `.test.tsx` in a document. Browser journeys have a runner of their own. */
export default defineConfig({
  plugins: [react(), made, sqlite],
  test: {
    restoreMocks: true,
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 60_000,
    // The runner itself is idle while the tests run: two cores are two workers.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: SlowFirst },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    projects: [
      shared('node', 'node', '.test.ts'),
      single('node', 'node', '.test.ts'),
      shared('dom', 'jsdom', '.test.tsx'),
      single('dom', 'jsdom', '.test.tsx'),
    ],
  },
})
