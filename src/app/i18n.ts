import { langOf, type Lang } from '#contract/wire/languages.ts'
import { createInstance, type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** Every sentence of the client, one small file per language and word; the venue's own sentences stay with the venue. */
const sentences = import.meta.glob<ResourceKey>(['/locales/*/*.json', '!/locales/*/venue.json'], { import: 'default' })

/** What the frame of every page speaks from. */
export const firstNamespaces = ['shell', 'ui'] as const

/** Words that will surely be needed begin to come; whether they do is heard by who asks. */
export const prefetchNamespaces = (lang: Lang, namespaces: readonly string[]) => {
  for (const word of namespaces) sentences[`/locales/${lang}/${word}.json`]?.().catch(() => {})
}

/** Loads the words of a page together with the page. */
const backend: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (lang, word, done) => {
    const load = sentences[`/locales/${lang}/${word}.json`]
    if (!load) return done(new Error(`no words: ${lang}/${word}`), false)
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, true),
    )
  },
}

/** The product's marks of languages are not those of the world: `jp`, `kr`, `esp` and `hk` mean nothing to a browser. */
const tags: Record<Lang, string> = { en: 'en', jp: 'ja', kr: 'ko', esp: 'es', zh: 'zh-Hans', hk: 'zh-Hant-HK', th: 'th' }

/** What `<html lang>` says, for screen readers, fonts and line breaks. */
export const htmlLangOf = (lang: Lang) => tags[lang]

/** Brings up the sentences in one language; what a page needs beyond `shell` and `ui` comes with the page. */
export const createI18n = async (lang: Lang) => {
  const i18n = createInstance()
  await i18n.use(backend).use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    load: 'currentOnly',
    ns: [...firstNamespaces],
    defaultNS: 'shell',
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  const rules = i18n.services.pluralResolver
  const byTag = rules.getRule.bind(rules)
  // Plurals are counted by the language that is meant, not by the machine's own.
  rules.getRule = (mark: string, options?: object) => byTag(tags[langOf(mark)], options)
  return i18n
}

