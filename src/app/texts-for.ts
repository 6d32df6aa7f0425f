import type { Lang } from '#contract/wire/languages.ts'
import { createInstance } from 'i18next'
import { backend, optionsOf } from './i18n.ts'

/** Sentences of one namespace for what is said outside of the page. */
export const textsFor = async (lang: Lang, namespace: string) => {
  const i18n = createInstance()
  await i18n.use(backend).init(optionsOf(lang, [namespace]))
  const t = i18n.getFixedT(lang, namespace)
  return (key: string, params: Readonly<Record<string, unknown>> = {}) => t(key, params)
}
