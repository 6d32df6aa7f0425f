import { simulate, type SimOptions } from './simulate.ts'

/**
 * Many people or few, hours or minutes, quick or slow: another world for each seed. In every other one people also
 * host, subscribe and mine, for days.
 */
const worldOf = (seed: number): SimOptions => ({
  seed,
  ops: 100,
  users: 2 + (seed % 5) * 4,
  beats: [0.06, 0.2, 0.4][seed % 3] ?? 0.06,
  triggers: [0, 0, 0.2, 0.5][seed % 4] ?? 0,
  ...(seed % 2 === 0 ? { nights: 0.02 } : { nights: 0.3, products: 0.6 }),
})

/** Plays so many short worlds, one after the other, and answers the first that broke a rule. */
export async function playWorlds(from: number, count: number) {
  for (let seed = from; seed < from + count; seed += 1) {
    const { breaches } = await simulate(worldOf(seed))
    if (breaches.length > 0) return { seed, breaches }
  }
  return null
}

const crowdOf = { ops: 3000, users: 20 }
const worlds: Readonly<Record<string, Omit<SimOptions, 'seed' | 'plant'>>> = {
  // Meeting oneself needs few people.
  M12: { ops: 3000, users: 2 },
  // A full side needs many stakes in little time.
  O8: { ops: 8000, users: 20 },
  // Few people show the same proof soon.
  L9: { ops: 3000, users: 4 },
  // A quote of the last minutes is tried again, and fees are looked at, sooner among few.
  L10: { ops: 4000, users: 4 },
  X1: { ops: 6000, users: 4 },
  // One of two guesses.
  K4: { ops: 6000, users: 2, beats: 0.02 },
  // A day has to end after bookings; somebody has to earn.
  'PNL-1': { ops: 2000, users: 6, beats: 0.15, nights: 0.1 },
  'PNL-5': { ops: 2000, users: 6, beats: 0.15, nights: 0.1, products: 0.5 },
  L12: { ops: 3000, users: 4 },
  L13: { ops: 3000, users: 4 },
}
/** A world of days in which a fault of what earns, is launched, mines or is shared must come to light. */
export const productWorld: SimOptions = { seed: 7, ops: 4000, users: 12, beats: 0.15, nights: 0.1, products: 0.7 }
/**
 * A world in which a fault against one rule must come to light: contracts and rounds need time, orders only commands.
 */
export const worldAgainst = (rule: string): SimOptions => {
  const usual = rule.startsWith('O')
    ? { ops: 2500, users: 20, beats: 0.4 }
    : rule.startsWith('P')
      ? { ops: 4000, users: 20, beats: 0.12 }
      : crowdOf
  return { seed: 7, ...(worlds[rule] ?? usual) }
}
