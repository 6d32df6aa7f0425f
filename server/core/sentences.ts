import { defaultLang, type Lang } from '#contract/wire/languages.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import type { Params } from '#contract/wire/reply.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Texts = Record<string, string>
/** Found by name, wherever the venue has been built to. */
const { resolve } = createRequire(import.meta.url)
const known = new Map<string, Texts>()
const textsOf = (word: string, lang: Lang): Texts => {
  const place = `${lang}/${word}`
  const kept = known.get(place)
  if (kept) return kept
  const texts: Texts = JSON.parse(readFileSync(resolve(`#locales/${place}.json`), 'utf8'))
  known.set(place, texts)
  return texts
}

const shown = (name: string, value: unknown) =>
  name.endsWith('_ms') && typeof value === 'number' ? `${timeOf(value)} UTC` : typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const fill = (text: string, params: Params) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => shown(name, params[name]))
const find = (word: string, lang: Lang, key: string) => textsOf(word, lang)[key] ?? textsOf(word, defaultLang)[key] ?? key

/** The catalogue's sentence for a refusal, in the caller's language. */
export const refusalText = (reason: Reason, params: Params, lang: Lang) => fill(find('refusals', lang, reason), params)

/** Sentences of the venue that are no refusals (`done`, mail texts …). */
export const venueText = (key: string, lang: Lang, params: Params = {}) => fill(find('venue', lang, key), params)
