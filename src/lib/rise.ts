import type { Lang } from '#contract/wire/languages.ts'

const redUp: readonly Lang[] = ['jp', 'kr', 'zh']

/** The colour of a rise that is customary in a language. */
export const riseColorOf = (lang: Lang): 'green' | 'red' => (redUp.includes(lang) ? 'red' : 'green')
