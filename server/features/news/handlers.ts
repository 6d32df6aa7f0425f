import { timeOf } from '#contract/wire/fields.ts'
import { newsCategories, type news, type NewsItem } from '#contract/news/news.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers } from '#server/core/context.ts'
import type { NewsRow } from './rows.ts'
import type { NewsContext } from './context.ts'

/** The picture of a banner that has none of its own: a banner is never without one. */
const bannerCover = '/banner.svg'
export const newsItemOf = ({ id, c_id, lang, title, thumbnail, cover, sorts, at, top, link }: NewsRow): NewsItem => ({
  id,
  c_id,
  lang,
  title,
  thumbnail,
  cover: cover ?? (c_id === newsCategories.banner ? bannerCover : null),
  sorts,
  create_time: timeOf(at),
  top,
  link,
})

export const newsHandlers: Handlers<typeof news, NewsContext> = {
  list: ({ tables }, caller, { c_id, lang, keyword, page = 1, limit = defaultLimit }) => {
    const searched = (keyword ?? '').toLowerCase()
    const rows = tables.news
      .group('category', `${c_id}|${lang ?? caller.lang}`)
      .filter(
        ({ title, content }) =>
          searched === '' || title.toLowerCase().includes(searched) || content.toLowerCase().includes(searched),
      )
      .toSorted((a, b) => Number(b.top) - Number(a.top) || a.sorts - b.sorts || b.at - a.at || b.id - a.id)
    return { list: rows.slice((page - 1) * limit, page * limit).map(newsItemOf), count: rows.length, page, limit }
  },
  detail: ({ tables }, caller, { id }) => {
    const row = tables.news.need(id)
    // The same text in the caller's language, if it exists.
    const translated = tables.news.one('key', `${row.key}|${caller.lang}`) ?? row
    return { ...newsItemOf(translated), content: translated.content }
  },
}
