import { buildClient, weighClient } from './client.ts'
import { buildVenue } from './venue-build.ts'

await buildClient()
await buildVenue()
const { lines, broken } = weighClient()
console.log(lines.join('\n'))
if (broken.length > 0) {
  console.error(`Too big:\n${broken.join('\n')}`)
  process.exitCode = 1
}
