import { defaultLang, type Lang } from '#contract/wire/languages.ts'
import type { Reason } from '#contract/wire/refusals.ts'
import type { Params } from '#contract/wire/reply.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

type Texts = { readonly [key: string]: string | Texts }
/** Resolves locale files through the package's `imports`, so that it works from any build output folder. */
const { resolve } = createRequire(import.meta.url)
const cache = new Map<string, Texts>()
const textsOf = (namespace: string, lang: Lang): Texts => {
  const path = `${lang}/${namespace}`
  const cached = cache.get(path)
  if (cached) return cached
  const texts: Texts = JSON.parse(readFileSync(resolve(`#locales/${path}.json`), 'utf8'))
  cache.set(path, texts)
  return texts
}

const formatted = (name: string, value: unknown) =>
  name.endsWith('_ms') && typeof value === 'number'
    ? `${timeOf(value)} UTC`
    : typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : ''
const fill = (text: string, params: Params) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => formatted(name, params[name]))
/** A text by its dotted path, which may name a text or a group of texts; null if there is none. */
const lookUp = (texts: Texts, path: string): string | null => {
  let found: Texts | string | undefined = texts
  for (const name of path.split('.')) found = typeof found === 'object' ? found[name] : undefined
  return typeof found === 'string' ? found : null
}
/** A text of any locale file; null if neither the language nor the default language has it. */
export const textIn = (namespace: string, lang: Lang, path: string) =>
  lookUp(textsOf(namespace, lang), path) ?? lookUp(textsOf(namespace, defaultLang), path)
const textFor = (namespace: string, lang: Lang, key: string) => textIn(namespace, lang, key) ?? key

/** The text of a refusal in the caller's language, from `locales/<lang>/refusals.json`. */
export const refusalText = (reason: Reason, params: Params, lang: Lang) =>
  fill(textFor('refusals', lang, reason), params)

/**
 * What a notification says outside of the app, from `locales/<lang>/notification.json`; the app has the same sentences.
 */
export const notificationText = (key: string, lang: Lang, params: Params = {}) =>
  fill(textFor('notification', lang, key), params)

/** Other server texts (`done`, mail texts …), from `locales/<lang>/venue.json`. */
export const venueText = (key: string, lang: Lang, params: Params = {}) => fill(textFor('venue', lang, key), params)
