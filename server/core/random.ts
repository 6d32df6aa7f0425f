import { randomBytes, randomFillSync } from 'node:crypto'

/**
 * Source of randomness, injected: `systemRandom` for anything that must not be guessed, `seededRandom` for simulations
 * and tests.
 */
export type Random = {
  bytes: (count: number) => Buffer
  /** Uniform in [0, 1). */
  unit: () => number
  /** Uniform integer in [0, below). */
  int: (below: number) => number
}

/**
 * Numbers are cut from a block of system randomness, because asking the system for each of them is ten times as slow.
 */
const block = Buffer.alloc(8192)
let taken = block.length
const systemUnit = () => {
  if (taken === block.length) {
    randomFillSync(block)
    taken = 0
  }
  const unit = (block.readUInt32BE(taken) * 2 ** 21 + (block.readUInt32BE(taken + 4) >>> 11)) / 2 ** 53
  taken += 8
  return unit
}

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  unit: systemUnit,
  int: (below) => Math.floor(systemUnit() * below),
}

/** One that can be taken back to where it was: `resume` with an earlier `state`. */
export type SeededRandom = Random & { state: () => number; resume: (state: number) => void }
/**
 * Mulberry32: fast, and the same sequence on every machine for the same seed. Its state can be computed from twelve
 * public prices, so only tests and the box, which is no venue for people, may use it (FEED-1).
 */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next32 = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const unit = () => next32() / 2 ** 32
  return {
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => next32() & 255)),
    unit,
    int: (below) => Math.floor(unit() * below),
    state: () => state,
    resume: (at) => {
      state = at
    },
  }
}
