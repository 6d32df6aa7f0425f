import * as z from 'zod/mini'
import { read } from '#contract/wire/endpoint.ts'
import { flag, id, time, typed } from '#contract/wire/fields.ts'
import { lang } from '#contract/wire/lang.ts'
import { listed, pg } from '#contract/wire/paging.ts'
import { spec } from '#contract/wire/spec.ts'

/** An announcement, notice, banner, help page or rule in one language. */
export const newsItem = z.object({
  id,
  c_id: id,
  lang,
  title: z.string(),
  thumbnail: z.nullable(z.string()),
  cover: z.nullable(z.string()),
  sorts: z.int(),
  create_time: time,
  top: flag,
  link: z.nullable(z.string()),
})
export type NewsItem = z.output<typeof newsItem>

export const newsCategories = {
  notice: 4,
  banner: 5,
  help: 19,
  rule: 23,
  announcement: 1,
  agreement: 6,
  about: 7,
} as const

export const news = {
  list: read({
    description: 'List notices, banners, help pages or rules in one language.',
    method: 'POST',
    path: 'news/list',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ c_id: id, lang: z.optional(lang), keyword: typed(40), ...pg }),
    output: listed(newsItem),
    refusals: [],
  }),
  detail: read({
    description: 'Read one text.',
    method: 'POST',
    path: 'news/detail',
    who: 'any',
    wrap: 'plain',
    input: z.strictObject({ id }),
    output: z.extend(newsItem, { content: z.string() }),
    refusals: ['not_found'],
  }),
}

export const newsPublished = z.object({ ev: z.literal('news.published'), v: newsItem, why: z.optional(z.string()) })

export const newsSpec = spec({
  about: 'Notices, help and rules.',
  calls: news,
  events: [newsPublished],
  channels: {},
})
