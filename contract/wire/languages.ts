/** The seven languages of the product, by their codes on the wire. */
export const languages = ['en', 'jp', 'kr', 'esp', 'zh', 'hk', 'th'] as const
export type Lang = (typeof languages)[number]
export const defaultLang: Lang = 'hk'

/** The language of a code; the default for an unknown or missing one. */
export const langOf = (code: string | null | undefined): Lang => languages.find((lang) => lang === code) ?? defaultLang
