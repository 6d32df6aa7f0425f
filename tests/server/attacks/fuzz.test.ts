import { codeEnvelope, envelope } from '#contract/wire/reply.ts'
import { reason } from '#contract/wire/refusals.ts'
import { decode } from '#contract/wire/coded.ts'
import { seededRandom } from '#server/core/random.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import { openHarness, type Harness } from './harness.ts'
import { fieldsOf, foreignNames, goodValue, hostile, numbersIn, pick, spoiltBody, withAt } from './shapes.ts'
import { leverActs, verify } from '#tests/support/lever-venue.ts'
import { optionActs } from '#tests/support/option-venue.ts'
import { register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** The seed changes every day and is part of the test's name; set SEED to reproduce a failure. */
const seed = Number(process.env['SEED'] ?? Math.floor(Date.now() / 86_400_000))
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 20_000)

let harness: Harness
let users: number[]
beforeEach(async () => {
  harness = await openHarness({ seed })
  users = [0, await register(harness, 'ann@kontor.test'), await register(harness, 'ben@kontor.test')]
  await verify(harness.venue, users.slice(2))
  // The second is verified at both levels, so that every call reads the fields.
  await harness.venue.command(({ tables }) =>
    users.slice(2).forEach((user) => tables.kycs.put({ ...tables.kycs.need(`${user}:1`), id: `${user}:2`, level: 2 })),
  )
  await leverActs(harness).mark(100_000)
  await optionActs(harness).quote(100_000)
})
afterEach(() => harness.close())

/** What is wrong with an answer; null if it is a valid one. */
const faultOf = (status: number, text: string): string | null => {
  if (status >= 500) return `status ${status}`
  const value: unknown = JSON.parse(text)
  const main = decode(envelope, value)
  const envelopeData = main.success ? main.data : decode(codeEnvelope, value).data
  if (!envelopeData) return 'no envelope'
  if (envelopeData.reason !== undefined && !decode(reason, envelopeData.reason).success)
    return `unknown reason:  ${envelopeData.reason}`
  return null
}

test(`AT16 ${requests} malformed requests over all calls by seed ${seed}: no fault, always a valid envelope, and refused calls book nothing`, {
  timeout: 60_000,
}, async () => {
  const { venue } = harness
  const random = seededRandom(seed)
  const routes = venue.routes.map((route) => ({ route, fields: fieldsOf(route.endpoint) }))
  const failures: string[] = []
  const reasons = new Map<string, number>()
  for (let at = 0; at < requests && failures.length < 10; at += 1) {
    const chosen = routes[at % routes.length]
    if (!chosen) throw new Error('no route')
    const { route, fields } = chosen
    const body = spoiltBody(fields, random)
    const caller = {
      user: pick(random, users) ?? 0,
      session: '',
      lang: 'en',
      device: 'd1',
      address: '::1',
      appVersion: null,
    } as const
    const before = venue.ctx.journal.end().seq
    const outcome = await venue.execute({ route, caller, body, key: null })
    const verdict = faultOf(outcome.http, outcome.body)
    const booked = venue.ctx.journal.end().seq - before
    if (verdict !== null || (outcome.refused !== null && booked > 0))
      failures.push(
        `${route.feature}.${route.name} as ${caller.user} ${JSON.stringify(body)}: ${verdict ?? `booked ${booked}`}`,
      )
    const counted = outcome.refused ?? 'ok'
    reasons.set(counted, (reasons.get(counted) ?? 0) + 1)
  }
  expect({ seed, failures, bugs: harness.bugs.map(String) }).toEqual({ seed, failures: [], bugs: [] })
  expect(venue.audit()).toEqual([])
  // Make sure that enough requests reached the handlers and were not only refused while reading fields.
  expect(reasons.get('ok')).toBeGreaterThan(requests / 20)
  expect(reasons.size).toBeGreaterThan(15)
})

/** The calls whose fields are read; one that is hidden from a caller answers before that, as if it did not exist. */
const readable = () => harness.venue.routes.filter(({ endpoint }) => endpoint.isHidden !== true)

const notNumbers = [
  '-1',
  '-0',
  '1e-30',
  '1e309',
  '0x10',
  '１２３',
  '1,000',
  ' 1',
  '1.123456789',
  '+1',
  '01',
  '.5',
  '1.',
  `1${'0'.repeat(40)}`,
  [],
  ['1'],
  {},
  true,
  null,
  1.5,
  -1,
  1e21,
]
test('L18 AT16 values that only look like numbers are malformed in every money, id and count field, and the answer has the path', async () => {
  const failures: string[] = []
  let tried = 0
  for (const route of readable())
    for (const [name, shape] of Object.entries(fieldsOf(route.endpoint)).flatMap(([field, of]) => numbersIn(field, of)))
      for (const value of notNumbers) {
        tried += 1
        const good = Object.fromEntries(
          Object.entries(fieldsOf(route.endpoint)).map(([other, of]) => [other, goodValue(of, seededRandom(1))]),
        )
        const outcome = await harness.venue.execute({
          route,
          caller: { user: users[2] ?? 0, session: '', lang: 'en', device: 'd1', address: '::1', appVersion: null },
          body: withAt(good, name.split('.'), value),
          key: null,
        })
        if (outcome.http !== 400 || !outcome.body.includes(`"path":"${name}"`))
          failures.push(
            `${route.feature}.${route.name} ${name}=${JSON.stringify(value)} as ${JSON.stringify(shape)}: ` +
              outcome.body.slice(0, 90),
          )
      }
  expect(failures).toEqual([])
  expect(tried).toBeGreaterThan(1000)
})

/**
 * Takes whole items of a list as they were answered, of which it reads only the ids: further fields of an item are
 * ignored.
 */
const looseCalls = new Set([
  'chat-messages.revoke',
  'chat-red-packets.take',
  'chat-red-packets.takeFromGroup',
  'chat-red-packets.takers',
])
const isLoose = ({ feature, name }: Readonly<{ feature: string; name: string }>) => looseCalls.has(`${feature}.${name}`)
/** Refused for want of a power, which is checked before the fields are read. */
const lacksPower = ({ endpoint }: Pick<Harness['venue']['routes'][number], 'endpoint'>, text: string) =>
  endpoint.who.startsWith('pw:') && text.includes('"reason":"forbidden"')

test('AT27 unknown fields are refused with their path, so that nobody can set a balance, a role or a price', async () => {
  const failures: string[] = []
  for (const route of readable().filter((one) => !isLoose(one))) {
    const fields = fieldsOf(route.endpoint)
    const body = Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, goodValue(of, seededRandom(1))]))
    for (const name of [
      'balance',
      'usdt',
      'kyc',
      'review_status',
      'role',
      'powers',
      'user_id',
      'userId',
      'fromUser',
      'createdAt',
      'charge_fee',
      'price',
      'rev',
      'accountUntil',
    ].filter((one) => !Object.hasOwn(fields, one))) {
      const outcome = await harness.venue.execute({
        route,
        caller: { user: users[2] ?? 0, session: '', lang: 'en', device: 'd1', address: '::1', appVersion: null },
        body: { ...body, [name]: 1 },
        key: null,
      })
      if (!lacksPower(route, outcome.body) && (outcome.http !== 400 || !outcome.body.includes(`"path":"${name}"`)))
        failures.push(`${route.feature}.${route.name} ${name}: ${outcome.body.slice(0, 90)}`)
    }
  }
  expect(failures).toEqual([])
})

const bytes = (text: string) => Buffer.from(text, 'latin1')
const raw: readonly (readonly [string, Buffer])[] = [
  ['nothing', bytes('')],
  ['a brace', bytes('{')],
  ['a number', bytes('7')],
  ['null', bytes('null')],
  ['a text', bytes('"x"')],
  ['an array', bytes('[1]')],
  ['bytes that are not UTF-8', bytes('{"id":"\xff\xfe"}')],
  ['a truncated character', bytes('{"id":"\xe2\x82"}')],
  ['an overlong slash', bytes('{"id":"\xc0\xaf"}')],
  ['another encoding', Buffer.from('{"id":1}', 'utf16le')],
  ['a byte order mark', bytes('\xef\xbb\xbf{"id":1}')],
  ['60,000 brackets', bytes('['.repeat(60_000))],
  ['60,000 closed brackets', bytes('['.repeat(30_000) + ']'.repeat(30_000))],
  ['10,000 objects within each other', bytes('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000))],
  ['10,000 fields', bytes(`{${Array.from({ length: 5000 }, (_, at) => `"f${at}":1`).join(',')}}`)],
  ['a number of 60,000 digits', bytes(`{"id":${'9'.repeat(60_000)}}`)],
  ['a field by an escaped name twice', bytes('{"id":1,"\\u0069d":2}')],
  ['a prototype by an escaped name', bytes('{"\\u005f_proto__":{"id":1}}')],
  ['a prototype deep inside', bytes('{"id":{"a":{"__proto__":{}}}}')],
  ['an unterminated string', bytes('{"id":"')],
  ['a string that ends in an escape', bytes('{"id":"\\')],
  ['a comment', bytes('{"id":1/*x*/}')],
  ['a bare infinity', bytes('{"id":1e999}')],
]
test('AT57 every call refuses invalid JSON bodies, and never fails on them', async () => {
  const token = await harness.tokenOf(users[2] ?? 0)
  const failures: string[] = []
  for (const route of harness.venue.routes)
    for (const routeKey of routeKeysOf(route).filter((one) => !one.startsWith('GET ')))
      for (const [name, body] of raw) {
        const [method = '', path = ''] = routeKey.split(' ')
        const { status, text } = await harness.sendRequest(method, path, {
          body: new Uint8Array(body),
          headers: { Authorization: route.name === 'logout' ? '' : token, 'Content-Type': 'application/json' },
        })
        const verdict = faultOf(status, text)
        if (verdict !== null) failures.push(`${routeKey} with ${name}: ${verdict}`)
      }
  expect({ failures, bugs: harness.bugs.map(String), faults: harness.faults.map(String) }).toEqual({
    failures: [],
    bugs: [],
    faults: [],
  })
})
test('AT57 every call refuses doubled parameters, prototype names and unknown fields in a query or a form', async () => {
  const token = await harness.tokenOf(users[2] ?? 0)
  const failures: string[] = []
  const unknown = ['balance=1', 'a=%ff', 'a=%', 'id[]=1', '\u202e=1']
  const spoilt = ['id=1&id=2', '__proto__=1', 'constructor=1', '__proto__[a]=1', '&&==&', 'id=1;id=2', ...unknown]
  for (const route of harness.venue.routes)
    for (const routeKey of routeKeysOf(route))
      for (const query of spoilt) {
        const [method = '', path = ''] = routeKey.split(' ')
        const asForm = {
          method,
          body: query,
          headers: { Authorization: token, 'Content-Type': 'application/x-www-form-urlencoded' },
        }
        const { status, text } =
          method === 'GET'
            ? await harness.sendRequest(method, `${path}?${query}`, { headers: { Authorization: token } })
            : await harness.sendRequest(method, path, asForm)
        const isRefused = status === 400 || (route.endpoint.isHidden === true && text.includes('"reason":"not_found"'))
        const verdict =
          faultOf(status, text) ??
          (isRefused ||
          query === '&&==&' ||
          (isLoose(route) && unknown.includes(query)) ||
          lacksPower(route, text) ||
          !fieldsAreStrict(text)
            ? null
            : `taken: ${status} ${text.slice(0, 80)}`)
        if (verdict !== null) failures.push(`${routeKey} with ${query}: ${verdict}`)
      }
  expect({ failures, bugs: harness.bugs.map(String), faults: harness.faults.map(String) }).toEqual({
    failures: [],
    bugs: [],
    faults: [],
  })
})
/** False if the answer was given before the fields were read. */
const fieldsAreStrict = (text: string) => !/"reason":"(?:kyc_needed|not_logged_in|key_missing)"/.test(text)

test('AT57 nothing that was sent has changed a prototype', () => {
  expect(Object.keys(Object.prototype)).toEqual([])
  const plain: Record<string, unknown> = {}
  expect(
    foreignNames.filter(
      (name) => name !== 'constructor' && name !== 'toString' && name !== '__proto__' && plain[name] !== undefined,
    ),
  ).toEqual([])
  expect(hostile.length).toBeGreaterThan(90)
})
