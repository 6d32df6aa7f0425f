import type { Setting } from '#contract/platform/platform.ts'
import { newsCategories, newsSpec } from '#contract/news/news.ts'
import { feature } from '#server/core/feature.ts'
import type { NewsContext } from './context.ts'
import { newsHandlers } from './handlers.ts'
import { newsNotifications } from './notifications.ts'
import { createNewsTables } from './rows.ts'
import { seedNews } from './seed.ts'

export const newsFeature = feature<NewsContext>()({
  name: 'news',
  spec: newsSpec,
  handlers: newsHandlers,
  tables: createNewsTables,
  publicSettings: (): Pick<Setting, 'news_categories'> => ({ news_categories: newsCategories }),
  seed: seedNews,
  notifications: newsNotifications,
})
