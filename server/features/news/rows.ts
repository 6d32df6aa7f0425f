import type { Lang } from '#contract/wire/languages.ts'
import type { OpenTable } from '#server/core/tables.ts'

/** One text in one language; translations of the same text have the same `key`. */
export type NewsRow = {
  id: number
  key: string
  c_id: number
  lang: Lang
  title: string
  content: string
  thumbnail: string | null
  cover: string | null
  link: string | null
  sorts: number
  top: boolean
  at: number
}
/** The row that says that a text was removed. */
export const removedRow = (key: string) => `news_removed:${key}`
export const createNewsTables = (open: OpenTable) => ({
  news: open<NewsRow>({
    name: 'news',
    key: 'int',
    id: ({ id }) => id,
    groups: { category: ({ c_id, lang }) => `${c_id}|${lang}` },
    unique: { key: ({ key, lang }) => `${key}|${lang}` },
  }),
})
export type NewsTables = ReturnType<typeof createNewsTables>
