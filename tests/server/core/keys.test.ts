import { createKeys } from '#server/core/keys.ts'
import { expect, test } from 'vitest'

test('L7 the digest of a key tells its path, its input and the venue apart, and knows no secret', () => {
  const keys = createKeys({ key: () => null }, 'one', () => 0)
  const isSecret = (field: string) => field === 'pin'
  const digest = keys.digestOf('coin/trade', { amount: '1', pin: 'a' }, isSecret)
  expect(keys.digestOf('coin/trade', { pin: 'b', amount: '1' }, isSecret)).toBe(digest)
  expect(keys.digestOf('coin/cancel', { amount: '1' }, isSecret)).not.toBe(digest)
  expect(keys.digestOf('coin/trade', { amount: '2' }, isSecret)).not.toBe(digest)
  expect(createKeys({ key: () => null }, 'other', () => 0).digestOf('coin/trade', { amount: '1' }, isSecret)).not.toBe(
    digest,
  )
})
