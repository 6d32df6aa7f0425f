import { allCalls } from '#contract/endpoints.ts'
import { features } from '#server/features.ts'
import { wireDocs } from '#scripts/wire/wire-docs.ts'
import { files, importsOf, codeOf, textOf } from '#tests/support/files.ts'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

/** The calls of the product as they were specified: method, path, and who answers. */
const specified = textOf('tests/house/calls.txt')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
/** Answered by the gateway itself, because its body is a file. */
const byGateway = ['POST fileServer/upload/{folder}']
/** Specified under another word than the one the contract has: the older one means something else here. */
const renamed: Readonly<Record<string, string>> = { 'market.quotes': 'market.tickers', 'market.bars': 'market.candles' }

const places = new Map<string, string>(
  allCalls.flatMap(({ feature, name, endpoint }) => {
    const methods = endpoint.does === 'changes' && endpoint.method === 'GET' ? ['GET', 'POST'] : [endpoint.method]
    return [endpoint.path, ...(endpoint.aliases ?? [])].flatMap((path) =>
      methods.map((method) => [`${method} ${path}`, `${feature}.${name}`] as const),
    )
  }),
)
const answered = new Set(
  Object.values(features).flatMap(({ routes }) => routes.map(({ feature, name }) => `${feature}.${name}`)),
)

test('WIRE-1 every call of the specification stands in the contract under its word and has a handler', () => {
  expect(specified.length).toBe(208)
  const wrong = specified.flatMap(([method = '', path = '', word = '']) => {
    const place = `${method} ${path}`
    if (byGateway.includes(place)) return []
    const found = places.get(place)
    const wanted = renamed[word] ?? word
    return found !== wanted
      ? [`${place}: ${found ?? 'no such call'} instead of ${wanted}`]
      : answered.has(found)
        ? []
        : [`${place}: no handler`]
  })
  expect(wrong).toEqual([])
})
test('WIRE-1 every call of the contract is told to programs: the document of the wire has its place', () => {
  const document = Object(JSON.parse(wireDocs()['openapi.json'] ?? '{}')).paths
  const told = new Set(Object.keys(document).map((path) => path.replace(/^\/(?:api|chat)\//, '')))
  expect(allCalls.map(({ endpoint: { path } }) => path).filter((path) => !told.has(path))).toEqual([])
})

/** Calls that no page sends, each with its reason. */
const forPrograms = [...textOf('docs/api.md').matchAll(/^\| `([\w-]+\.\w+)` \| (.+) \|$/gm)].map(
  ([, call = '', why = '']) => ({ call, why }),
)
test('WIRE-1 every call of the contract is sent by the app, but for those for which docs/api.md says why not', () => {
  const app = files
    .filter((file) => /^(?:src|machines|streams)\//.test(file))
    .map((file) => ({ imports: importsOf(file).filter((from) => from.startsWith('contract/')), code: codeOf(file) }))
  const unused = allCalls
    .filter(({ feature, name }) => {
      const used = new RegExp(`\\.${name}\\b`)
      const own = files.find((file) => file.startsWith('contract/') && basename(file) === `${feature}.ts`) ?? ''
      // Where it is declared: in the feature's own file, or in one that this takes it from.
      const declares = (file: string) => codeOf(file).includes(`\n  ${name}: `)
      const homes = [
        own,
        ...(declares(own) ? [] : importsOf(own).filter((from) => files.includes(from) && declares(from))),
      ]
      return !app.some(({ imports, code }) => imports.some((from) => homes.includes(from)) && used.test(code))
    })
    .map(({ feature, name }) => `${feature}.${name}`)
  expect(forPrograms.map(({ call }) => call).toSorted()).toEqual(unused.toSorted())
  expect(forPrograms.filter(({ why }) => why.length < 20 || why.includes('|'))).toEqual([])
})
