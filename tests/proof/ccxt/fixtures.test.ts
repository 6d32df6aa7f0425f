import { allCalls } from '#contract/endpoints.ts'
import { decode } from '#contract/wire/coded.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'
import { readFixtures } from './fixtures.ts'

// The class runs in ccxt itself by `npm run proof:ccxt`; here what it sends and reads is held to the contract.
const [requests, responses] = [readFixtures('request'), readFixtures('response')]
const places = requests.map(({ url = '', output }) => {
  const { pathname, searchParams } = new URL(url)
  const method = output === undefined ? 'GET' : 'POST'
  const call = allCalls.find(({ endpoint }) => endpoint.method === method && urlOf(endpoint) === pathname)
  return { call, body: output === undefined ? Object.fromEntries(searchParams) : JSON.parse(output) }
})

test('CCXT-1 every request of a fixture is a call that an API key may make, with an input that it takes', () => {
  expect(requests.length).toBeGreaterThan(20)
  const wrong = places.flatMap(({ call, body }, n) => {
    const may = call && (call.endpoint.who === 'any' || call.endpoint.scope !== undefined)
    return may && decode(call.endpoint.input, body).success ? [] : [requests[n]?.url]
  })
  expect(wrong).toEqual([])
})
test('CCXT-1 every answer of a fixture is one that its call gives', () => {
  const wrong = responses.flatMap(({ httpResponse, description }, n) => {
    const { type, message, data } = Object(httpResponse)
    const { endpoint } = places[n]?.call ?? {}
    const value = endpoint?.wrap === 'said' ? data : message
    return type === 'ok' && endpoint && decode(endpoint.output, value).success ? [] : [description]
  })
  expect(wrong).toEqual([])
})
test('CCXT-2 the class names calls and reasons that there are, and knows of each refusal of an order what it is', () => {
  const code = textOf('clients/ccxt/kontor.ts')
  const list = (from: string, to: string) => code.slice(code.indexOf(from), code.indexOf(to, code.indexOf(from)))
  const paths = [
    ...list("'api': {\n                'public': {\n                    'get'", "'requiredCredentials'").matchAll(
      /'([a-z]+(?:\/[a-z_]+)?)': \d/g,
    ),
  ]
  const known = new Set(allCalls.map(({ endpoint }) => endpoint.path))
  expect([paths.length, paths.map(([, path = '']) => path).filter((path) => !known.has(path))]).toEqual([17, []])
  const exact = [...list("'exact': {", "'broad'").matchAll(/'([a-z_]+)': [A-Z]/g)].map(([, reason = '']) => reason)
  expect(exact.filter((reason) => !Object.hasOwn(refusals, reason))).toEqual([])
  const submit = allCalls.find(({ feature, name }) => feature === 'spot' && name === 'submit')
  const legs = /^(?:legs_|leg_|stop_|trigger_|distance_|source_|expiry_)/
  expect(submit?.endpoint.refusals.filter((reason) => !exact.includes(reason) && !legs.test(reason))).toEqual([])
})
