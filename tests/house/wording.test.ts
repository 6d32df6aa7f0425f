import { basename } from 'node:path'
import { languages } from '#contract/wire/languages.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { withWholeWords } from '#scripts/client/thai-lines.ts'
import { expect, test } from 'vitest'

/** Every sentence of a language as `file:key` → text; nested keys joined by dots. */
const flat = (node: unknown, at = ''): readonly (readonly [string, string])[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, below]) => flat(below, at === '' ? key : `${at}.${key}`))
    : [[at, String(node)]]
const wordsIn = (file: string) =>
  flat(JSON.parse(textOf(file))).map(([key, text]): [string, string] => [`${basename(file, '.json')}:${key}`, text])
const wordsOf = (lang: string) => new Map(filesIn(`locales/${lang}`, /\.json$/).flatMap(wordsIn))
const english = wordsOf('en')

/** Names, and what a language writes as English does. Everything else that is equal to English was forgotten. */
const names = ['Kontor', 'English', 'Español', 'Alipay', 'WeChat Pay']
const shared: Readonly<Record<string, readonly string[]>> = {
  th: ['Cross', 'Post-only', 'Maker', 'Taker'],
  esp: [
    'Spot',
    'Total',
    'Total ({{coin}})',
    'Plan',
    'Top 10',
    'Banner',
    'Hosting',
    'Liq.',
    'Inspector',
    'Post-only',
    'Maker',
    'Taker',
    'Chat',
    'Chats',
    'Bot',
    'Video',
    'Videos',
    '{{count}} ms',
    '{{count}} min',
    'Take profit',
    'Stop loss',
    'Take profit / stop loss',
  ],
}
/** Banks go by their own names where a language has no other for them. */
const isBank = (key: string) => /^venue:bank_\d+$/.test(key)
/** Cities that Spanish spells as English does. */
const isCity = (key: string) => key.startsWith('places:cities.')
const hasWords = (text: string) => /[a-z]{2}/.test(text.replaceAll(/\{\{.*?\}\}|<.*?>/g, ''))

test.each(languages.filter((lang) => lang !== 'en'))('LANG-11 %s has no sentence that was left in English', (lang) => {
  const same = [...wordsOf(lang)].filter(
    ([key, text]) =>
      english.get(key) === text &&
      hasWords(text) &&
      !names.includes(text) &&
      !(shared[lang] ?? []).includes(text) &&
      !isBank(key) &&
      !(lang === 'esp' && isCity(key)),
  )
  expect(same).toEqual([])
})

const sources = ['src', 'packages', 'server', 'contract', 'machines', 'streams']
  .flatMap((folder) => filesIn(folder, /\.tsx?$/))
  .map(textOf)
  .join('\n')
const spoken = new Set(sources.match(/\w+/g))
/**
 * Names that are put together: `${kind}Hint` says `takeProfitHint`, and what has no letters of its own says nothing.
 */
const composed = [
  ...new Set(
    [...sources.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map(([, made = '']) =>
      made.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '\0').replace(/^[\w-]+:/, ''),
    ),
  ),
]
  .filter((made) => /^[\w.\0]+$/.test(made) && /[A-Za-z]{3}/.test(made))
  .map((made) => new RegExp(`^${made.replaceAll('.', '\\.').replaceAll('\0', '[\\w.]+')}$`))
const isSaid = (name: string) => {
  const whole = name.slice(name.indexOf(':') + 1)
  const keys = [whole, whole.replace(/_(?:zero|one|two|few|many|other)$/, '')]
  return keys
    .flatMap((key) => [key, key.split('.').at(-1) ?? key])
    .some((key) => spoken.has(key) || composed.some((form) => form.test(key)))
}

test('LANG-12 every sentence is said somewhere: none is left of what the app no longer has', () => {
  expect([isSaid('lever:takeProfitHint'), isSaid('lever:neverSaidAnywhere')]).toEqual([true, false])
  expect([...english.keys()].filter((key) => !isSaid(key))).toEqual([])
})

/** A pledge earns, collateral secures machines: never one word for both, and none of pawn or bail. */
const pledging: Readonly<Record<string, readonly [pledge: RegExp, collateral: RegExp]>> = {
  en: [/pledge/i, /collateral/i],
  zh: [/质押/, /保证金/],
  hk: [/質押/, /保證金/],
  jp: [/ステーキング/, /保証金/],
  kr: [/스테이킹/, /보증금/],
  th: [/สเตก/, /เงินค้ำ/],
  esp: [/staking/i, /garantía/i],
}
const pledgeKeys = [
  'finance:products.pledge.name',
  'finance:sources.pledge',
  'mining:titles.pledge',
  'mining:pledgeNow',
  'assets:types.746',
  'assets:types.747',
  'assets:types.748',
]
const collateralKeys = [
  'mining:titles.collateral',
  'mining:collateral',
  'mining:needCollateral',
  'mining:lockedDone',
  'assets:types.742',
  'assets:types.743',
  'refusals:collateral_short',
]
test.each(languages)('LANG-13 %s has a word for a pledge and another one for collateral', (lang) => {
  const words = wordsOf(lang)
  const [pledge, collateral] = pledging[lang] ?? [/^$/, /^$/]
  const wrong = (keys: readonly string[], right: RegExp, other: RegExp) =>
    keys.filter((key) => !right.test(words.get(key) ?? '') || other.test(words.get(key) ?? ''))
  expect([...wrong(pledgeKeys, pledge, collateral), ...wrong(collateralKeys, collateral, pledge)]).toEqual([])
})

test.each([
  ['zh', '币币', '现货'],
  ['hk', '幣幣', '現貨'],
])('LANG-15 %s calls the spot market %s everywhere, never %s', (lang, word, other) => {
  const words = [...wordsOf(lang), ...wordsIn(`server/features/news/texts/${lang}.json`)]
  expect(words.filter(([, text]) => text.includes(other))).toEqual([])
  expect(words.filter(([key, text]) => key.endsWith('spot') && text.includes(word)).length).toBeGreaterThan(0)
})

const ruled = ['spot', 'hosting', 'contracts', 'options', 'otc', 'launch', 'mining', 'withdraw']
test.each(languages)('NEWS-5 the rules of every product can be read in %s', (lang) => {
  const texts: readonly { readonly key: string; readonly title: string; readonly content: string }[] = JSON.parse(
    textOf(`server/features/news/texts/${lang}.json`),
  )
  const rules = texts.filter(({ key }) => key.startsWith('rule-'))
  expect(rules.map(({ key }) => key)).toEqual(ruled.map((product) => `rule-${product}`))
  expect(rules.filter(({ title, content }) => title === '' || content.split('\n').length < 4)).toEqual([])
})

test('LANG-14 in Thai no line ends inside a word of the trade; what is searched for stays as it is typed, and so do the files', () => {
  const built: unknown = JSON.parse(
    withWholeWords(JSON.stringify({ mark: 'ราคามาร์ก: สปอต', rules: ['ที่อยู่'], titles: { mark: 'ราคามาร์ก' } })),
  )
  const [mark, spot, address] = ['ม\u2060า\u2060ร์\u2060ก', 'ส\u2060ป\u2060อ\u2060ต', 'ที่\u2060อ\u2060ยู่']
  expect(built).toEqual({ mark: `ราคา\u200b${mark}: ${spot}`, rules: [address], titles: { mark: 'ราคามาร์ก' } })
  expect([...wordsOf('th')].filter(([, text]) => /[\u2060\u200b]/.test(text))).toEqual([])
})
