import { codeOf, files } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const name = String.raw`(?:[\w.?()\[\]]*\.)?rev\b`
/**
 * `a.rev > b.rev`, `rev <= known.get(id)?.rev`, `0 < held.rev`: an order of copies decided locally. An arrow is none.
 */
const comparison = new RegExp(String.raw`\b${name}\)?\s*[<>]=?(?!=)|(?<![=])[<>]=?\s*${name}`)
const comparisonsIn = (code: string) =>
  code
    .split('\n')
    .filter((line) => comparison.test(line))
    .map((line) => line.trim())

test('HOUSE-16 which of two copies is newer is decided in the contract', () => {
  const others = files.filter((file) => !file.startsWith('contract/'))
  expect(others.flatMap((file) => comparisonsIn(codeOf(file)).map((line) => `${file}: ${line}`))).toEqual([])
})
test.each([
  ['order.rev > context.order.rev', true],
  ['heard.rev < kept.rev ? kept : heard', true],
  ['now === null || row.rev >= now.rev', true],
  ['if (known.order.rev <= order.rev) return held', true],
  ['round.rev > (known.get(round.no)?.rev ?? 0)', true],
  ['const { rev } = order; return rev > 3', true],
  ['0 < held.rev', true],
  ['before.get(id) !== rev', false],
  ['rows.map(({ id, rev }) => [id, rev])', false],
  ['orders.map(({ rev }) => rev)', false],
  ['const revenue = price > cost', false],
])('HOUSE-16 the rule bites: %s: %s', (code, isFound) => expect(comparisonsIn(code).length > 0).toBe(isFound))
