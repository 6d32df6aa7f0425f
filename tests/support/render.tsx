import { readdirSync, readFileSync } from 'node:fs'
import { defaultLang, languages, type Lang } from '#contract/wire/languages.ts'
import { render } from '@testing-library/react'
import { createInstance, type Resource } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const namespacesOf = (lang: Lang) =>
  readdirSync(`locales/${lang}`)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))

/** i18next with the real texts of all seven languages, read from the files. */
export const i18nFor = async (lang: Lang = 'en') => {
  const resources: Resource = Object.fromEntries(
    languages.map((each) => [
      each,
      Object.fromEntries(
        namespacesOf(each).map((namespace) => [namespace, readJson(`locales/${each}/${namespace}.json`)]),
      ),
    ]),
  )
  const i18n = createInstance()
  await i18n
    .use(initReactI18next)
    .init({ lng: lang, fallbackLng: defaultLang, resources, interpolation: { escapeValue: false } })
  return i18n
}

/** Renders a node in a language, English by default; the language can be changed afterwards through `i18n`. */
export const show = async (node: ReactNode, lang: Lang = 'en') => {
  const i18n = await i18nFor(lang)
  return {
    i18n,
    ...render(node, { wrapper: ({ children }) => <I18nextProvider i18n={i18n}>{children}</I18nextProvider> }),
  }
}
