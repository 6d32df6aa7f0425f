import { withQuery } from './query.ts'

const at = {
  notices: '/pages/notice/index',
  notice: '/pages/index/notice/notice',
  help: '/pages/help/center/center',
  rule: '/pages/help/center/rule',
  helpChat: '/pages/help/center/chat',
  helpDetail: '/pages/help/center/detail',
} as const

/** Paths of notices and help; their odd spellings occur only here. */
export const newsPaths = {
  ...at,
  noticesOf: (kind: string) => withQuery(at.notices, { kind }),
  noticeOf: (id: number) => withQuery(at.notice, { id }),
  helpDetailOf: (id: number) => withQuery(at.helpDetail, { id }),
} as const
