import { buildClient, weighClient } from './client.ts'

await buildClient()
const { lines, broken } = weighClient()
console.log(lines.join('\n'))
if (broken.length > 0) {
  console.error(`Too big:\n${broken.join('\n')}`)
  process.exitCode = 1
}
