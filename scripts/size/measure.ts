import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { inCircles } from '#scripts/size/circles.ts'
import { codeOf, filesIn, importsOf, textOf } from '#tests/support/files.ts'

const parts = ['contract', 'machines', 'streams', 'server', 'src', 'packages', 'scripts']
const code = /\.(?:tsx?|mjs|css)$/
const text = /\.(?:tsx?|m?js|css|json|md|html|svg|ya?ml|webmanifest|service|timer)$|(?:^|\/)(?:run|Dockerfile|LICENSE)$/
const lines = (files: readonly string[]) => files.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)

const product = () => parts.flatMap((part) => filesIn(part, code))
const sheets = () => product().filter((file) => file.endsWith('.css'))
/** What stands at the root and belongs to no folder; the lock file is made by npm. */
const atRoot = () =>
  readdirSync('.', { withFileTypes: true })
    .filter((each) => each.isFile() && text.test(each.name) && each.name !== 'package-lock.json')
    .map(({ name }) => name)
const tree = () => [
  ...atRoot(),
  ...[...parts, 'tests', 'locales', 'docs', 'examples', 'deploy', 'public', '.ci', '.github'].flatMap((folder) =>
    filesIn(folder, text).filter((file) => !file.includes('node_modules')),
  ),
]

/** A test's name and a text without a value in it are one sentence, a drawing, a pattern and an address one word. */
const unbroken = [
  /^\s*(?:(?:await )?test\b.*|\][^(]*)\((['"`]).*\1, /,
  /^\s*(?:[\w$]+: )?(?:'[^']*'|"[^"]*"|`(?:[^`$]|\$(?!\{))*`),?$/,
  /String\.raw`/,
  /^\s*(?:\w+ = )?\/.+\/\w*,?$/,
  /https?:\/\/\S{80}/,
]
export const tooWide = (source: string) =>
  source.split('\n').filter((line) => line.length > 120 && !unbroken.some((each) => each.test(line))).length

/** Rule bodies of two declarations or more that stand more than twice. */
export function repeatedBodies(styles: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const css of styles)
    for (const [, inside = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/\{([^{}]*)\}/g)) {
      const body = inside
        .split(';')
        .map((each) => each.trim().replace(/\s+/g, ' '))
        .filter((each) => each !== '')
        .toSorted()
      if (body.length > 1) counts.set(body.join('; '), (counts.get(body.join('; ')) ?? 0) + 1)
    }
  return [...counts.values()].filter((count) => count > 2).length
}

/** Functions of more than 70 lines of code, as the linter counts them. */
function longFunctions(): readonly string[] {
  const { stdout } = spawnSync('npx', ['oxlint', '-c', 'scripts/size/oxlint.json', '-f', 'json', ...parts], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    shell: process.platform === 'win32',
  })
  const found: { diagnostics: { filename: string; message: string }[] } = JSON.parse(stdout)
  return found.diagnostics.map(({ filename, message }) => `${filename}: ${message}`)
}

/** Every import of the tree, tests and scripts included. */
export const importGraph = () =>
  new Map([...parts, 'tests'].flatMap((part) => filesIn(part, /\.tsx?$/)).map((file) => [file, importsOf(file)]))

type Sizes = Readonly<Record<string, number>>
export const measure = (): Sizes => ({
  ...Object.fromEntries(parts.map((part) => [part, lines(filesIn(part, code))])),
  product: lines(product()),
  css: lines(sheets()),
  tests: lines(filesIn('tests', text)),
  locales: lines(filesIn('locales', text)),
  docs: lines(filesIn('docs', text)),
  tree: lines(tree()),
  'lines over 120 columns': [...product(), ...filesIn('tests', code)].reduce(
    (sum, file) => sum + tooWide(textOf(file)),
    0,
  ),
  'functions over 70 lines': longFunctions().length,
  'rule bodies more than twice': repeatedBodies(sheets().map(textOf)),
  'files with isReviewing': filesIn('src', code).filter((file) => codeOf(file).includes('isReviewing')).length,
  'files in a circle': inCircles(importGraph()).length,
})

/** What the tree is to come down to. */
export const goals: Sizes = {
  product: 80_000,
  css: 8000,
  tree: 200_000,
  'lines over 120 columns': 0,
  'functions over 70 lines': 0,
  'rule bodies more than twice': 0,
  'files with isReviewing': 0,
  'files in a circle': 0,
}
