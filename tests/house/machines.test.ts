import { allCharts } from '#scripts/machines/charts.ts'
import { machineDocs } from '#scripts/machines/docs.ts'
import { machines } from '#scripts/machines/list.ts'
import { svgOf } from '#scripts/machines/svg.ts'
import { graphOf } from '@kontor/inspector/graph'
import { codeOf, filesIn, textOf } from '#tests/support/files.ts'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const charts = await allCharts()

test('INS-1 every machine is found, under the name of its file, and its id is its own', () => {
  const names = filesIn('machines', /\.ts$/)
    .filter((file) => /createMachine\(|=>?\s+follow(?:List)?Machine[<(]/.test(textOf(file)))
    // What the machines of followed entities are made by.
    .filter((file) => !/\/follow(?:-list)?\.ts$/.test(file))
    .map((file) => basename(file, '.ts'))
  expect(Object.keys(machines).toSorted()).toEqual(names.toSorted())
  expect(new Set(Object.values(machines).map(({ id }) => id)).size).toBe(names.length)
})
test('INS-1 the page of machines tells of each one, shows its picture, and is the same each time it is made', async () => {
  const page = machineDocs(charts)
  expect(machineDocs(await allCharts())).toBe(page)
  for (const [name, { id }] of Object.entries(machines)) {
    expect(page).toContain(`\n## ${name}\n`)
    expect(page).toContain(`![The states of ${id}](machines/${name}.svg)`)
    expect(charts[id] === undefined ? '' : svgOf(charts[id])).toMatch(/^<svg/)
  }
})
test.each(Object.entries(machines))(
  'INS-2 the chart of %s shows every state and every transition between two states',
  (_name, machine) => {
    const chart = charts[machine.id]
    const graph = graphOf(machine)
    expect(chart?.nodes.map(({ path }) => path)).toEqual(
      graph.nodes.filter(({ path }) => path !== '').map(({ path }) => path),
    )
    expect(chart?.edges.map(({ from, to }) => [from, to])).toEqual(graph.edges.map(({ from, to }) => [from, to]))
    // An edge has a route, and its ends lie on the frames of the two states.
    const isOn = (path: string, x: number, y: number) =>
      chart?.nodes.some(
        (node) =>
          node.path === path &&
          x >= node.x - 1 &&
          x <= node.x + node.width + 1 &&
          y >= node.y - 1 &&
          y <= node.y + node.height + 1,
      )
    const loose = chart?.edges.filter(
      ({ from, to, points }) =>
        !isOn(from, points[0] ?? -1, points[1] ?? -1) || !isOn(to, points.at(-2) ?? -1, points.at(-1) ?? -1),
    )
    expect(loose).toEqual([])
  },
)

/** A state asked for by its name; a selector of an element is none. */
const asksState = (text: string) => /\b(?:snapshot|now|state)\.matches\(|getSnapshot\(\)\.matches\(/.test(text)
test('HOUSE-27 what is shown of a machine is asked beside it, by its connect function', () => {
  const asking = filesIn('src', /\.tsx?$/).filter((file) => asksState(codeOf(file)))
  expect(asking).toEqual(['src/app/app.tsx'])
})
test.each([
  ["snapshot.matches('ready')", true],
  ["now.matches({ link: 'wanted' })", true],
  ['actor.getSnapshot().matches(state)', true],
  [`target.matches('[aria-invalid="true"]')`, false],
  ['connectCode(snapshot).mayAsk', false],
])('HOUSE-27 the rule bites: %s: %s', (code, isFound) => expect(asksState(code)).toBe(isFound))
