import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { allCalls, specs } from '#contract/endpoints.ts'
import { languages } from '#contract/wire/languages.ts'
import { refusals, type Reason } from '#contract/wire/refusals.ts'
import { contractVersion } from '#contract/wire/version.ts'
import { wireShape, type Json } from './schema.ts'

type Obj = { readonly [key: string]: Json }
const isObj = (json: Json | undefined): json is Obj => typeof json === 'object' && json !== null && !Array.isArray(json)

const object = (properties: Obj, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required: [...required],
})
const text = { type: 'string' } as const

/** Schema of a successful answer in its envelope (W-1). */
const answer = (endpoint: Endpoint): Json => {
  const payload = wireShape(endpoint.output)
  const ok = { const: 'ok' } as const
  switch (endpoint.wrap) {
    case 'plain':
      return object({ type: ok, message: payload })
    case 'said':
      return object({ type: ok, message: text, data: payload })
    case 'beside':
      return { allOf: [object({ type: ok }), payload] }
    case 'msg':
      return object({ code: { const: 1 }, msg: text, data: payload })
    case 'chat':
      return object({ code: { const: 200 }, message: text, data: payload })
  }
}
const refused = (endpoint: Endpoint): Json => {
  const reason = { type: 'string', enum: [...endpoint.refusals] }
  const rest = { reason, params: { type: 'object' } }
  return endpoint.wrap === 'chat' || endpoint.wrap === 'msg'
    ? object({ code: { type: 'integer' }, ...rest }, ['code', 'reason'])
    : object({ type: { enum: ['error', '997', '998', '999'] }, message: text, ...rest }, ['type', 'message', 'reason'])
}

const input = (endpoint: Endpoint, method: string): Obj => {
  const shape = wireShape(endpoint.input)
  if (!isObj(shape)) return {}
  if (method !== 'get') {
    const kinds = endpoint.body === 'form' ? ['application/x-www-form-urlencoded'] : ['application/json', 'application/x-www-form-urlencoded']
    return { requestBody: { content: Object.fromEntries(kinds.map((kind) => [kind, { schema: shape }])) } }
  }
  const required: Json = shape['required'] ?? []
  const properties = isObj(shape['properties']) ? shape['properties'] : {}
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: Array.isArray(required) && required.includes(name),
      schema,
    })),
  }
}

const header = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const operation = (feature: string, name: string, endpoint: Endpoint, method: string): Json => {
  const { parameters = [], ...body } = input(endpoint, method)
  const queryParameters = Array.isArray(parameters) ? parameters : []
  const headers = endpoint.does === 'changes' ? [header('language'), header('key')] : [header('language')]
  return {
    operationId: method === endpoint.method.toLowerCase() ? `${feature}.${name}` : `${feature}.${name}.${method}`,
    tags: [feature],
    'x-who': endpoint.who,
    'x-does': endpoint.does,
    ...(endpoint.isSecret ? { 'x-answer-bears-token': true } : {}),
    security: endpoint.who === 'any' ? [] : [{ token: [] }],
    parameters: [...queryParameters, ...headers],
    ...body,
    responses: {
      200: { description: 'done or refused', content: { 'application/json': { schema: { anyOf: [answer(endpoint), refused(endpoint)] } } } },
      default: { $ref: '#/components/responses/refusal' },
    },
  }
}

const paths = (): Obj => {
  const found: Record<string, Record<string, Json>> = {}
  for (const { feature, name, endpoint } of allCalls) {
    const methods = endpoint.method === 'GET' && endpoint.does === 'changes' ? ['get', 'post'] : [endpoint.method.toLowerCase()]
    const urls = [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => urlOf({ ...endpoint, path }))
    for (const [at, url] of urls.entries()) {
      for (const method of methods) {
        const operationObject = operation(feature, at === 0 ? name : `${name}.alias${at}`, endpoint, method)
        found[url] = { ...found[url], [method]: operationObject }
      }
    }
  }
  return found
}

const reasons: readonly Reason[] = Object.keys(refusals).filter((feature): feature is Reason => Object.hasOwn(refusals, feature))

/** Every call of the contract, as an OpenAPI 3.1 document. */
export const openapi = (): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Kontor',
    version: String(contractVersion.number),
    description: 'Calls of the embedded venue. Business answers are HTTP 200; a refusal names its reason and nothing was done.',
  },
  servers: [{ url: '/' }],
  tags: Object.keys(specs).map((name) => ({ name })),
  paths: paths(),
  components: {
    securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    parameters: {
      language: { name: 'language-mark', in: 'header', schema: { enum: [...languages] } },
      key: { name: 'Idempotency-Key', in: 'header', description: 'UUIDv7, made when the user decides', schema: { type: 'string', format: 'uuid' } },
    },
    responses: {
      refusal: {
        description: 'malformed, unknown, too many, or a fault',
        content: { 'application/json': { schema: object({ type: text, message: text, reason: { $ref: '#/components/schemas/Reason' } }) } },
      },
    },
    schemas: { Reason: { type: 'string', enum: [...reasons], 'x-codes': { ...refusals } } },
  },
})
