import { languages } from '#contract/wire/languages.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { branded } from '#server/core/settings.ts'
import type { NewsContext } from './context.ts'
import { removedRow } from './rows.ts'

/** One initial text; every language has the same keys. */
type Text = {
  key: string
  c_id: number
  title: string
  content: string
  sorts: number
  top: boolean
  link: string | null
}

/** Resolves text files through the package's `imports`, so that it works from any build output folder. */
const { resolve } = createRequire(import.meta.url)

/** What only the demo says. */
const demoOnly: readonly string[] = ['play-money']

/**
 * Adds the initial notices, help pages, rules and agreements; existing texts are not changed. A live venue has none of
 * those of the demo.
 */
export const seedNews = ({ tables, now, settings }: NewsContext) => {
  if (!settings.demo) for (const { id, key } of tables.news.all()) if (demoOnly.includes(key)) tables.news.remove(id)
  for (const lang of languages) {
    const texts: Text[] = JSON.parse(readFileSync(resolve(`#server/features/news/texts/${lang}.json`), 'utf8'))
    for (const text of texts.filter(({ key }) => settings.demo || !demoOnly.includes(key)))
      if (!tables.news.one('key', `${text.key}|${lang}`) && !tables.settings.get(removedRow(text.key)))
        tables.news.put({
          ...text,
          title: branded(text.title, settings),
          content: branded(text.content, settings),
          id: tables.news.nextId(),
          lang,
          thumbnail: null,
          cover: null,
          at: now(),
        })
  }
}
