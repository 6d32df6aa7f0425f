import { load } from 'js-yaml'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { appVersion } from '#contract/wire/limits.ts'
import { codeOf, files, filesIn, textOf } from '#tests/support/files.ts'
import semver from 'semver'
import { expect, test } from 'vitest'

const others = [...filesIn('tests', /\.tsx?$/), ...filesIn('scripts', /\.(ts|mjs)$/)]
const all = [...files, ...others]
const isConfig = (file: string) => file.endsWith('.config.ts')
/** Files whose code, comments aside, has what must not be there. */
const having = (among: readonly string[], what: RegExp) => among.filter((file) => what.test(codeOf(file)))

test('HOUSE-3 a file has at most 700 lines', () => {
  expect(all.map((file) => [file, textOf(file).split('\n').length - 1] as const).filter(([, n]) => n > 700)).toEqual([])
})
test('HOUSE-3 exports are named, and nothing is passed on', () => {
  expect(
    having(
      all.filter((file) => !isConfig(file)),
      /^export default/m,
    ),
  ).toEqual([])
  // But what a package tells, whose report is held by a test of its own.
  const isTold = (file: string) => /^packages\/(?:contract|client)\/[\w-]+\.ts$/.test(file)
  expect(having(all, /^export (?:type )?(?:\*|\{[^}]*\}) from '[#.]/m).filter((file) => !isTold(file))).toEqual([])
  expect(all.filter((file) => /^index\.tsx?$/.test(basename(file)))).toEqual([])
})
test('HOUSE-3 an import shows its floor: never ../.., and with its ending', () => {
  expect(having(all, /(?:from|import)\s*\(?\s*'\.\.\/\.\./)).toEqual([])
  expect(
    having(all, /(?:from|import)\s*\(?\s*'(?:#(?:contract|machines|streams|server|src|tests|scripts)|\.\.?)\/[^'.]*'/),
  ).toEqual([])
})
test('HOUSE-3 names are kebab-case', () => {
  expect(
    all.map((file) => basename(file)).filter((name) => !/^[a-z0-9]+(?:[-.][a-z0-9]+)*\.(?:tsx?|mjs)$/.test(name)),
  ).toEqual([])
})
test('HOUSE-3 nothing is left to do in a comment, and nothing is silenced', () => {
  // Split, so that this file does not find itself.
  const words = [
    'TO|DO',
    'FIX|ME',
    'HA|CK',
    '@ts-|ignore',
    '@ts-|nocheck',
    '@ts-|expect-error',
    'oxlint-|disable',
    'eslint-|disable',
  ]
  const left = new RegExp(
    words
      .map((word) => word.replace('|', ''))
      .map((word) => (word.startsWith('@') ? word : `\\b${word}\\b`))
      .join('|'),
  )
  const why = / -- \S/
  expect(
    all.flatMap((file) =>
      textOf(file)
        .split('\n')
        .filter((line) => left.test(line) && !why.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    ),
  ).toEqual([])
})
test('HOUSE-3 no assertion of types but const, no escape by two', () => {
  expect(
    having(
      files.filter((file) => !file.startsWith('machines/')),
      /\bas (?:any|unknown|never)\b|<any>|: any\b/,
    ),
  ).toEqual([])
  expect(
    having(
      files.filter((file) => file.startsWith('machines/')),
      /(?<!\{\}) as (?!const\b|\w+,|\w+ })/,
    ),
  ).toEqual([])
})
test('HOUSE-3 the rooms of the house are all the rooms there are', () => {
  const known = ['actors', 'api', 'app', 'features', 'lib', 'parts', 'stores', 'ui', 'main.tsx']
  const found = new Set(files.filter((file) => file.startsWith('src/')).map((file) => file.split('/')[1] ?? ''))
  expect([...found].filter((room) => !known.includes(room))).toEqual([])
})
test('HOUSE-3 tests neither sleep nor skip', () => {
  const tests = filesIn('tests', /\.(?:test|journey)\.tsx?$/).filter((file) => !file.startsWith('tests/house/'))
  expect(having(tests, /\b(?:test|it|describe)\.(?:only|skip|todo|fixme)\b|waitForTimeout/)).toEqual([])
  expect(having(tests, /^\s*it\(/m)).toEqual([])
})
test('HOUSE-3 a folder has at most 60 source files', () => {
  const folders = Map.groupBy([...all, ...filesIn('tests', /\.tsx?$/)], (file) => file.slice(0, file.lastIndexOf('/')))
  expect([...folders].filter(([, some]) => new Set(some).size > 60).map(([folder]) => folder)).toEqual([])
})
/** But those of the recipe's example, which nobody has made yet. */
test('HOUSE-18 a file that the documents name exists', () => {
  const documents = ['README.md', ...filesIn('docs', /\.md$/)]
  const named = documents.flatMap((document) =>
    [
      ...textOf(document).matchAll(
        /`((?:contract|server|machines|streams|src|tests|scripts|locales|docs)\/[\w./-]+\.\w+)`/g,
      ),
    ].map(([, path = '']) => ({ document, path })),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(
    named
      .filter(({ path }) => !path.includes('otc') && !existsSync(path))
      .map(({ document, path }) => `${document}: ${path}`),
  ).toEqual([])
})
test('HOUSE-20 a test or script makes a folder of its own, never writes into the shared temporary one, and listens on no port that another run would want', () => {
  // The unpacked browser is kept there for all journeys of a user.
  const own = /mkdtemp(?:Sync)?\(join\(tmpdir\(\), /g
  expect(
    others.filter((file) => file !== 'tests/support/browser.ts' && /tmpdir\(\)/.test(codeOf(file).replace(own, ''))),
  ).toEqual([])
  const fixed = /\blisten\(\s*[1-9]|\bPORT: '[1-9]\d{3}/
  expect([fixed.test('server.listen(8080)'), fixed.test("env: { PORT: '8080' }")]).toEqual([true, true])
  const mayName = ['tests/house/manners.test.ts', 'tests/server/operate/env.test.ts']
  expect(others.filter((file) => !mayName.includes(file) && fixed.test(codeOf(file)))).toEqual([])
})
test('who comes finds a form for a bug and a wish, and packages are looked after', () => {
  const { updates }: { updates: { 'package-ecosystem': string }[] } = JSON.parse(
    JSON.stringify(load(textOf('.github/dependabot.yml'))),
  )
  expect(updates.map((each) => each['package-ecosystem']).toSorted()).toEqual(['docker', 'github-actions', 'npm'])
  for (const form of filesIn('.github/ISSUE_TEMPLATE', /\.md$/))
    expect(textOf(form)).toMatch(/^---\nname: .+\nabout: .+\n---\n/)
  expect(filesIn('.github/ISSUE_TEMPLATE', /\.md$/)).toHaveLength(2)
  expect(textOf('CONTRIBUTING.md')).toContain('(CODE_OF_CONDUCT.md)')
})
test('HOUSE-21 package.json, its lock and the app tell one version', () => {
  const versionIn = (file: string): unknown => JSON.parse(textOf(file)).version
  expect([versionIn('package.json'), versionIn('package-lock.json')]).toEqual([appVersion.name, appVersion.name])
  const [major = 0, minor = 0, patch = 0] = appVersion.name.split('.').map(Number)
  expect(appVersion.code).toBe(major * 100 + minor * 10 + patch)
  expect(textOf('CHANGELOG.md')).toContain(`## ${appVersion.name}\n`)
})
test('every package runs on the oldest Node that the README names, and is named by its exact version', () => {
  type Lock = Readonly<Record<string, { version?: string; engines?: { node?: string } }>>
  const { packages }: { packages: Lock } = JSON.parse(textOf('package-lock.json'))
  type Named = Readonly<Record<string, string>>
  const manifest: { engines: { node: string }; dependencies: Named; devDependencies: Named } = JSON.parse(
    textOf('package.json'),
  )
  const [, oldest = ''] = /^Node (\d+\.\d+) or later/m.exec(textOf('README.md')) ?? []
  expect(manifest.engines.node).toBe(`>=${oldest}`)
  const refusing = Object.entries(packages).filter(
    ([, { engines }]) => !semver.satisfies(`${oldest}.0`, engines?.node ?? '*'),
  )
  expect(refusing.map(([name, { version, engines }]) => `${name} ${version}: ${engines?.node}`)).toEqual([])
  const named = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(named.filter(([, version]) => semver.valid(version) !== version)).toEqual([])
})
