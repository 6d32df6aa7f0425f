import type { Lang } from '#contract/wire/languages.ts'

const redUp: readonly Lang[] = ['jp', 'kr', 'zh']

/** The colour a rise has by habit where a language is spoken. */
export const riseOf = (lang: Lang): 'green' | 'red' => (redUp.includes(lang) ? 'red' : 'green')
