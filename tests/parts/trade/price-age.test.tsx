import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { show } from '#tests/support/render.tsx'
import { expect, test } from 'vitest'

test('TRADE-18 the age of an outdated number is told from its first second on, and none is said to be 0 seconds old', async () => {
  const told = async (freshness: 'live' | 'stale', ageMs: number | null) => {
    const { container, unmount } = await show(<PriceAge freshness={freshness} ageMs={ageMs} />)
    const text = container.textContent
    unmount()
    return text
  }
  expect(await told('stale', 0)).toBe('')
  expect(await told('stale', 999)).toBe('')
  expect(await told('stale', 1000)).toBe('1 sec old')
  expect(await told('stale', 61_000)).toBe('1 min old')
  expect(await told('live', 61_000)).toBe('')
  expect(await told('stale', null)).toBe('')
})
