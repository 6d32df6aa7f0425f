import { existsSync } from 'node:fs'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { allCalls } from '#contract/endpoints.ts'
import { refusals } from '#contract/wire/refusals.ts'
import { allRoutes } from '#server/features.ts'
import { expect, test } from 'vitest'

const calls: readonly (readonly [string, Endpoint])[] = allCalls.map(({ feature, name, endpoint }) => [`${feature}.${name}`, endpoint] as const)
const answered = new Set(allRoutes().map(({ word, name }) => `${word}.${name}`))

test('WIRE-1 every call of the contract is answered, and nothing else is', () => {
  // Until the first word is answered there is nothing to hold the others to.
  if (answered.size === 0) return
  expect(calls.map(([name]) => name).filter((name) => !answered.has(name))).toEqual([])
  expect([...answered].filter((name) => !calls.some(([known]) => known === name))).toEqual([])
})

test('WIRE-1 every answered word has a file of its own', () => {
  const words = new Set(allRoutes().map(({ word }) => word))
  expect([...words].filter((word) => !existsSync(`server/features/${word}/handlers.ts`))).toEqual([])
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
