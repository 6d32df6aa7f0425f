import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { seededRandom } from '#server/core/random.ts'
import { numberAfter } from './flags.ts'
import { lineOf, mutantsOf, type Mutant } from './mutants.ts'
import { targets, type Target } from './mutant-targets.ts'

/**
 * Changes the source a little, runs the tests that must notice it, and counts what they do not. A sample of all mutants
 * is drawn by seed; a
 * run ends after `--minutes` and the next one goes on behind it, so that it fits between other work.
 */
const seed = numberAfter('seed', 1)
const count = numberAfter('count', 150)
const minutes = numberAfter('minutes', 60)
const report = `test-results/mutants-${seed}-${count}.jsonl`
/** A mutant that loops for ever is noticed by that. */
const mostMs = 90_000

type Result = {
  readonly id: string
  readonly group: string
  readonly least: number
  readonly isKilled: boolean
  readonly told: string
}
type Planned = { readonly id: string; readonly target: Target; readonly mutant: Mutant }

const plannedOf = (target: Target): Planned[] =>
  target.files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return mutantsOf(file, source).map((mutant, at) => ({
      id: `${file}:${lineOf(source, mutant.start)}#${at}`,
      target,
      mutant,
    }))
  })
const all = targets.flatMap(plannedOf)
const chance = seededRandom(seed)
const sample = all
  .map((planned) => ({ planned, dice: chance.unit() }))
  .toSorted((a, b) => a.dice - b.dice)
  .slice(0, count)
  .map(({ planned }) => planned)

const isGreen = ({ tests }: Target, mutant: Mutant | null) =>
  new Promise<boolean>((done) => {
    const env = { ...process.env, ...(mutant && { MUTANT: JSON.stringify(mutant) }), NO_COLOR: '1' }
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--config',
      'tests/proof/mutants.config.ts',
      '--reporter=dot',
      ...tests,
    ]
    const run = spawn(process.execPath, args, { env, stdio: 'ignore', detached: true })
    // Its workers are of its own group and end with it.
    const timer = setTimeout(() => run.pid !== undefined && process.kill(-run.pid, 'SIGKILL'), mostMs)
    run.on('close', (code) => {
      clearTimeout(timer)
      done(code === 0)
    })
  })
const read = (): Result[] =>
  existsSync(report)
    ? readFileSync(report, 'utf8')
        .trim()
        .split('\n')
        .map((line): Result => JSON.parse(line))
    : []
const describe = ({ mutant: { file, start, end, text, kind } }: Planned) => {
  const source = readFileSync(file, 'utf8')
  const short = (code: string) => code.replaceAll(/\s+/g, ' ').slice(0, 80)
  return `${kind}: ${short(source.slice(start, end))} → ${short(text)}`
}

mkdirSync('test-results', { recursive: true })
const until = performance.now() + minutes * 60_000
const known = new Set(read().map(({ id }) => id))
const sound = new Map<Target, boolean>()
console.log(`${sample.length} of ${all.length} mutants, seed ${seed}, ${known.size} done before`)
for (const planned of sample) {
  if (performance.now() > until) break
  if (known.has(planned.id)) continue
  const { id, target, mutant } = planned
  if (!sound.has(target)) sound.set(target, await isGreen(target, null))
  if (sound.get(target) === false) throw new Error(`${target.tests.join(' ')} fail without any mutant`)
  const result: Result = {
    id,
    group: target.group,
    least: target.least,
    isKilled: !(await isGreen(target, mutant)),
    told: describe(planned),
  }
  appendFileSync(report, `${JSON.stringify(result)}\n`)
  if (!result.isKilled) console.log(`lives: ${id} ${result.told}`)
}

const results = read()
const groups = [...new Set(results.map(({ group }) => group))]
console.table(
  Object.fromEntries(
    groups.map((group) => {
      const own = results.filter((result) => result.group === group)
      const killed = own.filter(({ isKilled }) => isKilled).length
      const percent = (killed * 100) / own.length
      if (percent < (own[0]?.least ?? 0)) process.exitCode = 1
      return [group, { mutants: own.length, killed, percent: percent.toFixed(1), least: own[0]?.least }]
    }),
  ),
)
console.log(`${results.length} of ${sample.length} done; all results in ${report}`)
