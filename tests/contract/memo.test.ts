import { memoOf, userOfMemo } from '#contract/wallet/deposit-memo.ts'
import { expect, test } from 'vitest'

/** The memo with one digit wrong, or with two neighbours swapped. */
const slipsOf = (memo: string) =>
  [...memo]
    .flatMap((_, at) => [
      ...'0123456789'.split('').map((digit) => `${memo.slice(0, at)}${digit}${memo.slice(at + 1)}`),
      `${memo.slice(0, at)}${memo[at + 1] ?? ''}${memo[at] ?? ''}${memo.slice(at + 2)}`,
    ])
    .filter((slip) => slip !== memo)

test('DEP-9 a memo names its account, and no slip of one digit or swap of two neighbours names another', () => {
  for (const user of [1, 7, 99, 100_001, 987_654]) {
    const memo = memoOf(user)
    expect(userOfMemo(` ${memo} `)).toBe(user)
    expect(slipsOf(memo).length).toBeGreaterThan(20)
    expect(slipsOf(memo).filter((slip) => userOfMemo(slip) !== null)).toEqual([])
  }
  expect(['', '1', 'KT100001', '0101'].map(userOfMemo)).toEqual([null, null, null, null])
})
