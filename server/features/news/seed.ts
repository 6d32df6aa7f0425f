import { languages } from '#contract/wire/languages.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { NewsContext } from './context.ts'

/** One text of the opening set; the same keys stand in every language. */
type Text = { key: string; c_id: number; title: string; content: string; sorts: number; top: boolean; link: string | null }

/** Found by name, wherever the venue has been built to. */
const { resolve } = createRequire(import.meta.url)

/** Notices, help, rules and agreements a fresh venue begins with; a text that is there already is left alone. */
export const seedNews = ({ tables, now }: NewsContext) => {
  for (const lang of languages) {
    const texts: Text[] = JSON.parse(readFileSync(resolve(`#server/features/news/texts/${lang}.json`), 'utf8'))
    for (const text of texts)
      if (!tables.news.one('key', `${text.key}|${lang}`))
        tables.news.put({ ...text, id: tables.news.nextId(), lang, thumbnail: null, cover: null, at: now() })
  }
}
