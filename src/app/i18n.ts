import { langOf, type Lang } from '#contract/wire/languages.ts'
import { createInstance, type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'

/**
 * All locale files of the client, one chunk per language and namespace; which file is which comes with the first texts
 * of a language. `venue.json` belongs to the server.
 */
const indexes = import.meta.glob<Readonly<Record<string, () => Promise<ResourceKey>>>>('./texts/*.ts', {
  import: 'texts',
})
const load = async (lang: string, namespace: string): Promise<ResourceKey> => {
  const files = await indexes[`./texts/${lang}.ts`]?.()
  const file = files?.[`/locales/${lang}/${namespace}.json`]
  if (file === undefined) throw new Error(`missing locale file: ${lang}/${namespace}`)
  return file()
}

/** The namespaces that the frame of every page needs. */
export const firstNamespaces = ['shell', 'ui'] as const

/** Prefetches locale files that will be needed. Errors are ignored here: the actual load reports them. */
export const prefetchNamespaces = (lang: Lang, namespaces: readonly string[]) => {
  for (const namespace of namespaces) load(lang, namespace).catch(() => {})
}

/** Loads the locale files of a page, together with its code. */
export const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (lang, namespace, done) => {
    load(lang, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, true),
    )
  },
}

/** BCP 47 tags: the product's own codes `jp`, `kr`, `esp` and `hk` mean nothing to a browser. */
const tags: Record<Lang, string> = {
  en: 'en',
  jp: 'ja',
  kr: 'ko',
  esp: 'es',
  zh: 'zh-Hans',
  hk: 'zh-Hant-HK',
  th: 'th',
}

/** The value of `<html lang>`, used by screen readers, fonts and line breaking. */
export const htmlLangOf = (lang: Lang) => tags[lang]

/** One language, and only the namespaces that are named. */
export const optionsOf = (lng: Lang, ns: string[]) =>
  ({
    lng,
    fallbackLng: false,
    load: 'currentOnly',
    ns,
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    returnNull: false,
  }) as const

/** Initializes i18next in one language; all namespaces but `shell` and `ui` are loaded with the page. */
export const createI18n = async (lang: Lang) => {
  const i18n = createInstance()
  await i18n
    .use(backend)
    .use(initReactI18next)
    .init(optionsOf(lang, [...firstNamespaces]))
  const rules = i18n.services.pluralResolver
  const byTag = rules.getRule.bind(rules)
  // Plural rules follow the chosen language, not the one of the device.
  rules.getRule = (mark: string, options?: object) => byTag(tags[langOf(mark)], options)
  return i18n
}
