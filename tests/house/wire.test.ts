import { appVersion } from '#contract/wire/limits.ts'
import { contractVersion } from '#contract/wire/version.ts'
import { contractHash } from '#scripts/wire/wire-docs.ts'
import { coreSettings } from '#server/core/settings.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const history = [
  ...textOf('docs/wire-history.md').matchAll(/^\| (\d+) \| `([0-9a-f]{16})` \| (\d+) \| (.{10,}) \|$/gm),
].map(([, number, hash, oldestClient]) => ({
  number: Number(number),
  hash,
  oldestClient: Number(oldestClient),
}))

test('HOUSE-8 the shapes of the wire are the ones that were agreed; a change is written into contract/wire/version.ts', () => {
  expect(contractVersion.hash).toBe(contractHash())
})
test('HOUSE-8 the history of the wire counts upwards to the version of today, each line with what has changed', () => {
  expect(history.map(({ number }) => number)).toEqual(history.map((_, at) => at + 1))
  expect(new Set(history.map((each) => each.hash)).size).toBe(history.length)
  expect(history.at(-1)).toEqual(contractVersion)
})
test('HOUSE-8 the oldest client only moves forward, is served by this release, and is the one that a venue serves', () => {
  const oldest = history.map((each) => each.oldestClient)
  expect(oldest).toEqual(oldest.toSorted((a, b) => a - b))
  expect(contractVersion.oldestClient).toBeLessThanOrEqual(appVersion.code)
  expect([true, false].map((demo) => coreSettings(demo).minVersionCode)).toEqual([
    contractVersion.oldestClient,
    contractVersion.oldestClient,
  ])
})
