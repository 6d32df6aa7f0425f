/** Paths of the follow plans; `finance` is their tab. Their odd spellings occur only here. */
export const followPaths = {
  finance: '/pages/template/index',
  plan: '/pages/template/detail',
  planRecords: '/pages/template/record',
} as const
