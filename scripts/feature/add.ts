import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The parts of a feature that shows what a person has added, and where each stands; `sample` becomes its name. */
const parts = {
  contract: 'contract/sample/sample.ts',
  context: 'server/features/sample/context.ts',
  rows: 'server/features/sample/rows.ts',
  handlers: 'server/features/sample/handlers.ts',
  feature: 'server/features/sample/feature.ts',
  paths: 'src/lib/paths/sample.ts',
  routes: 'src/features/sample/routes.ts',
  page: 'src/features/sample/samples-page.tsx',
  test: 'tests/server/features/sample/sample.test.ts',
} as const
type Words = Readonly<Record<'title' | 'text' | 'missing' | 'add' | 'empty', string>>

const read = (file: string) => readFileSync(file, 'utf8')
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
/** Puts a line behind those of a list: the list begins with a text, and each of its lines with another one. */
function join(file: string, [begin, each]: readonly [begin: string, each: string], line: string) {
  const lines = read(file).split('\n')
  const from = lines.findIndex((found) => found.startsWith(begin))
  const end = lines.findIndex((found, n) => n > from && !found.startsWith(each))
  write(file, lines.toSpliced(end, 0, line).join('\n'))
}
const imports = ['import ', 'import '] as const

/**
 * Makes a feature of two calls, an event, a table, a page in seven languages and a test, and joins it to the lists of
 * features. Returns why not.
 */
export function addFeature(name: string): string | null {
  if (!/^[a-z]{2,20}$/.test(name)) return 'Give it a name of one lower case word: npm run new-feature poll'
  if (existsSync(`contract/${name}`)) return `There is a feature "${name}" already.`
  const big = `${name[0]?.toUpperCase()}${name.slice(1)}`
  const named = (text: string) => text.replaceAll('sample', name).replaceAll('Sample', big)
  for (const [part, file] of Object.entries(parts)) write(named(file), named(read(`scripts/feature/${part}.txt`)))
  const words: Readonly<Record<string, Words>> = JSON.parse(read('scripts/feature/words.json'))
  for (const [lang, { title, ...rest }] of Object.entries(words))
    write(`locales/${lang}/${name}.json`, `${JSON.stringify({ titles: { [`${name}s`]: title }, ...rest }, null, 2)}\n`)

  join('contract/events.ts', imports, named("import { sampleSpec } from './sample/sample.ts'"))
  join('contract/events.ts', ['export const speaking', '  '], named('  sample: sampleSpec,'))
  join('server/features.ts', imports, named("import { sampleFeature } from './features/sample/feature.ts'"))
  join('server/features.ts', ['const list = {', '  '], named('  sample: sampleFeature,'))
  join('src/app/routes.ts', imports, named("import { sampleRoutes } from '#src/features/sample/routes.ts'"))
  join('src/app/routes.ts', ['export const routes', '  '], named('  ...sampleRoutes,'))
  return null
}

/** The wire has changed: its number grows, and its history tells of it. */
export function tellWire(name: string, hash: string) {
  const version = read('contract/wire/version.ts')
  const [, number = '0', oldest = '0'] = /number: (\d+), .*oldestClient: (\d+)/.exec(version) ?? []
  const next = Number(number) + 1
  write('contract/wire/version.ts', version.replace(/number: \d+, hash: '\w+'/, `number: ${next}, hash: '${hash}'`))
  const told = `Additions: ${name}/list, ${name}/add and the event ${name}.added. No earlier call has changed.`
  const row = `| ${next} | \`${hash}\` | ${oldest} | ${told} |`
  write('docs/wire-history.md', `${read('docs/wire-history.md').trimEnd()}\n${row}\n`)
}
