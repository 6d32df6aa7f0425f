import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** What is made by a build, or belongs to a clone. */
const notCopied = new Set(['.git', 'node_modules', 'dist', 'dist-venue', 'test-results'])

/** A copy of the repository with the packages of this one. */
function copyOfAll() {
  const copy = mkdtempSync(join(tmpdir(), 'feature-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync('.', copy, { recursive: true, filter: (path) => !notCopied.has(path) })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'), 'dir')
  // The product and the new test: the types of nothing else depend on the feature.
  const include = ['contract', 'machines', 'streams', 'server', 'src', 'locales', 'tests/server/features/poll']
  const compilerOptions = { incremental: false, tsBuildInfoFile: null }
  writeFileSync(
    join(copy, 'tsconfig.made.json'),
    `${JSON.stringify({ extends: './tsconfig.json', compilerOptions, include })}\n`,
  )
  return copy
}

const shared = [
  'contract/events.ts',
  'contract/wire/version.ts',
  'docs/wire-history.md',
  'server/features.ts',
  'src/app/routes.ts',
]

test('HOUSE-26 one command makes a feature: types and rules of the house hold, and at most eight lines of others change', () => {
  const copy = copyOfAll()
  const run = (...command: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' })
    return { status, text: `${stdout}${stderr}` }
  }
  const make = (name: string) => run('--disable-warning=ExperimentalWarning', 'scripts/run.mjs', 'new-feature', name)
  expect(make('session')).toEqual({ status: 1, text: 'There is a feature "session" already.\n' })
  expect(make('poll')).toMatchObject({ status: 0, text: expect.stringContaining('/pages/poll/index') })
  const linesOf = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8').split('\n')
  const changed = shared.flatMap((file) => {
    const before = new Set(linesOf('.', file))
    return linesOf(copy, file).filter((line) => !before.has(line))
  })
  expect(changed.length).toBeGreaterThan(5)
  expect(changed.length).toBeLessThanOrEqual(8)
  expect(run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.made.json', '--checkers', '1').text).toBe('')
  // A feature adds lines, and who makes one raises the figure.
  const figures = join(copy, 'tests/house/size.json')
  const { product, ...others } = JSON.parse(readFileSync(figures, 'utf8'))
  writeFileSync(figures, JSON.stringify({ ...others, product: Number(product) + 1000 }))
  // All but the linter of the documents, which takes longer than the others together.
  const house = ['tests/house', 'tests/server/features/poll', '--exclude', '**/api-docs.test.ts', '--maxWorkers=1']
  const { status, text } = run('node_modules/vitest/vitest.mjs', 'run', ...house)
  expect({ status, failed: text.split('\n').filter((line) => /×|Error/.test(line)) }).toEqual({ status: 0, failed: [] })
}, 600_000)
