import { languages } from '#contract/wire/languages.ts'
import { demoIn, demoWords } from '#tests/proof/month/demo-words.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

type Words = Readonly<Record<string, unknown>>
const flat = (words: Words, above: string): readonly (readonly [string, string])[] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${above}${name}`, value] as const] : flat(Object(value), `${above}${name}.`),
  )
/** Every sentence of a language by its key. */
const sentencesOf = (lang: string) =>
  filesIn(`locales/${lang}`, /\.json$/).flatMap((file) => {
    const words: Words = JSON.parse(textOf(file))
    return flat(words, `${file.split('/').at(-1)?.replace('.json', '') ?? ''}:`)
  })
const sayDemo = (lang: string) =>
  sentencesOf(lang)
    .filter(([, text]) => demoWords.test(text))
    .map(([key]) => key)
    .toSorted()

test('START-12 the words of a demo are found in the same sentences in every language, and in no other', () => {
  const english = sayDemo('en')
  expect(english).toEqual(expect.arrayContaining(['wallet:deposit.demo', 'wallet:bank.demo', 'session:code.demo']))
  for (const lang of languages) expect([lang, sayDemo(lang)]).toEqual([lang, english])
})
test('START-12 a word of a demo that stands in a page is found and told with what is around it', () => {
  for (const lang of languages) {
    const text = new Map(sentencesOf(lang)).get('wallet:deposit.demo') ?? ''
    expect(demoIn(`USDT 100 ${text} ERC20`)).toContain(text.slice(0, 8))
  }
  expect(demoIn('Deposit USDT on ERC20. 顯示範圍 表示範囲 显示范围 Demonstrate democracy')).toBeNull()
})
