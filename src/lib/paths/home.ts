/** Paths of the home page and the global search; their odd spellings occur only here. */
export const homePaths = {
  home: '/pages/index/index',
  search: '/pages/index/search/index',
} as const
