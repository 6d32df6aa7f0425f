import { existsSync } from 'node:fs'
import { contractVersion } from '#contract/wire/version.ts'
import { contractHash, wireDocs } from '#scripts/wire-docs.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

test('HOUSE-8 the shapes of the wire are the ones that were agreed; a change is written into contract/wire/version.ts', () => {
  expect(contractVersion.hash).toBe(contractHash())
})
test.each(Object.entries(wireDocs()))('HOUSE-8 %s says what the contract says (npm run docs:wire)', (file, text) => {
  expect(existsSync(file) ? textOf(file) : '').toBe(text)
})
