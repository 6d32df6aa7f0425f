import { measure, repeatedBodies, tooWide } from '#scripts/size/measure.ts'
import { expect, test } from 'vitest'
import ratchet from './size.json' with { type: 'json' }

test('LOOK-9 HOUSE-23 what is to become less only becomes less: the figures of size.json hold, and are lowered with the code', () => {
  const today = measure()
  expect(Object.entries(ratchet).filter(([what, most]) => !((today[what] ?? Infinity) <= most))).toEqual([])
})
test('HOUSE-23 the figures bite', () => {
  const long = 'x'.repeat(130)
  expect(tooWide(`const a = '${long} ${long}'\ntest('${long}', () => {`)).toBe(1)
  expect(repeatedBodies(['.a {\n  b: c;\n  d: e;\n}\n.f {\n  d: e;\n  b: c;\n}', '.g {\n  b: c;\n  d: e;\n}'])).toBe(1)
})
