import { notifyOn } from '#server/core/notify.ts'

/** A text that the desk has published and announced. */
export const newsNotifications = [
  notifyOn('news.published', ({ v }) => ({ subject: 'news', ref: String(v.id), title: v.title })),
]
