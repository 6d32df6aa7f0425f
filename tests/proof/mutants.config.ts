import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutated, type Mutant } from './mutants.ts'

/** The mutant of this run; the file on disk stays as it is. */
const mutant: Mutant = JSON.parse(process.env['MUTANT'] ?? '{"file":"","start":0,"end":0,"text":"","kind":""}')
const target = resolve(mutant.file)
const plant = {
  name: 'mutant',
  enforce: 'pre',
  load: (id: string) =>
    mutant.file !== '' && id.split('?')[0] === target ? mutated(readFileSync(target, 'utf8'), mutant) : null,
} as const

/** As in the usual configuration: Vite does not know this built-in module. */
const sqlite = {
  name: 'sqlite',
  enforce: 'pre',
  resolveId: (id: string) => (id === 'node:sqlite' ? { id, external: true } : null),
} as const

export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [plant, sqlite],
  test: {
    environment: 'node',
    isolate: false,
    maxWorkers: 1,
    restoreMocks: true,
    bail: 1,
    testTimeout: 20_000,
    setupFiles: ['tests/support/setup.ts'],
    include: ['tests/**/*.test.ts'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  },
})
