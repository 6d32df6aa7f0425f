/** The seven languages of the product, by their marks on the wire. */
export const languages = ['en', 'jp', 'kr', 'esp', 'zh', 'hk', 'th'] as const
export type Lang = (typeof languages)[number]
export const defaultLang: Lang = 'hk'

/** An unknown or absent mark means the default. */
export const langOf = (mark: string | null | undefined): Lang => languages.find((known) => known === mark) ?? defaultLang
