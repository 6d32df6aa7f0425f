import { findPlanted } from './find.ts'
import { planted } from './plants.ts'
import { expect, test } from 'vitest'

test('WORLD-3 a fault in the client, the gateway or the venue is found in a few worlds', { timeout: 240_000 }, async () => {
  const found = await findPlanted(1, 20)
  // oxlint-disable-next-line no-console -- the table is what this test is for
  console.table(found)
  expect(found.filter(({ worlds }) => worlds === null)).toEqual([])
  expect(found.length).toBe(planted.length)
})
