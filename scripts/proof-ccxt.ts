import { parseArgs } from 'node:util'
import { proveCcxt } from '#tests/proof/ccxt/flow.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { in: { type: 'string' }, write: { type: 'boolean' } },
})
const found = await proveCcxt({ folder: values.in ?? null, isWriting: values.write === true })
console.log(found.lines.join('\n'))
process.exitCode = found.isRight ? 0 : 1
