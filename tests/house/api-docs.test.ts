import { decode } from '#contract/wire/coded.ts'
import { allCalls } from '#contract/endpoints.ts'
import { withoutSentences } from '#scripts/client/made.ts'
import { examples } from '#scripts/wire/examples.ts'
import { wireDocs } from '#scripts/wire/wire-docs.ts'
import { withoutWords } from '#scripts/wire/words.ts'
import { secretsOf } from '#contract/wire/secret.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

const lint = async (name: string, source: string) => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: name, config })
  return problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer ?? ''}`)
}
const docs = Object.entries(wireDocs())
const openapi = docs.find(([name]) => name === 'openapi.json')?.[1] ?? ''

test.each(docs)('DOC-1 %s passes its linter', async (name, text) => expect(await lint(name, text)).toEqual([]))
test('DOC-1 the linter bites: a reference to nothing is found', async () => {
  const text = docs.find(([name]) => name === 'asyncapi.json')?.[1] ?? ''
  expect(await lint('asyncapi.json', text.replaceAll('"#/channels/socket"', '"#/channels/no-such"'))).not.toEqual([])
})

const calls = new Map(allCalls.map(({ feature, name, endpoint }) => [`${feature}.${name}`, endpoint]))
test('DOC-1 every example belongs to a call of the contract', () => {
  expect(Object.keys(examples).filter((name) => !calls.has(name))).toEqual([])
})
test('SIZE-1 the app carries no sentence about a call: all are taken out of the contract, and nothing else', () => {
  const left = filesIn('contract', /\.ts$/).map((file) => withoutSentences(textOf(file)))
  const sentences = allCalls.flatMap(({ endpoint }) => endpoint.description?.slice(0, 40) ?? [])
  expect(sentences.length).toBeGreaterThan(200)
  expect(sentences.filter((sentence) => left.some((code) => code.includes(sentence)))).toEqual([])
  expect(withoutSentences("read({\n description: 'One, \\'two\\', ' +\n 'three.',\n path: 'a' })")).toBe(
    "read({\n path: 'a' })",
  )
  expect(withoutSentences("{ description: typed(60), about: 'me' }")).toBe("{ description: typed(60), about: 'me' }")
})
/** Secrets that are stored and compared with nothing. */
const taken = ['push.start']
test('W-17 a call that takes a password, a code or a signature has a pace narrower than that of all calls', () => {
  const open = allCalls.filter(({ endpoint }) => secretsOf(endpoint).size > 0 && endpoint.rate === undefined)
  expect(open.map(({ feature, name }) => `${feature}.${name}`)).toEqual(taken)
})
test.each(Object.entries(examples))('DOC-1 the example of %s is read by the contract', (name, { request, value }) => {
  const endpoint = calls.get(name)
  if (!endpoint) throw new Error(`no call ${name}`)
  expect(request === undefined || decode(endpoint.input, request).success).toBe(true)
  expect(value === undefined || decode(endpoint.output, value).success).toBe(true)
})
test.each(docs)('DOC-3 every field and parameter of %s says what it is, by docs/api-fields.json', (_, text) =>
  expect([...new Set(withoutWords(JSON.parse(text)))]).toEqual([]),
)
type Shown = { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }
type Operation = { readonly operationId: string; readonly requestBody?: Shown; readonly responses: { 200: Shown } }
const operations = () => {
  const { paths }: { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } = JSON.parse(openapi)
  return Object.values(paths).flatMap((methods) => Object.values(methods))
}
/** The value in the envelope of a call. */
const valueIn = (wrap: string, example: unknown): unknown => {
  const { message, data }: { message?: unknown; data?: unknown } = Object(example)
  return wrap === 'beside' ? example : wrap === 'plain' ? message : data
}
test('DOC-3 every call shows an input and an answer that the contract reads', () => {
  const wrong = operations().flatMap(({ operationId, requestBody, responses }) => {
    const [feature, name] = operationId.split('.')
    const endpoint = calls.get(`${feature}.${name}`)
    if (!endpoint) return [operationId]
    const inputs = Object.values(requestBody?.content ?? {}).map(({ example }) => decode(endpoint.input, example))
    const answers = Object.values(responses[200].content ?? {}).map(({ example }) =>
      decode(
        endpoint.output,
        endpoint.wrap === 'chat' && endpoint.isBeside ? example : valueIn(endpoint.wrap, example),
      ),
    )
    return [...inputs, ...answers].every(({ success }) => success) && answers.length > 0 ? [] : [operationId]
  })
  expect(wrong).toEqual([])
})
test('API-7 the documents require the idempotency key of every change that an API key may make, but not of the question after one', () => {
  const keyOf = (path: string): unknown => {
    const { paths = {} }: { paths?: Record<string, { post?: { parameters?: unknown } }> } = JSON.parse(openapi)
    return paths[path]?.post?.parameters
  }
  const header = (name: string) => ({ $ref: `#/components/parameters/${name}` })
  expect(keyOf('/api/coin/trade')).toContainEqual(header('keyRequired'))
  for (const path of ['/api/key/status', '/api/wallet/change']) expect(keyOf(path)).toContainEqual(header('key'))
  expect(JSON.parse(openapi)).toMatchObject({
    components: { parameters: { keyRequired: { name: 'Idempotency-Key', required: true } } },
  })
})
test('DOC-1 a call that an API key may make says so, and the guide names every scope and header it uses', () => {
  expect(JSON.parse(openapi)).toMatchObject({
    paths: {
      '/api/coin/trade': {
        post: {
          security: [{ token: [] }, { apiKey: [] }],
          'x-scope': 'trade',
          summary: expect.stringContaining('spot order'),
        },
      },
      '/api/wallet/change': { post: { security: [{ token: [] }] } },
      '/api/market/depth': { get: { security: [] } },
    },
    components: { schemas: { SpotOrder: { type: 'object' }, Deal: { type: 'object' }, Reason: { type: 'string' } } },
  })
  const guide = textOf('docs/api.md')
  for (const word of [
    'Idempotency-Key',
    'Authorization',
    'key/status',
    '`read`',
    '`trade`',
    'x1.json',
    'depth:BTC-USDT',
    'examples/bot.mjs',
    'Retry-After',
    'u:me',
  ])
    expect(guide).toContain(word)
})
