import { buildClient, reportSizes } from './client.ts'
import { buildVenue } from './venue-build.ts'

await buildClient()
await buildVenue()
const { lines, overBudget } = reportSizes()
console.log(lines.join('\n'))
if (overBudget.length > 0) {
  console.error(`Over budget:\n${overBudget.join('\n')}`)
  process.exitCode = 1
}
