import { basename } from 'node:path'
import { languages } from '#contract/wire/languages.ts'
import { clientReasons, refusals } from '#contract/wire/refusals.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

/** Every sentence of a file as key → text; nested keys joined by dots. */
const flat = (node: unknown, at = ''): readonly (readonly [string, unknown])[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, below]) => flat(below, at === '' ? key : `${at}.${key}`))
    : [[at, node]]
const readAll = (lang: string) =>
  new Map(
    filesIn(`locales/${lang}`, /\.json$/).map((file) => [
      basename(file, '.json'),
      new Map(flat(JSON.parse(textOf(file)))),
    ]),
  )

const houses = new Map(languages.map((lang) => [lang, readAll(lang)]))
const english = houses.get('en') ?? new Map<string, Map<string, unknown>>()
/** Each language has the plural forms it needs; the sentence is the same one. `too_many` is no plural of `too`. */
const plurals = new Set(
  [...houses.values()].flatMap((words) =>
    [...words].flatMap(([word, own]) =>
      [...own.keys()].filter((key) => key.endsWith('_other')).map((key) => `${word} ${key.slice(0, -6)}`),
    ),
  ),
)
const stem = (word: string, key: string) => {
  const short = key.replace(/_(?:zero|one|two|few|many|other)$/, '')
  return plurals.has(`${word} ${short}`) ? short : key
}
const holes = (text: unknown) =>
  [
    ...new Set(
      [...String(text).matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'count'),
    ),
  ].toSorted()
const stems = (word: string, words: ReadonlyMap<string, unknown>) =>
  [...new Set([...words.keys()].map((key) => stem(word, key)))].toSorted()

test('LANG-1 the seven languages have the same files', () => {
  const names = [...new Set([...houses.values()].flatMap((words) => [...words.keys()]))].toSorted()
  for (const [lang, words] of houses) expect([lang, [...words.keys()].toSorted()]).toEqual([lang, names])
})

test.each(languages)('LANG-2 %s says all that English says, and nothing else', (lang) => {
  const differences = [...(houses.get(lang) ?? [])].flatMap(([word, words]) => {
    const mine = stems(word, words)
    const theirs = stems(word, english.get(word) ?? new Map())
    return [
      ...theirs.filter((key) => !mine.includes(key)).map((key) => `${word}: ${key} is missing`),
      ...mine.filter((key) => !theirs.includes(key)).map((key) => `${word}: ${key} is not in English`),
    ]
  })
  expect(differences).toEqual([])
})

test.each(languages)('LANG-3 %s has no empty sentence, and fills the same holes', (lang) => {
  const broken = [...(houses.get(lang) ?? [])].flatMap(([word, words]) => {
    const theirs = new Map<string, string[]>()
    for (const [key, text] of english.get(word) ?? []) {
      theirs.set(stem(word, key), [...new Set([...(theirs.get(stem(word, key)) ?? []), ...holes(text)])].toSorted())
    }
    return [...words].flatMap(([key, text]) => {
      if (typeof text !== 'string' || text.trim() === '') return [`${word}: ${key} is empty`]
      const [mine, wanted] = [holes(text), theirs.get(stem(word, key)) ?? []]
      const isSame =
        key === stem(word, key) ? mine.join() === wanted.join() : mine.every((hole) => wanted.includes(hole))
      return isSame ? [] : [`${word}: ${key} fills ${mine.join() || 'nothing'}, English ${wanted.join() || 'nothing'}`]
    })
  })
  expect(broken).toEqual([])
})

test.each(languages)('LANG-4 %s has every plural form its numbers need', (lang) => {
  const tags = { en: 'en', jp: 'ja', kr: 'ko', esp: 'es', zh: 'zh-Hans', hk: 'zh-Hant-HK', th: 'th' } as const
  const forms = new Intl.PluralRules(tags[lang]).resolvedOptions().pluralCategories
  const missing = [...(houses.get(lang) ?? [])].flatMap(([word, words]) =>
    [...new Set([...words.keys()].map((key) => stem(word, key)))]
      .filter((key) => plurals.has(`${word} ${key}`))
      .flatMap((key) => forms.filter((form) => !words.has(`${key}_${form}`)).map((form) => `${word}: ${key}_${form}`)),
  )
  expect(missing).toEqual([])
})

test.each(languages)('LANG-5 %s has a sentence for every refusal', (lang) => {
  const said = houses.get(lang)?.get('refusals')
  const all: readonly string[] = [...Object.keys(refusals), ...clientReasons]
  expect(all.filter((reason) => said?.has(reason) !== true)).toEqual([])
})
