import { assets } from '#contract/assets/assets.ts'
import { createReadCache } from '#src/actors/read-cache.ts'
import { expect, test } from 'vitest'

const coins = { left: [], right: [], pairs: [] }

test('what was read is shown again for a minute, for the same call and input alone', () => {
  let at = 0
  const cache = createReadCache(
    () => '',
    () => at,
  )
  cache.begin(assets.flashCoins, {})(coins)
  expect(cache.get(assets.flashCoins, {})).toBe(coins)
  expect(cache.get(assets.transferCoins, {})).toBeNull()
  at = 59_999
  expect(cache.get(assets.flashCoins, {})).toBe(coins)
  at = 60_000
  expect(cache.get(assets.flashCoins, {})).toBeNull()
})
test('after a change nothing is shown that was read or asked for before it', () => {
  let changes = 0
  const cache = createReadCache(
    () => String(changes),
    () => 0,
  )
  cache.begin(assets.flashCoins, {})(coins)
  const late = cache.begin(assets.transferCoins, {})
  changes += 1
  late([])
  expect(cache.get(assets.flashCoins, {})).toBeNull()
  expect(cache.get(assets.transferCoins, {})).toBeNull()
})
test('of very many reads the oldest is forgotten', () => {
  const cache = createReadCache(
    () => '',
    () => 0,
  )
  for (let page = 1; page <= 101; page += 1)
    cache.begin(assets.transfers, { page, limit: 10 })({ data: [], total: 0, page, limit: 10 })
  expect(cache.get(assets.transfers, { page: 1, limit: 10 })).toBeNull()
  expect(cache.get(assets.transfers, { page: 2, limit: 10 })).not.toBeNull()
})
