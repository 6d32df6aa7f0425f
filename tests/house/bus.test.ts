import { codeOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const mayAnswer = /^\s*(?:Maybe<|Promise<|void\b)/

/** What in the text of types could not be sent to another process: a function that is handed over, an answer at once. */
function straysOf(text: string): string[] {
  let depth = 0
  const strays: string[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (text.slice(at, at + 2) !== '=>') continue
    const line = text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)).trim()
    if (depth > 0) strays.push(`hands over a function: ${line}`)
    else if (!mayAnswer.test(text.slice(at + 2))) strays.push(`answers at once: ${line}`)
  }
  return strays
}

test('HOUSE-24 nothing in `bus/port.ts` hands over a function or answers at once: it can be sent to another process', () => {
  const text = codeOf('server/bus/port.ts')
  expect(text.match(/=>/g)?.length).toBeGreaterThan(15)
  expect(straysOf(text)).toEqual([])
})
test.each([
  ['  snap: (name: string) => Snap | null\n', 'answers at once: snap: (name: string) => Snap | null'],
  ['  now: () => number\n', 'answers at once: now: () => number'],
  ['  drain: (then: () => void) => void\n', 'hands over a function: drain: (then: () => void) => void'],
  ['  join: (name: string) => Maybe<Joined | Reason>\n', undefined],
  ['  leave: (sid: string) => void\n', undefined],
])('HOUSE-24 the rule tells %s', (text, stray) => {
  expect(straysOf(text)[0]).toBe(stray)
})
