import type { Random } from '#server/core/random.ts'

/**
 * Shares of a packet by chance, in cents: each at least one, on average all the same; `total` is at least `count`. A
 * share is drawn below
 * twice the mean of what is left, which leaves a cent for each share still to come: L − (2L ÷ n − 1) ≥ n − 1 for L ≥ n.
 * The order is
 * shuffled, because the last shares vary most (R3, R6).
 */
export function splitRandom(random: Pick<Random, 'int'>, total: number, count: number): bigint[] {
  const shares: number[] = []
  let left = total
  for (let toCome = count; toCome > 1; toCome -= 1) {
    const share = 1 + random.int(Math.floor((2 * left) / toCome) - 1)
    shares.push(share)
    left -= share
  }
  shares.push(left)
  for (let at = shares.length - 1; at > 0; at -= 1) {
    const other = random.int(at + 1)
    const [a = 0, b = 0] = [shares[at], shares[other]]
    shares[at] = b
    shares[other] = a
  }
  return shares.map(BigInt)
}
/** Equal shares: they differ by one cent at most, and the first ones have the cents that do not divide. */
export function splitEqual(total: number, count: number): bigint[] {
  const each = Math.floor(total / count)
  const more = total - each * count
  return Array.from({ length: count }, (_, at) => BigInt(each + (at < more ? 1 : 0)))
}
