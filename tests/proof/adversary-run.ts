import { numberAfter } from './flags.ts'
import { adversaries, adversariesOfTriggers, mostWon, playAdversary } from './strategies.ts'

const firstSeed = numberAfter('seed', 1)
const seeds = numberAfter('seeds', 20)
const leastCommands = numberAfter('ops', 1_000_000)
const players = process.argv.includes('--triggers') ? adversariesOfTriggers : adversaries
const beganAt = performance.now()
type Sum = { runs: number; commands: number; house: number; worst: number; allowed: number; breaches: number }
const sums = new Map<string, Sum>(
  players.map((name) => [
    name,
    { runs: 0, commands: 0, house: 0, worst: Infinity, allowed: -mostWon(name), breaches: 0 },
  ]),
)
let commands = 0

/** Every adversary (`--triggers`: those of triggers) plays with each seed, and on until the commands are made. */
for (let n = 0; n < seeds || commands < leastCommands; n += 1) {
  const seed = firstSeed + n
  for (const name of players) {
    const { won, note, breaches, commands: made } = await playAdversary(name, seed)
    commands += made
    const sum = sums.get(name)
    if (!sum) continue
    sum.runs += 1
    sum.commands += made
    sum.house -= won
    sum.worst = Math.min(sum.worst, -won)
    sum.breaches += breaches.length
    if (won <= mostWon(name) && breaches.length === 0) continue
    console.error(
      `${name}, seed ${seed}: won ${won.toFixed(2)} by ${note}${breaches.map((breach) => `; ${breach}`).join('')}`,
    )
    process.exitCode = 1
  }
  console.log(`seed ${seed} done: ${commands} commands in ${Math.round((performance.now() - beganAt) / 1000)} s`)
}
/** What the house has won from each, in USDT: in all, in the worst run, and what it might have lost by chance. */
console.table(
  Object.fromEntries(
    [...sums].map(([name, { house, worst, allowed, ...rest }]) => [
      name,
      { ...rest, house: house.toFixed(2), worst: worst.toFixed(2), allowed: allowed.toFixed(3) },
    ]),
  ),
)
