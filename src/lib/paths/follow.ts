/** Plans; `finance` is their tab. Odd spellings of the wire end here. */
export const followPaths = {
  finance: '/pages/template/index',
  plan: '/pages/template/detail',
  planRecords: '/pages/template/record',
} as const
