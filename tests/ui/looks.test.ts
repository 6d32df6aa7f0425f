import { looksCss, withLooks } from '#scripts/client/looks.ts'
import { looks } from '#src/ui/looks.ts'
import { codeOf, filesIn } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const rules = looksCss()
  .split(/\n(?=\.)/)
  .map((rule) => rule.trim())

test('each prop of Box is a rule of the build: a token of its property, or what a prop that is there says', () => {
  expect(rules).toContain('.look-gap-2 { gap: var(--space-2) }')
  expect(rules).toContain('.look-lay-column { display: flex; flex-direction: column }')
  expect(rules).toContain('.look-nowrap { white-space: nowrap }')
  expect(Object.keys(looks).filter((name) => !rules.some((rule) => rule.startsWith(`.look-${name}`)))).toEqual([])
})
test('what says more stands after what says less: one side of a padding after both, a column gap after the gap', () => {
  const at = (name: string) => rules.findIndex((rule) => rule.startsWith(`.look-${name}-`))
  expect(at('pad')).toBeLessThan(at('blockPad'))
  expect(at('blockPad')).toBeLessThan(at('topPad'))
  expect(at('gap')).toBeLessThan(at('sideGap'))
  expect(rules.findIndex((rule) => rule.startsWith('.look-isCard '))).toBeLessThan(at('round'))
})
test('the rules stand where box.css stands, and the code of the app has their names alone', () => {
  expect(withLooks('', '/app/src/ui/box.css')).toContain('.look-isFull')
  expect(withLooks('', '/app/src/ui/looks.ts')).toMatch(/^export const looks = \{"lay":1,/)
  expect(withLooks('', '/app/src/ui/base.css')).toBeNull()
})
test('only the inspector needs what the build makes: the routes of the others are read by journeys without it', () => {
  const made = filesIn('src', /\.tsx?$/).filter((file) => /(?:from |import\()'virtual:/.test(codeOf(file)))
  expect(made.filter((file) => !file.startsWith('src/features/inspector/'))).toEqual([])
})
