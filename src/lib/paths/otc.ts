/** Paths of OTC trading between users; their odd spellings occur only here. */
export const otcPaths = {
  otc: '/pages/otc/index',
  otcOrders: '/pages/otc/list',
  otcOrder: '/pages/otc/detail',
  otcPastOrder: '/pages/otc/hisdetail',
  otcAdverts: '/pages/otc/mylist',
  otcAdvert: '/pages/otc/mydetail',
} as const
