/** The seven languages of the product, by their codes on the wire. */
export const languages = ['en', 'jp', 'kr', 'esp', 'zh', 'hk', 'th'] as const
export type Lang = (typeof languages)[number]
export const defaultLang: Lang = 'hk'

/** The language of a code; the default for an unknown or missing one. */
export const langOf = (code: string | null | undefined): Lang => languages.find((lang) => lang === code) ?? defaultLang

/** The tags by which `Intl` knows the languages; for an unknown tag it would silently use English. */
export const langTags: Readonly<Record<Lang, string>> = {
  en: 'en',
  jp: 'ja',
  kr: 'ko',
  esp: 'es',
  zh: 'zh-Hans',
  hk: 'zh-Hant-HK',
  th: 'th-u-ca-gregory',
}
