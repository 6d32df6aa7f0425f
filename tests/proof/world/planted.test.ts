import { findPlanted } from './find.ts'
import { planted } from './plants.ts'
import { expect, test } from 'vitest'

// A world ends by its steps and its virtual time, however slow the machine is.
test('WORLD-3 a fault in the client, the gateway or the venue is found in a few worlds', { timeout: 0 }, async () => {
  const found = await findPlanted(1, 20)
  // oxlint-disable-next-line no-console -- the table is what this test is for
  console.table(found)
  expect(found.filter(({ worlds }) => worlds === null)).toEqual([])
  expect(found.length).toBe(planted.length)
})
