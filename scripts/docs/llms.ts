import { urlOf } from '#contract/wire/endpoint.ts'
import { commonRefusals, type Reason } from '#contract/wire/refusals.ts'
import { botCalls } from '#scripts/wire/bots.ts'
import { errorCatalogue } from '#scripts/wire/errors.ts'
import { sentenceOf } from '#scripts/wire/openapi.ts'
import { isObj, wireShape, type Json } from '#scripts/wire/schema.ts'
import { textOf } from '#tests/support/files.ts'

const fieldsOf = (shape: Json) => {
  const fields = isObj(shape) && isObj(shape['properties']) ? Object.keys(shape['properties']) : []
  const required = isObj(shape) && Array.isArray(shape['required']) ? shape['required'] : []
  return fields.map((name) => (required.includes(name) ? name : `${name}?`)).join(', ')
}
const callOf = ({ name, endpoint }: (typeof botCalls)[number]) => {
  const fields = fieldsOf(wireShape(endpoint.input))
  const [feature = '', own = ''] = name.split('.')
  const input = fields === '' ? '' : ` (${fields})`
  return `- \`${endpoint.method} ${urlOf(endpoint)}\`${input}: ${sentenceOf(feature, own, endpoint)}`
}

/** What an agent has to know, in one text: rules, calls and refusals. */
export const llmsText = (): string => {
  const said = new Set<Reason>([...commonRefusals, ...botCalls.flatMap(({ endpoint }) => endpoint.refusals)])
  const refusals = errorCatalogue()
    .filter(({ reason }) => said.has(reason))
    .map(({ reason, repeat, sentence }) => `- \`${reason}\` (${repeat}): ${sentence}`)
  return textOf('scripts/docs/llms.md')
    .replace('{{calls}}', () => botCalls.map(callOf).join('\n'))
    .replace('{{refusals}}', () => refusals.join('\n'))
}
