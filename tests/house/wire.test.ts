import { appVersion } from '#contract/wire/limits.ts'
import { contractVersion, history } from '#contract/wire/version.ts'
import { contractHash } from '#scripts/wire/wire-docs.ts'
import { expect, test } from 'vitest'

test('HOUSE-8 the shapes of the wire are the ones that were agreed; a change is written into contract/wire/version.ts', () => {
  expect(contractVersion.hash).toBe(contractHash())
})
test('HOUSE-8 the history of the wire counts upwards, and each line says what changed and which clients are still served', () => {
  expect(history.map(({ number }) => number)).toEqual(history.map((_, at) => at + 1))
  expect(new Set(history.map((each) => each.hash)).size).toBe(history.length)
  for (const { changed, oldestClient } of history) {
    expect(changed.length).toBeGreaterThan(10)
    expect(oldestClient).toBeLessThanOrEqual(appVersion.code)
  }
})
