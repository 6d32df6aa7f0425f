import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { allCalls, specs } from '#contract/endpoints.ts'
import { languages } from '#contract/wire/languages.ts'
import { refusals, type Reason } from '#contract/wire/refusals.ts'
import { contractVersion } from '#contract/wire/version.ts'
import { examples, type Example } from './examples.ts'
import { withNames } from './named-schemas.ts'
import { sampleOf } from './samples.ts'
import { isObj, wireShape, type Json, type Obj } from './schema.ts'
import { withWords } from './words.ts'

const object = (properties: Obj, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required: [...required],
})
const text = { type: 'string' } as const
/** What a call does: its own sentence, or the words of its name. */
export const sentenceOf = (feature: string, name: string, { description }: Endpoint) => {
  const words = name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return description ?? `${words.charAt(0).toUpperCase()}${words.slice(1)} (${feature}).`
}

const chatDone = { const: 200, description: 'It was done.' } as const
/** Schema of a successful answer in its envelope (W-1). */
const answer = (endpoint: Endpoint): Json => {
  const payload = wireShape(endpoint.output)
  const ok = { const: 'ok', description: 'It was done.' } as const
  switch (endpoint.wrap) {
    case 'plain':
      return object({ type: ok, message: payload })
    case 'said':
      return object({ type: ok, message: text, data: payload })
    case 'beside':
      return { allOf: [object({ type: ok }), payload] }
    case 'msg':
      return object({ code: { const: 1, description: 'It was done.' }, msg: text, data: payload })
    case 'chat':
      return endpoint.isBeside
        ? { allOf: [object({ code: chatDone, message: text }), payload] }
        : object({ code: chatDone, message: text, data: payload })
  }
}
/** Who may make a call, in words. */
const whoText = ({ who, scope }: Endpoint) => {
  const people = {
    any: 'Anyone',
    in: 'Logged in',
    k1: 'Logged in, with primary verification passed',
    k2: 'Logged in, with advanced verification passed',
  } as const
  const person =
    who === 'any' || who === 'in' || who === 'k1' || who === 'k2'
      ? people[who]
      : `Logged in, with the power ${who.slice('pw:'.length)}`
  return scope === undefined ? `${person}.` : `${person}, or an API key with the scope \`${scope}\`.`
}
const keyText = 'A UUID, made when the change is decided on and kept until its outcome is known.'
const changeText = 'Needs an `Idempotency-Key`: the same key and body have one effect and get the same answer.'
const describe = (endpoint: Endpoint) =>
  [
    whoText(endpoint),
    ...(endpoint.does === 'changes' ? [changeText] : []),
    ...(endpoint.isSecret ? ['The answer bears a secret and is never stored under its key.'] : []),
    ...(endpoint.refusals.length > 0
      ? [`May be refused with ${endpoint.refusals.map((reason) => `\`${reason}\``).join(', ')}.`]
      : []),
  ].join(' ')
const securityOf = ({ who, scope }: Endpoint): Json =>
  who === 'any' ? [] : scope === undefined ? [{ token: [] }] : [{ token: [] }, { apiKey: [] }]

/** An answer with the example's value, in the envelope of the call. */
const answerExample = ({ wrap }: Endpoint, value: unknown): unknown => {
  if (wrap === 'said') return { type: 'ok', message: 'Done.', data: value }
  if (wrap === 'chat') return { code: 200, message: 'Done.', data: value }
  return wrap === 'msg' ? { code: 1, msg: 'success', data: value } : { type: 'ok', message: value }
}
const asJson = (value: unknown): Json => {
  const json: Json = JSON.parse(JSON.stringify(value))
  return json
}

const refusalType = {
  enum: ['error', '997', '998', '999'],
  description: 'Kind of the refusal: 997 a receiving method is missing, 998 an identity, 999 logged out.',
}
const refused = (endpoint: Endpoint): Json => {
  const own: Json = { type: 'string', enum: [...endpoint.refusals] }
  const common: Json = { $ref: '#/components/schemas/Reason' }
  const reason: Json = endpoint.refusals.length > 0 ? { anyOf: [own, common] } : common
  const rest = { reason, params: { type: 'object' } }
  return endpoint.wrap === 'chat' || endpoint.wrap === 'msg'
    ? object({ code: { type: 'integer', description: 'Number of the refusal.' }, ...rest }, ['code', 'reason'])
    : object({ type: refusalType, message: text, ...rest }, ['type', 'message', 'reason'])
}

const input = (endpoint: Endpoint, method: string, request: Example['request']): Obj => {
  const shape = wireShape(endpoint.input)
  if (!isObj(shape)) return {}
  if (method !== 'get') {
    const kinds =
      endpoint.body === 'form'
        ? ['application/x-www-form-urlencoded']
        : ['application/json', 'application/x-www-form-urlencoded']
    const example = request === undefined ? sampleOf(shape, '', true) : asJson(request)
    return {
      requestBody: {
        required: true,
        content: Object.fromEntries(kinds.map((kind) => [kind, { schema: shape, example }])),
      },
    }
  }
  const required: Json = shape['required'] ?? []
  const properties = isObj(shape['properties']) ? shape['properties'] : {}
  return {
    parameters: Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: Array.isArray(required) && required.includes(name),
      schema,
      example: request?.[name] === undefined ? sampleOf(schema, name) : asJson(request[name]),
    })),
  }
}

/** A header cannot depend on who calls: it is required where an API key may call, which is refused without it. */
const isKeyRequired = ({ does, scope, isAsking }: Endpoint) =>
  does === 'changes' && scope !== undefined && isAsking !== true
const header = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const operation = (feature: string, name: string, endpoint: Endpoint, method: string): Json => {
  const { request, value } = examples[`${feature}.${name}`] ?? {}
  const { parameters = [], ...body } = input(endpoint, method, request)
  const queryParameters = Array.isArray(parameters) ? parameters : []
  const keyHeaders = endpoint.does === 'reads' ? [] : [header(isKeyRequired(endpoint) ? 'keyRequired' : 'key')]
  const headers = [header('language'), ...keyHeaders]
  const done = answer(endpoint)
  return {
    operationId: method === endpoint.method.toLowerCase() ? `${feature}.${name}` : `${feature}.${name}.${method}`,
    tags: [feature],
    summary: sentenceOf(feature, name.split('.')[0] ?? name, endpoint),
    description: describe(endpoint),
    'x-who': endpoint.who,
    'x-does': endpoint.does,
    ...(endpoint.scope === undefined ? {} : { 'x-scope': endpoint.scope }),
    ...(endpoint.isSecret ? { 'x-answer-bears-token': true } : {}),
    security: securityOf(endpoint),
    parameters: [...queryParameters, ...headers],
    ...body,
    responses: {
      200: {
        description: 'Done, or refused with a reason.',
        content: {
          'application/json': {
            schema: { anyOf: [done, refused(endpoint)] },
            example: value === undefined ? sampleOf(done) : asJson(answerExample(endpoint, value)),
          },
        },
      },
      '4XX': { $ref: '#/components/responses/refusal' },
      503: { $ref: '#/components/responses/refusal' },
    },
  }
}

const paths = (): Obj => {
  const found: Record<string, Record<string, Json>> = {}
  for (const { feature, name, endpoint } of allCalls) {
    const methods =
      endpoint.method === 'GET' && endpoint.does === 'changes' ? ['get', 'post'] : [endpoint.method.toLowerCase()]
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

const reasons: readonly Reason[] = Object.keys(refusals).filter((feature): feature is Reason =>
  Object.hasOwn(refusals, feature),
)

const about = [
  'The calls of the venue. Business answers are HTTP 200: `type` is `ok`, or a refusal that names its `reason`, and then nothing was done.',
  'Other statuses say that the request itself was at fault (4xx) or that the venue failed (503).',
  'Money, prices and amounts are decimal strings. Instants in fields that end in `_ms` are epoch milliseconds.',
  'How to log in, follow a book and place orders is told in docs/api.md; the socket is described in asyncapi.json.',
].join(' ')

const document = (): Obj => ({
  openapi: '3.1.0',
  info: {
    title: 'Kontor',
    version: String(contractVersion.number),
    description: about,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The venue that serves this document.' }],
  tags: Object.entries(specs).map(([name, { about = `Calls of ${name}.` }]) => ({ name, description: about })),
  paths: paths(),
  components: {
    securitySchemes: {
      token: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description: 'The token a login answered, alone or after `Bearer`.',
      },
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description:
          'The secret of an API key (`kak_…`), alone or after `Bearer`. Its scope is `read` or `trade`; none can withdraw.',
      },
    },
    parameters: {
      language: {
        name: 'language-mark',
        in: 'header',
        description: 'The language of messages.',
        schema: { type: 'string', enum: [...languages] },
      },
      key: { name: 'Idempotency-Key', in: 'header', description: keyText, schema: { type: 'string', format: 'uuid' } },
      keyRequired: {
        name: 'Idempotency-Key',
        in: 'header',
        required: true,
        description: `${keyText} An API key is refused without it (\`key_missing\`).`,
        schema: { type: 'string', format: 'uuid' },
      },
    },
    responses: {
      refusal: {
        description: 'The request was malformed, unknown, too large or one too many, or the venue failed.',
        content: {
          'application/json': {
            schema: object({ type: text, message: text, reason: { $ref: '#/components/schemas/Reason' } }),
          },
        },
      },
    },
    schemas: {
      Reason: {
        description: 'Every reason of a refusal; `x-codes` are the numbers in the chat and on the socket.',
        type: 'string',
        enum: [...reasons],
        'x-codes': { ...refusals },
      },
    },
  },
})

/** Each call with the words of its fields. */
const told = (paths: Json): Obj =>
  Object.fromEntries(
    (isObj(paths) ? Object.entries(paths) : []).map(([path, methods]) => [
      path,
      Object.fromEntries(
        (isObj(methods) ? Object.entries(methods) : []).map(([method, each]) => {
          const call = isObj(each) ? String(each['operationId']).split('.').slice(0, 2).join('.') : ''
          return [method, withWords(call, each)]
        }),
      ),
    ]),
  )
/** Every call of the contract, as an OpenAPI 3.1 document. */
export const openapi = (): Json => {
  const whole = document()
  // Words come after the names: a shape is found by its text.
  const { doc, shapes } = withNames(whole['paths'] ?? {})
  const inner = withWords('api', whole['components'] ?? {})
  const components = isObj(inner) ? inner : {}
  const own = isObj(components['schemas']) ? components['schemas'] : {}
  const named = Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, withWords(name, shape)]))
  return { ...whole, paths: told(doc), components: { ...components, schemas: { ...own, ...named } } }
}
