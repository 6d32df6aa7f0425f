import { planted, type Planted } from './plants.ts'
import { playWorld } from './world.ts'

export type Found = {
  readonly where: string
  readonly fault: string
  readonly worlds: number | null
  readonly rule: string
  readonly seconds: number
}
/** For each planted fault the worlds, the rule and the time that it takes to find it. */
export async function findPlanted(
  from: number,
  most: number,
  faults: readonly Planted[] = planted,
  isWide = false,
): Promise<readonly Found[]> {
  const all: Found[] = []
  for (const { where, fault, plant } of faults) {
    const beganAt = performance.now()
    let worlds: number | null = null
    let rule = ''
    for (let n = 1; n <= most && worlds === null; n += 1) {
      const { breaches } = await playWorld({ seed: from + n, plant: plant(), isWide })
      const [first] = breaches
      if (first === undefined) continue
      worlds = n
      rule = first.rule
    }
    all.push({ where, fault, worlds, rule, seconds: Number(((performance.now() - beganAt) / 1000).toFixed(1)) })
  }
  return all
}
