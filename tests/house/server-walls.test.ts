import { features } from '#server/features.ts'
import { featureAt } from '#tests/support/features.ts'
import { codeOf, files, importsOf } from '#tests/support/files.ts'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const uses = new Map<string, readonly string[]>(Object.values(features).map((feature) => [feature.name, feature.uses]))
const wire = /^contract\/(?:wire\/|endpoints\.ts$|events\.ts$)/

/**
 * Folders of the server and of the contract, the most exact first, and what each may import besides itself and
 * packages.
 */
const walls: readonly (readonly [folder: RegExp, own: RegExp, may: readonly RegExp[]])[] = [
  [/^contract\/wire\//, /^contract\/wire\//, []],
  [/^contract\/endpoints\.ts$/, /^contract\//, []],
  [/^contract\/events\.ts$/, /^contract\/(?!endpoints\.ts$)/, []],
  [/^contract\//, /^contract\/(?!(?:endpoints|events)\.ts$)/, []],
  [/^server\/core\//, /^server\/core\//, [wire]],
  [/^server\/identity\//, /^server\/identity\//, [/^contract\//, /^server\/core\//]],
  [/^server\/store\//, /^server\/store\//, [/^contract\//, /^server\/core\//]],
  [/^server\/features\//, /^(?!)/, [/^contract\//, /^server\/core\//, /^server\/identity\//]],
  [
    /^server\/features\.ts$/,
    /^(?!)/,
    [
      /^contract\/endpoints\.ts$/,
      /^server\/core\//,
      /^server\/identity\/context\.ts$/,
      /^server\/features\/(?:[^/]+\/)+feature\.ts$/,
    ],
  ],
  [/^server\/gateway\//, /^server\/gateway\//, [wire, /^server\/core\//, /^server\/bus\/port\.ts$/]],
  [/^server\/bus\//, /^server\/bus\//, [/^contract\//, /^server\/core\//]],
  [/^server\//, /^server\//, [/^contract\//]],
]
const isOwn = (path: string) => /^(?:contract|server|machines|streams|src|tests|scripts|locales)\//.test(path)

/** May this file of the contract or the server import that one? */
function isAllowed(file: string, path: string): boolean {
  if (!isOwn(path)) return true
  const wall = walls.find(([folder]) => folder.test(file))
  if (!wall) return false
  const [, own, may] = wall
  const feature = featureAt(file)
  const other = featureAt(path)
  if (feature !== undefined && other !== undefined)
    return feature === other || (uses.get(feature) ?? []).includes(other)
  return own.test(path) || may.some((each) => each.test(path))
}
const walled = files.filter((file) => /^(?:contract|server)\//.test(file))

test('HOUSE-1 the contract and the server import only in the direction of their walls', () => {
  const strays = walled.flatMap((file) =>
    importsOf(file)
      .filter((path) => !isAllowed(file, path))
      .map((path) => `${file} imports ${path}`),
  )
  expect(strays).toEqual([])
})
test.each([
  ['contract/wire/fields.ts', 'contract/spot/spot.ts', false],
  ['contract/spot/spot.ts', 'contract/market/market.ts', true],
  ['contract/spot/spot.ts', 'contract/endpoints.ts', false],
  ['contract/spot/spot.ts', 'contract/events.ts', false],
  ['contract/events.ts', 'contract/spot/spot.ts', true],
  ['contract/endpoints.ts', 'contract/spot/spot.ts', true],
  ['server/core/run.ts', 'contract/endpoints.ts', true],
  ['server/core/run.ts', 'contract/spot/spot.ts', false],
  ['server/core/run.ts', 'server/identity/people.ts', false],
  ['server/core/run.ts', 'server/store/sqlite.ts', false],
  ['server/store/sqlite.ts', 'server/core/store-port.ts', true],
  ['server/identity/people.ts', 'server/features/kyc/view.ts', false],
  ['server/features/option/settle.ts', 'server/features/market/units.ts', true],
  ['server/features/market/market.ts', 'server/features/spot/rows.ts', false],
  ['server/features/option/settle.ts', 'server/gateway/lanes.ts', false],
  ['server/features.ts', 'server/features/option/settle.ts', false],
  ['server/gateway/hub.ts', 'server/bus/port.ts', true],
  ['server/gateway/hub.ts', 'server/bus/local.ts', false],
  ['server/gateway/hub.ts', 'server/venue.ts', false],
  ['server/gateway/hub.ts', 'contract/spot/spot.ts', false],
  ['server/bus/local.ts', 'server/venue.ts', false],
  ['server/main.ts', 'server/features/market/market.ts', true],
  ['server/main.ts', 'src/lib/format.ts', false],
])('HOUSE-1 the server walls bite: %s imports %s: %s', (file, path, may) => expect(isAllowed(file, path)).toBe(may))

/** What a file loads when it is loaded itself. */
const loads = (file: string) =>
  [...codeOf(file).matchAll(/^(?:import(?! type)[^'\n]*|\} from )'([^']+)'/gm)].map(([, from = '']) =>
    from.startsWith('#') ? from.slice(1) : from.startsWith('.') ? join(dirname(file), from) : from,
  )
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  for (const next of loads(file)) {
    if (seen.has(next)) continue
    seen.add(next)
    if (files.includes(next)) loadedBy(next, seen)
  }
  return seen
}
test('HOUSE-1 a process on its own loads neither the database of many machines nor its messages', () => {
  const [alone, apart] = [loadedBy('server/main.ts'), loadedBy('server/roles/apart.ts')]
  const heavy = ['pg', '@nats-io/transport-node']
  expect(
    heavy.map((name) => [alone.has(name), apart.has(name), loadedBy('server/store/postgres.ts').has(name)]),
  ).toEqual([
    [false, false, true],
    [false, true, false],
  ])
  expect(alone).toContain('server/store/sqlite.ts')
})

test('HOUSE-2 no feature uses itself, over whatever others', () => {
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of uses.get(from) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      reaches(next, seen)
    }
    return seen
  }
  expect([...uses.keys()].filter((name) => reaches(name).has(name))).toEqual([])
})
test('HOUSE-1 every feature that a feature says it uses is really imported', () => {
  const imported = (name: string) =>
    new Set(
      walled
        .filter((file) => featureAt(file) === name)
        .flatMap((file) => importsOf(file).flatMap((path) => featureAt(path) ?? [])),
    )
  const idle = [...uses].flatMap(([name, others]) =>
    others.filter((other) => !imported(name).has(other)).map((other) => `${name} does not use ${other}`),
  )
  expect(idle).toEqual([])
})
