import { allCalls } from '#contract/endpoints.ts'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { openapi } from './openapi.ts'
import { isObj, type Json, type Obj } from './schema.ts'

/** What anyone may read and a program needs; older calls of the same are left out. */
const open = ['market.depth', 'market.sources', 'program']
const older = ['spot.cancelByPut', 'spot.list', 'spot.fills']
type BotCall = { readonly name: string; readonly endpoint: Endpoint }
/** The calls that an API key may make, and the public reads of a program. */
export const botCalls: readonly BotCall[] = allCalls
  .map(({ feature, name, endpoint }) => ({ name: `${feature}.${name}`, feature, endpoint }))
  .filter(({ name, feature, endpoint: { scope, wrap } }) => {
    const isOurs = scope !== undefined || open.includes(name) || open.includes(feature)
    return isOurs && !older.includes(name) && (wrap === 'plain' || wrap === 'said')
  })
  .map(({ name, endpoint }) => ({ name, endpoint }))

const listOf = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : [])
const kindOf = (json: Json) => (isObj(json) ? json['type'] : undefined)
/**
 * Plain shapes for generators: a number that may also come as a text is a number, and a value that may also be an empty
 * text is left out instead.
 */
const plain = (json: Json): Json => {
  if (Array.isArray(json)) return json.map((each: Json) => plain(each))
  if (!isObj(json)) return json
  const { anyOf, ...rest } = json
  if (anyOf === undefined) return plainObj(json)
  const kept = listOf(anyOf)
    .filter((each) => !(isObj(each) && each['const'] === ''))
    .map((each) => plain(each))
  const number = kept.find((each) => kindOf(each) === 'integer')
  const isNumber = kept.every((each) => kindOf(each) === 'integer' || kindOf(each) === 'string')
  const one = number !== undefined && isNumber ? number : kept.length === 1 ? kept[0] : undefined
  return isObj(one) ? { ...one, ...plainObj(rest) } : { ...plainObj(rest), anyOf: kept }
}
/** Bounds of what a number can be, and examples, say nothing to a generator. */
const isSaid = (key: string, value: Json) => key !== 'example' && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER
const plainObj = (json: Obj): Obj =>
  Object.fromEntries(
    Object.entries(json)
      .filter(([key, value]) => isSaid(key, value))
      .map(([key, value]) => [key, plain(value)]),
  )

const pascal = (name: string) => name.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
/** Every refusal has one shape here: its reasons are in the description of each call, and in errors.json. */
const refusal: Json = {
  type: 'object',
  description: 'Refused: nothing was done. /errors.json tells of each reason whether the call may be repeated.',
  properties: {
    type: { type: 'string', enum: ['error', '997', '998', '999'] },
    message: { type: 'string', description: 'A sentence for people, in their language.' },
    reason: { type: 'string', description: 'One word of the list in /errors.json.' },
    params: { type: 'object', description: 'Values of the sentence.', additionalProperties: true },
  },
  required: ['type', 'message', 'reason'],
}

/** One operation in the form of this document; `done` is the shape of its answer. */
function operationOf(name: string, { does }: Endpoint, found: Obj) {
  const { responses, requestBody, parameters, ...rest } = found
  const ok = isObj(responses) && isObj(responses['200']) ? responses['200'] : {}
  const content =
    isObj(ok['content']) && isObj(ok['content']['application/json']) ? ok['content']['application/json'] : {}
  const [done = {}] = isObj(content['schema']) ? listOf(content['schema']['anyOf']) : []
  const body = isObj(requestBody) && isObj(requestBody['content']) ? requestBody['content']['application/json'] : null
  const answer = `${pascal(name)}Done`
  const mapping = Object.fromEntries(['error', '997', '998', '999'].map((type) => [type, ref('Refusal').$ref]))
  const schema = {
    oneOf: [ref(answer), ref('Refusal')],
    discriminator: { propertyName: 'type', mapping: { ok: ref(answer).$ref, ...mapping } },
  }
  const operation = {
    ...rest,
    'x-idempotent': does === 'reads' ? 'read' : 'by key',
    parameters: listOf(parameters).filter((each) => !(isObj(each) && String(each['$ref']).endsWith('/language'))),
    ...(body === null || body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': body } } }),
    responses: {
      200: { description: 'Done, or refused with a reason.', content: { 'application/json': { schema } } },
      '4XX': { $ref: '#/components/responses/refused' },
      503: { $ref: '#/components/responses/refused' },
    },
  }
  return { operation, shapes: { [answer]: done } }
}

/** The shapes that are referred to from here on, and from those. */
function usedBy(json: Json, all: Obj, seen: Set<string>) {
  for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (seen.has(name)) continue
    seen.add(name)
    usedBy(all[name] ?? {}, all, seen)
  }
  return seen
}

/** The calls of programs alone, for generators of clients: no second names, ids as numbers, one shape of refusals. */
export const botsOpenapi = (): Json => {
  const whole = openapi()
  if (!isObj(whole) || !isObj(whole['paths']) || !isObj(whole['components']) || !isObj(whole['info'])) return {}
  const paths: Record<string, Record<string, Json>> = {}
  const own: Record<string, Json> = { Refusal: refusal }
  for (const { name, endpoint } of botCalls) {
    const [path, method] = [urlOf(endpoint), endpoint.method.toLowerCase()]
    const methods = whole['paths'][path]
    const found = isObj(methods) ? methods[method] : undefined
    if (!isObj(found)) continue
    const { operation, shapes } = operationOf(name, endpoint, found)
    paths[path] = { ...paths[path], [method]: operation }
    Object.assign(own, shapes)
  }
  const { components } = whole
  const schemas = { ...(isObj(components['schemas']) ? components['schemas'] : {}), ...own }
  const used = usedBy(paths, schemas, new Set())
  const { key, keyRequired } = isObj(components['parameters']) ? components['parameters'] : {}
  const features = new Set(botCalls.map(({ name }) => name.split('.')[0]))
  return plain({
    openapi: whole['openapi'] ?? '',
    info: { ...whole['info'], title: 'Kontor for programs' },
    servers: whole['servers'] ?? [],
    tags: listOf(whole['tags']).filter((tag) => isObj(tag) && features.has(String(tag['name']))),
    paths,
    components: {
      securitySchemes: components['securitySchemes'] ?? {},
      parameters: { key: key ?? {}, keyRequired: keyRequired ?? {} },
      responses: {
        refused: {
          description: 'The request was at fault (4xx), or its outcome is unknown (503).',
          content: { 'application/json': { schema: ref('Refusal') } },
        },
      },
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))),
    },
  })
}
