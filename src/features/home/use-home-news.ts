import type { Lang } from '#contract/wire/languages.ts'
import { news, newsCategories, type NewsItem } from '#contract/news/news.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead, type ReadResult } from '#src/actors/use-read.ts'
import { useCallback } from 'react'

const maxBanners = 5

export type HomeNews = {
  readonly banners: ReadResult<readonly NewsItem[]>
  readonly notices: ReadResult<readonly NewsItem[]>
  readonly refresh: () => Promise<unknown>
}

/** The banners and notices of the home page, in the user's language. */
export function useHomeNews(lang: Lang): HomeNews {
  const banners = useSome(newsCategories.banner, lang, maxBanners)
  const notices = useSome(newsCategories.notice, lang, 1)
  const { refresh: againBanners } = banners
  const { refresh: againNotices } = notices
  const refresh = useCallback(() => Promise.all([againBanners(), againNotices()]), [againBanners, againNotices])
  return { banners, notices, refresh }
}

function useSome(category: number, lang: Lang, limit: number): ReadResult<readonly NewsItem[]> {
  const { request } = useServices()
  return useRead(`${category} ${lang}`, async (signal) => {
    const reply = await request.read(news.list, { c_id: category, lang, limit }, { signal })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
}
