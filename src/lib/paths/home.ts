/** Home and the search over everything. Odd spellings of the wire end here. */
export const homePaths = {
  home: '/pages/index/index',
  search: '/pages/index/search/index',
} as const
