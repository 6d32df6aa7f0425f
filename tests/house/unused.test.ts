import { codeOf, filesIn } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const folders = ['contract', 'machines', 'packages', 'scripts', 'server', 'src', 'streams', 'tests']
const files = [...folders.flatMap((folder) => filesIn(folder, /\.(?:tsx?|mjs)$/)), 'vite.config.ts', 'vitest.config.ts']
const exported = /^export (?:async )?(?:const|function\*?|class|type) ([\w$]+)/gm
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
