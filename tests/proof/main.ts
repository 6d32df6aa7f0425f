import { readdirSync } from 'node:fs'

/** What a proof was asked for: how many rounds (or steps), from which seed. */
export type Wish = { readonly rounds: number; readonly seed: number }
/** What it has found: figures to look at, and everything that must not be. */
export type Proof = { readonly figures: Readonly<Record<string, string | number>>; readonly failures: readonly string[] }
type Part = { readonly prove: (wish: Wish) => Promise<Proof> }

const isPart = (found: unknown): found is Part =>
  typeof found === 'object' && found !== null && 'prove' in found && typeof found.prove === 'function'

const words = process.argv.slice(3)
const numberOf = (name: string, usual: number) => {
  const at = words.indexOf(`--${name}`)
  return at < 0 ? usual : Number(words[at + 1])
}
const wish: Wish = { rounds: numberOf('rounds', 10_000), seed: numberOf('seed', 1) }
if (!Number.isInteger(wish.rounds) || wish.rounds < 1 || !Number.isInteger(wish.seed)) {
  console.error('Usage: npm run proof:sim -- [--rounds n] [--seed n]')
  process.exit(1)
}
const parts = readdirSync(import.meta.dirname).filter((name) => /^[a-z-]+\.ts$/.test(name) && name !== 'main.ts').map((name) => name.slice(0, -3))
let failed = 0
for (const part of parts) {
  const found: unknown = await import(`./${part}.ts`)
  if (!isPart(found)) continue
  const beganAt = performance.now()
  const { figures, failures } = await found.prove(wish)
  console.log(`\n${part} (seed ${wish.seed}, ${((performance.now() - beganAt) / 1000).toFixed(1)} s)`)
  console.table(figures)
  for (const failure of failures.slice(0, 20)) console.error(`FAILED: ${failure}`)
  failed += failures.length
}
console.log(failed === 0 ? '\nNothing failed.' : `\n${failed} failures.`)
process.exitCode = failed === 0 ? 0 : 1
