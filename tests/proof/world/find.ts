import { planted } from './plants.ts'
import { playWorld } from './world.ts'

export type Found = { readonly where: string; readonly fault: string; readonly worlds: number | null; readonly rule: string; readonly seconds: number }
/** For each planted fault the worlds, the rule and the time that it takes to find it. */
export async function findPlanted(from: number, most: number, onFound: (found: Found) => void = () => undefined): Promise<readonly Found[]> {
  const all: Found[] = []
  for (const { where, fault, plant } of planted) {
    const beganAt = performance.now()
    let worlds: number | null = null
    let rule = ''
    for (let n = 1; n <= most && worlds === null; n += 1) {
      const { breaches } = await playWorld({ seed: from + n, plant: plant() })
      const [first] = breaches
      if (first === undefined) continue
      worlds = n
      rule = first.rule
    }
    const found = { where, fault, worlds, rule, seconds: Number(((performance.now() - beganAt) / 1000).toFixed(1)) }
    all.push(found)
    onFound(found)
  }
  return all
}
