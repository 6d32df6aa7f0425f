import { mkdirSync, writeFileSync } from 'node:fs'
import { allCharts } from './machines/charts.ts'
import { machineDocs, machineFolder } from './machines/docs.ts'
import { machines } from './machines/list.ts'
import { svgOf } from './machines/svg.ts'

const charts = await allCharts()
mkdirSync(machineFolder, { recursive: true })
for (const [name, machine] of Object.entries(machines)) {
  const chart = charts[machine.id]
  if (chart !== undefined) writeFileSync(`${machineFolder}/${name}.svg`, svgOf(chart))
}
writeFileSync('docs/machines.md', machineDocs(charts))
writeFileSync('src/features/inspector/charts.json', `${JSON.stringify(charts)}\n`)
