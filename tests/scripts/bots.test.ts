import { allCalls } from '#contract/endpoints.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { commonRefusals, refusals } from '#contract/wire/refusals.ts'
import { docFiles } from '#scripts/docs/files.ts'
import { botCalls } from '#scripts/wire/bots.ts'
import { errorCatalogue } from '#scripts/wire/errors.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

const made = await docFiles()
const textOf = (name: string) => made[name] ?? ''
type Shape = Readonly<Record<string, unknown>>
type Operation = Shape & { readonly operationId: string; readonly responses: { readonly 200: Shape } }
const bots: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Shape>> }
} = JSON.parse(textOf('openapi.bots.json'))

test('the document for bots passes its linter and stays short', async () => {
  const source = textOf('openapi.bots.json')
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.bots.json', config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  expect(source.length).toBeLessThan(3500 * botCalls.length)
})
test('the document for bots has every call that an API key may make, once, and none beside the public reads', () => {
  const told = Object.values(bots.paths).flatMap((methods) => Object.values(methods).map((each) => each.operationId))
  expect(told.toSorted()).toEqual(botCalls.map(({ name }) => name).toSorted())
  expect(new Set(told).size).toBe(told.length)
  // The service of the chat has an envelope of its own: openapi.json tells its calls.
  const scoped = allCalls.filter(({ endpoint }) => endpoint.scope !== undefined && endpoint.wrap !== 'chat')
  const missing = scoped.map(({ feature, name }) => `${feature}.${name}`).filter((name) => !told.includes(name))
  // Older names of calls that are told.
  expect(missing.toSorted()).toEqual(['spot.cancelByPut', 'spot.fills', 'spot.list'])
})
test('a generator meets whole numbers as ids, and tells done and refused apart by their type', () => {
  const mixed: string[] = []
  const look = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return
    const anyOf: unknown = Reflect.get(value, 'anyOf')
    if (Array.isArray(anyOf) && new Set(anyOf.map((each) => Object(each).type)).has('integer') && anyOf.length > 1)
      if (!anyOf.some((each) => Object(each).type === 'null')) mixed.push(at)
    for (const [key, each] of Object.entries(value)) look(each, `${at}/${key}`)
  }
  look(bots, '')
  expect(mixed).toEqual([])
  const schema = Object(bots.paths['/api/coin/trade']?.['post']?.responses[200]).content['application/json'].schema
  expect(schema).toMatchObject({
    oneOf: [{ $ref: '#/components/schemas/SpotSubmitDone' }, { $ref: '#/components/schemas/Refusal' }],
    discriminator: { propertyName: 'type', mapping: { error: '#/components/schemas/Refusal' } },
  })
  expect(bots.components.schemas['SpotSubmitDone']).toMatchObject({ properties: { type: { const: 'ok' } } })
})

test('the catalogue of errors is the union of refusals, and each says what to do and who may say it', () => {
  const entries = errorCatalogue()
  expect(entries.map(({ reason }) => reason)).toEqual(Object.keys(refusals))
  const urls = new Set(allCalls.map(({ endpoint }) => `${endpoint.method} ${urlOf(endpoint)}`))
  const wrong = entries.filter(
    ({ reason, sentence, advice, calls }) =>
      sentence === reason || advice === '' || calls.some((call) => !urls.has(call)),
  )
  expect(wrong.map(({ reason }) => reason)).toEqual([])
  const byAny = entries.filter(({ calls }) => calls.length === 0).map(({ reason }) => reason)
  expect(commonRefusals.filter((reason) => !byAny.includes(reason))).toEqual([])
})
test.each([
  ['would_take', 'decide'],
  ['insufficient_balance', 'decide'],
  ['fault', 'ask'],
  ['too_many', 'later'],
  ['read_only', 'later'],
  ['key_running', 'later'],
  ['malformed', 'mended'],
  ['key_missing', 'mended'],
  ['not_logged_in', 'mended'],
  ['key_reused', 'decide'],
] as const)('the same key may be sent again after %s: %s', (reason, repeat) => {
  expect(errorCatalogue().find((each) => each.reason === reason)?.repeat).toBe(repeat)
})
test('every reason has an address on the page of errors, and what an agent reads fits twenty kilobytes', () => {
  const page = textOf('errors.html')
  expect(Object.keys(refusals).filter((reason) => !page.includes(`<article id="${reason}">`))).toEqual([])
  expect(page).not.toMatch(/<style|style="| on\w+="/)
  const text = textOf('llms.txt')
  expect(text.length).toBeLessThan(20_000)
  expect(botCalls.filter(({ endpoint }) => !text.includes(`${endpoint.method} ${urlOf(endpoint)}\``))).toEqual([])
})
