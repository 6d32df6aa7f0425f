import { createIdTable } from '#server/features/market/book/id-table.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

/** Consecutive ids, ids far apart, and ids beyond 32 bits, which collide. */
const id = fc.oneof(
  fc.nat(60),
  fc.nat(5000).map((n) => n * 1024),
  fc.nat(40).map((n) => n * 2 ** 32 + 5),
  fc.maxSafeNat(),
)
const move = fc.tuple(fc.constantFrom('add', 'remove'), id)

test('M13 the id table behaves like a Map', () => {
  const same = fc.property(fc.array(move, { maxLength: 3000, size: 'max' }), fc.nat(4000), (moves, expected) => {
    const table = createIdTable<string>(expected)
    const map = new Map<number, string>()
    for (const [what, id] of moves) {
      if (what === 'add' && !map.has(id)) {
        table.add(id, `${id}`)
        map.set(id, `${id}`)
      }
      if (what === 'remove' && map.delete(id)) table.remove(id)
      expect(table.get(id)).toBe(map.get(id) ?? null)
    }
    expect(table.size()).toBe(map.size)
    for (const [, id] of moves) expect(table.get(id)).toBe(map.get(id) ?? null)
    expect(table.get(-1)).toBe(null)
  })
  fc.assert(same, { numRuns: 60 })
})
test('M13 the id table grows and shrinks correctly', () => {
  const table = createIdTable<number>()
  for (let id = 0; id < 5000; id++) table.add(id * 64, id)
  for (let id = 0; id < 5000; id += 2) table.remove(id * 64)
  expect(table.size()).toBe(2500)
  for (let id = 0; id < 5000; id++) expect(table.get(id * 64)).toBe(id % 2 === 0 ? null : id)
})
