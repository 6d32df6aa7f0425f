import { withQuery } from './query.ts'

const at = {
  finance: '/pages/template/index',
  plan: '/pages/template/detail',
  planRecords: '/pages/template/record',
} as const

/** Paths of the follow plans; `finance` is their tab. Their odd spellings occur only here. */
export const followPaths = { ...at, planOf: (id: string) => withQuery(at.plan, { id }) } as const
