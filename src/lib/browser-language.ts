import type { Lang } from '#contract/wire/languages.ts'

/** What browsers call our languages, by the beginning of the tag; the first that fits counts. */
const byTag: readonly (readonly [RegExp, Lang])[] = [
  [/^zh-(?:hant|hk|tw|mo)\b/i, 'hk'],
  [/^zh\b/i, 'zh'],
  [/^en\b/i, 'en'],
  [/^ja\b/i, 'jp'],
  [/^ko\b/i, 'kr'],
  [/^th\b/i, 'th'],
  [/^es\b/i, 'esp'],
]
const langOfTag = (tag: string) => byTag.find(([begins]) => begins.test(tag))?.[1] ?? null

/** The first of the browser's languages that is one of ours, in the order the person has them. */
export const browserLang = (tags: readonly string[] = navigator.languages): Lang | null =>
  tags.map(langOfTag).find((lang) => lang !== null) ?? null
