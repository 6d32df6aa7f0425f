import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { matchesGlob } from 'node:path'
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
 * Folders of tests of whole pages, sockets, attacks, started processes and simulations; `npm run test:quick` runs the
 * others.
 */
const long = [
  'tests/{app,features,parts,proof,scripts,socket}/**',
  'tests/machines/venue/**',
  'tests/server/{attacks,operate}/**',
  'tests/server/features/market/book/**',
  'tests/**/long/**',
]
const isLong = (file: string) => long.some((folder) => matchesGlob(file, folder))
/** The projects of one environment: quick and long ones, with those that run alone beside them. */
const projectsOf = (name: string, environment: string, ending: string): TestProjectInlineConfiguration[] => {
  const single = alone.filter((file) => file.endsWith(ending))
  const all = [`tests/**/*${ending}`]
  const one = (kind: string, isolate: boolean, include: string[], exclude: string[] = []) =>
    include.length === 0
      ? []
      : [{ extends: true as const, test: { name: `${kind} ${name}`, environment, isolate, include, exclude } }]
  return [
    ...one('quick', false, all, [...long, ...single]),
    ...one(
      'quick alone',
      true,
      single.filter((file) => !isLong(file)),
    ),
    ...one(
      'long',
      false,
      long.map((folder) => `${folder}/*${ending}`),
      single,
    ),
    ...one('long alone', true, single.filter(isLong)),
  ]
}

/**
 * What takes longest begins first, so that no worker waits for the other at the end; the usual order, the largest file
 * first, knows nothing of it.
 */
const slow = /(?:crash|adversaries|simulation[\w-]*|venue-walks|wide|rounds-venue|new-feature)\.test/
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
    projects: [...projectsOf('node', 'node', '.test.ts'), ...projectsOf('dom', 'jsdom', '.test.tsx')],
  },
})
