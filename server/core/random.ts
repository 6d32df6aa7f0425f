import { randomBytes } from 'node:crypto'

/** Source of randomness, injected: `systemRandom` for anything that must not be guessed, `seededRandom` for simulations and tests. */
export type Random = {
  bytes: (count: number) => Buffer
  /** Uniform in [0, 1). */
  unit: () => number
  /** Uniform integer in [0, below). */
  int: (below: number) => number
}

const unitOf = (bytes: Buffer) => (bytes.readUInt32BE(0) * 2 ** 21 + (bytes.readUInt32BE(4) >>> 11)) / 2 ** 53

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  unit: () => unitOf(randomBytes(8)),
  int: (below) => Math.floor(unitOf(randomBytes(8)) * below),
}

/** Mulberry32: fast, and the same sequence on every machine for the same seed. Never use it for secrets. */
export function seededRandom(seed: number): Random {
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
  }
}
