import { zstdCompressSync } from 'node:zlib'
import type { Group } from '#server/core/store-port.ts'
import { StoreError } from '#server/core/store-error.ts'
import { pack, unpack } from '#server/store/postgres/packed.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\n', 'a\nb', '\0', '\ud800', '"', 'é', '1'))
const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 6 })
const group: fc.Arbitrary<Group> = fc.record({
  rows: some(
    fc.record({
      table: text,
      id: fc.oneof(whole, text),
      body: fc.option(text),
      columns: some(fc.oneof(whole, text, fc.constant(null))),
    }),
  ),
  entries: some(fc.record({ seq: whole, at: whole, type: whole, ref: text, lines: text, hash: text })),
  events: some(fc.record({ user: whole, s: whole, at: whole, body: text })),
  keys: some(fc.record({ place: text, digest: text, at: whole, status: whole, answer: text })),
  meta: some(fc.record({ name: text, value: text })),
})

test('a group is read as it was packed, whatever its texts are', () => {
  fc.assert(
    fc.property(group, (one) => {
      expect(unpack(pack(one))).toEqual(one)
    }),
  )
})
test('a group of the form before is read', () => {
  const before = (one: Group) =>
    zstdCompressSync(
      JSON.stringify([
        1,
        one.rows.map(({ table, id, body, columns }) => [table, id, body, columns]),
        one.entries,
        one.events,
        one.keys,
        one.meta,
      ]),
    )
  fc.assert(
    fc.property(group, (one) => {
      expect(unpack(before(one))).toEqual(JSON.parse(JSON.stringify(one)))
    }),
  )
})
test('a group of a later form is refused', () => {
  const later = zstdCompressSync(JSON.stringify([3, [], [], [], [], []]))
  expect(() => unpack(later)).toThrow(StoreError)
  expect(() => unpack(later)).toThrow('a group of the log has form 3')
})
test('a group whose texts are not all there is refused', () => {
  expect(() => unpack(zstdCompressSync(JSON.stringify([2, [['some', 1, 1, []]], [], [], [], []])))).toThrow(
    'a text is missing',
  )
})
