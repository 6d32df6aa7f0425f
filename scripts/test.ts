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
  /** Runs beside its neighbours with the same mark: each keeps one core busy. What they print is told at their end. */
  readonly beside?: true
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
  { name: 'types', command: ['tsc'], beside: true },
  { name: 'format', command: ['biome', 'format'], beside: true },
  { name: 'lint', command: ['oxlint', '--type-aware'], beside: true },
  { name: 'build', command: ['node', 'scripts/run.mjs', 'build'], beside: true },
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
  {
    name: 'browser',
    command: ['playwright', 'test', '-c', 'tests/browser/playwright.config.ts'],
    count: browserCount,
  },
]

/** Whether a command succeeded; what it prints is shown at once, or kept until it has ended. */
const run = ([program = '', ...args]: readonly string[], isKept: boolean) =>
  new Promise<{ isGreen: boolean; printed: string }>((done) => {
    const env = {
      ...process.env,
      BROWSER_REPORT: browserReport,
      FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    }
    const out = isKept ? 'pipe' : 'inherit'
    const child = spawn(program, args, { stdio: ['ignore', out, out], env, shell: process.platform === 'win32' })
    let printed = ''
    const keep = (text: string) => (printed += text)
    child.stdout?.setEncoding('utf8').on('data', keep)
    child.stderr?.setEncoding('utf8').on('data', keep)
    child.on('error', ({ message }) => done({ isGreen: false, printed: `${printed}${program}: ${message}\n` }))
    child.on('close', (code) => done({ isGreen: code === 0, printed }))
  })

/** Runs a step, tells how it went, and answers what it counted. */
const play = async ({
  name,
  command,
  count,
  beside,
}: Step): Promise<Count & { result: string; lastLines: string[] }> => {
  const from = performance.now()
  const head = `\n== ${name}`
  if (beside === undefined) console.log(head)
  const { isGreen, printed } = await run(command, beside === true)
  if (beside === true) console.log(`${head}\n${printed}`)
  else if (printed !== '') console.error(printed)
  const counted = count?.() ?? { passed: 0, failed: 0 }
  const word = isGreen ? 'ok' : 'FAILED'
  console.log(`== ${name} ${word} in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  return {
    passed: counted.passed,
    failed: isGreen ? 0 : Math.max(1, counted.failed),
    result: `${name} ${word}`,
    lastLines: isGreen ? [] : printed.trimEnd().split('\n').slice(-8),
  }
}

/** Two rows side by side, one after the other each: as many as there are cores. */
const playBeside = async (side: readonly Step[]) => {
  const waiting = side.toReversed()
  const row = async (): Promise<Awaited<ReturnType<typeof play>>[]> => {
    const next = waiting.pop()
    return next === undefined ? [] : [await play(next), ...(await row())]
  }
  return (await Promise.all([row(), row()])).flat()
}

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
  const wanted = steps.filter(({ name }) => (chosen.length === 0 ? name !== 'few' : chosen.includes(name)))
  const played = await playBeside(wanted.filter(({ beside }) => beside === true))
  for (const step of wanted.filter(({ beside }) => beside === undefined)) played.push(await play(step))
  const table = coverageTable()
  if (table !== null) console.log(`\n${table}`)
  const failed = [
    ...played.flatMap(({ lastLines }) => lastLines),
    ...[unitReport, browserReport].flatMap((file) => failedIn(readReport(file))),
  ]
  if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => `  ${name}`).join('\n')}`)
  console.log(`\n${played.map(({ result }) => result).join(', ')}`)
  const sumOf = (what: keyof Count) => played.reduce((sum, each) => sum + each[what], 0)
  console.log(`${sumOf('passed')} passed, ${sumOf('failed')} failed`)
  process.exitCode = sumOf('failed') === 0 ? 0 : 1
}

await main()
