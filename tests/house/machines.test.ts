import { allCharts } from '#scripts/machines/charts.ts'
import { machineDocs, machineFolder } from '#scripts/machines/docs.ts'
import { machines } from '#scripts/machines/list.ts'
import { svgOf } from '#scripts/machines/svg.ts'
import { graphOf } from '#src/features/inspector/graph.actors.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const charts = await allCharts()

test('INS-1 every machine is in the list, under the name of its file, and its id is its own', () => {
  const names = filesIn('machines', /\.ts$/)
    .filter((file) => /createMachine\(/.test(textOf(file)))
    .map((file) => file.replace(/^machines\/|\.ts$/g, ''))
  expect(Object.keys(machines).toSorted()).toEqual(names.toSorted())
  expect(new Set(Object.values(machines).map(({ id }) => id)).size).toBe(names.length)
})
test('INS-1 docs/machines.md, its pictures and the charts of the inspector are what the machines make of them', () => {
  expect(textOf('docs/machines.md') === machineDocs(charts), 'run: npm run docs:machines').toBe(true)
  expect(
    textOf('src/features/inspector/charts.json') === `${JSON.stringify(charts)}\n`,
    'run: npm run docs:machines',
  ).toBe(true)
  const pictures = Object.entries(machines).map(
    ([name, { id }]) => [`${machineFolder}/${name}.svg`, charts[id]] as const,
  )
  expect(
    pictures.filter(([file, chart]) => chart === undefined || textOf(file) !== svgOf(chart)).map(([file]) => file),
  ).toEqual([])
  expect(filesIn(machineFolder, /./)).toEqual(pictures.map(([file]) => file).toSorted())
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
