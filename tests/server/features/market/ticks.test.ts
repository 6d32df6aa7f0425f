import { createLoop } from '#server/loop.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { expect, test } from 'vitest'

/** The names of the ticks of all markets, read so many times. */
const ticksOf = async (seed: number, reads: number) => {
  const { venue, clock } = createMemoryVenue({ seed })
  const loop = createLoop(venue)
  const ticks: string[] = []
  for (let n = 0; n < reads; n += 1) {
    clock.advance(250)
    await loop.step()
    ticks.push(...venue.ctx.markets.all().map((market) => market.quote()?.tick ?? 'none'))
  }
  return ticks
}

test('FEED-2 no tick bears the name of another, the start of the venue or a count', async () => {
  const ticks = await ticksOf(1, 60)
  expect(ticks).toHaveLength(480)
  expect(new Set(ticks).size).toBe(480)
  expect(ticks.filter((tick) => !/^[A-Za-z0-9_-]{12}$/.test(tick))).toEqual([])
  // Random names share a beginning of three letters once in 2^18; names that count share nearly all of theirs.
  const beginnings = new Set(ticks.map((tick) => tick.slice(0, 3)))
  expect(beginnings.size).toBeGreaterThan(470)
  const endings = new Set(ticks.map((tick) => tick.slice(-3)))
  expect(endings.size).toBeGreaterThan(470)
})
test('FEED-2 two venues that start at the same instant name their ticks differently', async () => {
  const [one, other] = await Promise.all([ticksOf(1, 4), ticksOf(2, 4)])
  expect(one.filter((tick) => other.includes(tick))).toEqual([])
})
