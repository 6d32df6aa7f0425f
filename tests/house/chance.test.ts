import { codeOf, files, importsOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** Where seeded chance is made, the venue inside a test, and the box: the only files that may name it. */
const mayName = ['server/core/random.ts', 'server/memory.ts', 'server/box/box.ts', 'server/box/serve.ts']
const isForetellable = (file: string, code: string) =>
  (file.startsWith('server/') && /\bMath\.random\b/.test(code)) ||
  (/\bseededRandom\b/.test(code) && !mayName.includes(file))

/** Every file that a file imports, and that those import. */
const reachedFrom = (entry: string, seen = new Set<string>()): Set<string> => {
  for (const next of importsOf(entry)) {
    if (seen.has(next) || !files.includes(next)) continue
    seen.add(next)
    reachedFrom(next, seen)
  }
  return seen
}

test('FEED-1 nothing of the running venue draws from a generator that can be foretold', () => {
  expect(files.filter((file) => isForetellable(file, codeOf(file)))).toEqual([])
  const reached = [...reachedFrom('server/main.ts'), ...reachedFrom('server/dev.ts')]
  expect(reached).toContain('server/features/market/prices/feeds.ts')
  expect(reached.filter((file) => file === 'server/memory.ts' || file.startsWith('server/box/'))).toEqual([])
})
test.each([
  ['server/loop.ts', "import { seededRandom } from './core/random.ts'", true],
  ['server/memory.ts', "import { seededRandom } from './core/random.ts'", false],
  ['server/features/spot/maker.ts', 'const side = Math.random() < 0.5', true],
  ['server/loop.ts', "import { systemRandom } from './core/random.ts'", false],
])('FEED-1 the wall bites: %s with %s: %s', (file, code, isFound) => expect(isForetellable(file, code)).toBe(isFound))
