import { step, type Trail } from '#src/app/trail.ts'
import { expect, test } from 'vitest'

const tabs = ['/home', '/spot']
const walk = (...steps: readonly string[]) => {
  let trail: Trail = []
  return steps.map((to) => {
    const taken = step(trail, to, (path) => tabs.includes(path))
    trail = taken.trail
    return taken.direction
  })
}

test.each([
  ['the first page does not slide', ['/a'], ['across']],
  ['deeper pages come from the right', ['/home', '/a', '/b'], ['across', 'forward', 'forward']],
  ['the page before comes back from the left', ['/home', '/a', '/b', '/a'], ['across', 'forward', 'forward', 'back']],
  ['from tab to tab nothing slides', ['/home', '/spot', '/home'], ['across', 'across', 'across']],
  ['leaving for a tab is a way back', ['/home', '/a', '/spot'], ['across', 'forward', 'back']],
  ['the same page again does not slide', ['/home', '/a', '/a'], ['across', 'forward', 'across']],
])('NAV-1 %s', (_, steps, directions) => {
  expect(walk(...steps)).toEqual(directions)
})

test('NAV-2 the trail has a maximum length', () => {
  let trail: Trail = []
  for (let n = 0; n < 500; n += 1) trail = step(trail, `/page-${n}`, () => false).trail
  expect(trail).toHaveLength(50)
})
