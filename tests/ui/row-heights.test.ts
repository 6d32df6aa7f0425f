import { createHeights } from '#src/ui/row-heights.ts'
import { expect, test } from 'vitest'

const chanceOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
const seed = Number(process.env['SEED'] ?? 20_261_122)
test(`CHAT-66 offsets of rows are the sums of their heights, measured or estimated, in any order of measuring; seed ${seed}`, () => {
  const chance = chanceOf(seed)
  const heights = createHeights(64)
  const plain: number[] = Array.from({ length: 3000 }, () => 64)
  for (let step = 0; step < 2000; step++) {
    const [index, height] = [Math.floor(chance() * plain.length), 20 + Math.floor(chance() * 300)]
    plain[index] = height
    heights.set(index, height)
    const at = Math.floor(chance() * plain.length)
    const offset = plain.slice(0, at).reduce((sum, each) => sum + each, 0)
    expect([
      heights.offsetOf(at),
      heights.indexAt(offset, plain.length),
      heights.indexAt(offset + (plain[at] ?? 1) - 1, plain.length),
    ]).toEqual([offset, at, at])
  }
})
