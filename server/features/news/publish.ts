import { languages, type Lang } from '#contract/wire/languages.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { NewsContext } from './context.ts'
import { removedRow, type NewsRow } from './rows.ts'

/** What is said in one language. */
type Text = { lang: Lang; title: string; content: string }
type Publication = { c_id: number; texts: readonly Text[] } & Pick<NewsRow, 'top' | 'sorts' | 'link'>

/** All translations of a text, by the id of any of them. */
export const translationsOf = ({ tables }: NewsContext, id: number): NewsRow[] => {
  const { key } = tables.news.need(id)
  return languages.flatMap((lang) => tables.news.one('key', `${key}|${lang}`) ?? [])
}
/** Publishes a text, or changes the one with this id. It is refused unless it is written in every language. */
export function publishNews(ctx: NewsContext, id: number | null, { texts, ...fields }: Publication): NewsRow[] {
  const { tables, now, random } = ctx
  const old = id === null ? [] : translationsOf(ctx, id)
  const key = old[0]?.key ?? `desk-${random.bytes(9).toString('base64url')}`
  return languages.map((lang) => {
    const text = texts.find((each) => each.lang === lang)
    if (!text || text.title === '' || text.content === '') throw new Refusal('title_required', { lang })
    const before = old.find((row) => row.lang === lang)
    const first = {
      id: before?.id ?? tables.news.nextId(),
      thumbnail: before?.thumbnail ?? null,
      cover: before?.cover ?? null,
      at: before?.at ?? now(),
    }
    return tables.news.put({ ...first, ...fields, key, lang, title: text.title, content: text.content })
  })
}
/**
 * Removes a text in all its languages; returns what was removed. One of the initial texts does not come back at the
 * next start.
 */
export function removeNews(ctx: NewsContext, id: number): NewsRow[] {
  const rows = translationsOf(ctx, id)
  for (const row of rows) ctx.tables.news.remove(row.id)
  const [first] = rows
  if (first) ctx.tables.settings.put({ name: removedRow(first.key), value: '1' })
  return rows
}
