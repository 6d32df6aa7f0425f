import { spawn } from 'node:child_process'
import { coverageTable } from '#scripts/machines/coverage.ts'
import { failedIn } from '#scripts/failed-tests.ts'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

/** Tests counted by a step. A step without tests counts none if it succeeds and one failure if it fails. */
type Count = { readonly passed: number; readonly failed: number }
type Step = {
  readonly name: string
  readonly command: readonly string[]
  readonly count?: () => Count
}

const unitReport = 'test-results/unit.json'
const browserReport = 'test-results/browser.json'

const numberAt = (json: unknown, name: string) => {
  const found = typeof json === 'object' && json !== null ? Object.entries(json).find(([key]) => key === name)?.[1] : 0
  return typeof found === 'number' ? found : 0
}
const readReport = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
const statsOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'stats' in json ? json.stats : {}

const unitCount = (): Count => {
  const report = readReport(unitReport)
  return { passed: numberAt(report, 'numPassedTests'), failed: numberAt(report, 'numFailedTests') }
}
const browserCount = (): Count => {
  const stats = statsOf(readReport(browserReport))
  return { passed: numberAt(stats, 'expected') + numberAt(stats, 'flaky'), failed: numberAt(stats, 'unexpected') }
}

/** What `npm run test:quick` runs, in a few minutes on two cores; vitest.config.ts says which tests are quick. */
const quick = ['types', 'few']
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]

const steps: readonly Step[] = [
  { name: 'types', command: ['tsc'] },
  { name: 'format', command: ['biome', 'format'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  {
    name: 'unit',
    command: ['vitest', 'run', ...reporters],
    count: unitCount,
  },
  {
    name: 'few',
    command: ['vitest', 'run', '--project=quick*', ...reporters],
    count: unitCount,
  },
  { name: 'build', command: ['node', 'scripts/run.mjs', 'build'] },
  {
    name: 'browser',
    command: ['playwright', 'test', '-c', 'tests/browser/playwright.config.ts'],
    count: browserCount,
  },
]

const run = ([program = '', ...args]: readonly string[]) =>
  new Promise<boolean>((done) => {
    const env = {
      ...process.env,
      BROWSER_REPORT: browserReport,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    }
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
      shell: process.platform === 'win32',
    })
    child.on('error', (thrown) => {
      console.error(`${program}: ${thrown.message}`)
      done(false)
    })
    child.on('close', (code) => done(code === 0))
  })

const main = async () => {
  const chosen = process.argv.slice(3).flatMap((word) => (word === 'quick' ? quick : [word]))
  const unknown = chosen.filter((word) => !steps.some(({ name }) => name === word))
  if (unknown.length > 0) {
    const names = steps.map(({ name }) => name).join(', ')
    console.error(`Unknown step: ${unknown.join(' ')}. The steps are ${names}; quick is ${quick.join(' and ')}.`)
    process.exitCode = 1
    return
  }
  rmSync('test-results', { recursive: true, force: true })
  mkdirSync('test-results', { recursive: true })
  const sum = { passed: 0, failed: 0 }
  const results: string[] = []
  for (const { name, command, count } of steps.filter(({ name }) =>
    chosen.length === 0 ? name !== 'few' : chosen.includes(name),
  )) {
    const from = performance.now()
    console.log(`\n== ${name}`)
    const isGreen = await run(command)
    const counted = count?.() ?? { passed: 0, failed: 0 }
    sum.passed += counted.passed
    sum.failed += isGreen ? 0 : Math.max(1, counted.failed)
    console.log(`== ${name} ${isGreen ? 'ok' : 'FAILED'} in ${((performance.now() - from) / 1000).toFixed(1)} s`)
    results.push(`${name} ${isGreen ? 'ok' : 'FAILED'}`)
  }
  const table = coverageTable()
  if (table !== null) console.log(`\n${table}`)
  const failed = [unitReport, browserReport].flatMap((file) => failedIn(readReport(file)))
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${results.join(', ')}`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
  process.exitCode = sum.failed === 0 ? 0 : 1
}

await main()
