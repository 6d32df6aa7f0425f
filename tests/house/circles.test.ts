import { inCircles } from '#scripts/size/circles.ts'
import { importGraph } from '#scripts/size/measure.ts'
import { expect, test } from 'vitest'

test('HOUSE-2 no file stands in a circle, not even of types, tests and scripts included', () => {
  expect(inCircles(importGraph())).toEqual([])
})

test('HOUSE-2 the rule bites', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'elsewhere']],
    ['c', ['b']],
    ['d', ['a', 'e']],
    ['e', ['e']],
  ])
  expect(inCircles(graph)).toEqual(['b', 'c', 'e'])
})
