import { defaultLang, languages, type Lang } from '#contract/wire/languages.ts'
import type { PlanRow } from './rows.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Texts = { rules: string; plans: Readonly<Record<string, { name: string; intro: string; leader: string }>> }
/** Resolves text files through the package's `imports`, so that it works from any build output folder. */
const { resolve } = createRequire(import.meta.url)
const texts = new Map<Lang, Texts>(
  languages.map((lang): [Lang, Texts] => [
    lang,
    JSON.parse(readFileSync(resolve(`#server/features/finance/follow/texts/${lang}.json`), 'utf8')),
  ]),
)

/** The texts of a plan in a language. */
export function planTexts({ id, name: own, intro: said = {} }: Pick<PlanRow, 'id' | 'name' | 'intro'>, lang: Lang) {
  const found = texts.get(lang)
  const { name, intro, leader } = found?.plans[id] ?? { name: id, intro: '', leader: '' }
  return { name: own ?? name, intro: said[lang] || said[defaultLang] || intro, leader, rules: found?.rules ?? '' }
}
