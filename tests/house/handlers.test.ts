import { existsSync } from 'node:fs'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { allCalls } from '#contract/endpoints.ts'
import { features } from '#server/features.ts'
import { featureFolders } from '#tests/support/features.ts'
import { expect, test } from 'vitest'

const calls: readonly (readonly [string, Endpoint])[] = allCalls.map(
  ({ feature, name, endpoint }) => [`${feature}.${name}`, endpoint] as const,
)
const answered = new Set(
  Object.values(features).flatMap(({ routes }) => routes.map(({ feature, name }) => `${feature}.${name}`)),
)

test('WIRE-1 every call of the contract is answered, and nothing else is', () => {
  expect(calls.map(([name]) => name).filter((name) => !answered.has(name))).toEqual([])
  expect([...answered].filter((name) => !calls.some(([known]) => known === name))).toEqual([])
})

test('WIRE-1 every feature that is called has handlers in its own folder', () => {
  const called = new Set(allCalls.map(({ feature }) => feature))
  expect([...called].filter((feature) => !existsSync(`${featureFolders.get(feature) ?? ''}/handlers.ts`))).toEqual([])
})

test('WIRE-2 no two calls lie on the same place', () => {
  const places = calls.flatMap(([name, endpoint]) => {
    const methods = endpoint.method === 'GET' && endpoint.does === 'changes' ? ['GET', 'POST'] : [endpoint.method]
    const paths = [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => urlOf({ ...endpoint, path }))
    return paths.flatMap((path) => methods.map((method) => [`${method} ${path}`, name] as const))
  })
  const seen = new Map<string, string>()
  const twice = places.filter(([place, name]) => (seen.has(place) ? true : (seen.set(place, name), false)))
  expect(twice).toEqual([])
})

test('WIRE-3 every call says who may call it and how it may be refused, in words of the catalogue', () => {
  for (const [name, { who, refusals: own }] of calls) {
    expect([name, who]).toEqual([name, expect.stringMatching(/^(?:any|in|k1|k2|pw:.+)$/)])
    expect([name, own.filter((reason) => !Object.hasOwn(refusals, reason))]).toEqual([name, []])
    expect([name, new Set(own).size]).toEqual([name, own.length])
  }
})
