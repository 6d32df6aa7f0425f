import type { Lang } from './languages.ts'

/** What browsers call the languages, by the beginning of the tag; the first that fits counts. */
const byTag: readonly (readonly [RegExp, Lang])[] = [
  [/^zh-(?:hant|hk|tw|mo)\b/i, 'hk'],
  [/^zh\b/i, 'zh'],
  [/^en\b/i, 'en'],
  [/^ja\b/i, 'jp'],
  [/^ko\b/i, 'kr'],
  [/^th\b/i, 'th'],
  [/^es\b/i, 'esp'],
]
/** The first of the languages of a person that is one of ours, in the order of the person; null if none is. */
export const langOfTags = (tags: readonly string[]): Lang | null =>
  tags.map((tag) => byTag.find(([begins]) => begins.test(tag.trim()))?.[1] ?? null).find((lang) => lang !== null) ??
  null
