import { codeOf, filesIn } from '#tests/support/files.ts'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['contract', 'machines', 'packages', 'scripts', 'server', 'src', 'streams', 'tests']
const files = [...folders.flatMap((folder) => filesIn(folder, /\.(?:tsx?|mjs)$/)), 'vite.config.ts', 'vitest.config.ts']
const exported = /^export (?:async )?(?:const|function\*?|class|type) ([\w$]+)/gm
const imported = /\b(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g
/** Exports of these files that no other file imports; a file that is loaded as a whole is not looked at. */
const idleIn = (codes: ReadonlyMap<string, string>, isMeant: (file: string) => boolean) => {
  const used = new Set<string>()
  const whole = new Set<string>()
  for (const [file, code] of codes) {
    const at = (path: string) => (path.startsWith('#') ? path.slice(1) : join(dirname(file), path))
    for (const [, names = '', path = ''] of code.matchAll(imported))
      for (const name of names.split(',')) used.add(`${at(path)}: ${name.replace(/\btype\b|\bas\b.*$/gs, '').trim()}`)
    for (const [, path = ''] of code.matchAll(/(?:import\(|importActual[^(]*\(|\* as \w+ from )\s*'([^']+)'/g))
      whole.add(at(path))
  }
  return [...codes].flatMap(([file, code]) =>
    isMeant(file) && !whole.has(file)
      ? [...code.matchAll(exported)].map(([, name = '']) => `${file}: ${name}`).filter((each) => !used.has(each))
      : [],
  )
}
/** How often each word stands in the code, and in how many places it is declared as an export. */
const countsOf = (codes: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const code of codes)
    for (const [word] of code.matchAll(/[A-Za-z_$][\w$]*/g)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
/** Exports whose names stand nowhere but where they are declared. */
const unusedIn = (codes: ReadonlyMap<string, string>) => {
  const counts = countsOf([...codes.values()])
  return [...codes].flatMap(([file, code]) =>
    [...code.matchAll(exported)].flatMap(([, name = '']) => (counts.get(name) === 1 ? [`${file}: ${name}`] : [])),
  )
}

test('HOUSE-19 nothing is exported that no line uses', () => {
  expect(unusedIn(new Map(files.map((file) => [file, codeOf(file)])))).toEqual([])
})
test('HOUSE-19 the rule bites: a constant, a function and a type that stand alone', () => {
  const codes = new Map([
    [
      'a.ts',
      'export const alone = 1\nexport const used = 2\nexport async function forgotten() {}\nexport type Lonely = string',
    ],
    ['b.ts', "import { used } from './a.ts'\nconsole.log(used)"],
  ])
  expect(unusedIn(codes)).toEqual(['a.ts: alone', 'a.ts: forgotten', 'a.ts: Lonely'])
})
test('HOUSE-19 nothing is exported that no other file imports, but the shapes of the contract and what packages tell', () => {
  const codes = new Map(files.map((file) => [file, codeOf(file)]))
  const isMeant = (file: string) => /^(?:machines|streams|server|scripts)\/(?!(?:gateway|bus|store)\/)/.test(file)
  expect(idleIn(codes, isMeant)).toEqual([])
  expect(
    idleIn(
      new Map([
        ['a/b.ts', 'export const one = 1\nexport type Two = 2\nexport const three = 3'],
        ['a/c.ts', "import { one, type Two as Other } from './b.ts'"],
      ]),
      () => true,
    ),
  ).toEqual(['a/b.ts: three'])
})
