import { files, importsOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

type Graph = ReadonlyMap<string, readonly string[]>

const comesBack = (graph: Graph, from: string, home: string, seen = new Set<string>()): boolean =>
  (graph.get(from) ?? []).some((next) => {
    if (next === home) return true
    if (seen.has(next)) return false
    seen.add(next)
    return comesBack(graph, next, home, seen)
  })
const inCircles = (graph: Graph) => [...graph.keys()].filter((file) => comesBack(graph, file, file))

test('HOUSE-2 no file stands in a circle, not even of types', () => {
  expect(inCircles(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([])
})

test('HOUSE-2 the rule bites', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
    ['d', ['a']],
  ])
  expect(inCircles(graph)).toEqual(['b', 'c'])
})
