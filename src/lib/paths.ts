type Query = Readonly<Record<string, string | number | undefined>>

const withQuery = (path: string, query: Query = {}) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}

/** Every route of the product, by our word for it. Odd spellings of the wire end here. */
export const routes = {
  home: '/pages/index/index',
  trade: '/pages/trade/index',
  contracts: '/pages/option/detail',
  finance: '/pages/template/index',
  assets: '/pages/assets/index',

  login: '/pages/user/login/login',
  register: '/pages/user/login/register',
  choose: '/pages/user/login/choose',
  forgot: '/pages/user/login/forgetPassword',

  settings: '/pages/settings/index',
  account: '/pages/settings/account/index',
  language: '/pages/settings/language/language',
  security: '/pages/settings/security/index',
  changePassword: '/pages/settings/security/changePassword',
  changePayPassword: '/pages/settings/security/changePayPassword',

  kyc: '/pages/verification/index',
  kycBasic: '/pages/verification/basic',
  kycAdvanced: '/pages/verification/advanced',

  kline: '/pages/trade/kline',
  lever: '/pages/lever/index',

  plan: '/pages/template/detail',
  planRecords: '/pages/template/record',

  hosting: '/pages/finance/index',
  hostingBuy: '/pages/finance/buyPage',
  hostingOrders: '/pages/finance/ordersPage',
  hostingRule: '/pages/finance/rulePage',

  tradeAccount: '/pages/assets/tradeAccount',
  records: '/pages/assets/record',
  transfer: '/pages/assets/transfer/index',
  transferRecords: '/pages/assets/transfer/record',
  gift: '/pages/assets/transfersd/index',
  pledgeRule: '/pages/assets/transfersd/zyrule',
  flash: '/pages/assets/transfersd/sf',
  pledges: '/pages/assets/transfersd/zylist',
  pledgeRecords: '/pages/assets/transfersd/zyrecord',
  giftIndex: '/pages/assets/transfersd/hzindex',
  giftRecords: '/pages/assets/transfersd/hzrecord',

  deposit: '/pages/assets/deposit/index',
  depositMobile: '/pages/assets/depositm/index',
  charge: '/pages/assets/deposit/charge',
  chargeBank: '/pages/assets/deposit/charge2',
  chargeBankDone: '/pages/assets/deposit/charge2_finish',

  withdraw: '/pages/assets/withdraw/index',
  withdrawCoin: '/pages/assets/withdraw/detail',
  withdrawBank: '/pages/assets/withdraw/detail2',
  withdrawBankDone: '/pages/assets/withdraw/detail2_finish',
  withdrawCard: '/pages/assets/withdraw/bank/bank',

  banks: '/pages/bankbind/index',
  addBank: '/pages/bankbind/addbank',

  addresses: '/pages/user/address/address',
  createAddress: '/pages/user/address/create',
  addressBook: '/pages/user/address/index',

  mining: '/pages/wakuang/index',
  miningLaunch: '/pages/wakuang/publication',
  miningConvert: '/pages/wakuang/convert',
  miningPledges: '/pages/wakuang/zyjilu',
  buyMachines: '/pages/wakuang/buy-machines',
  buySeat: '/pages/wakuang/buy-local',

  launches: '/pages/publication/index',
  launch: '/pages/publication/details',
  launchPurchase: '/pages/publication/purchase',

  otc: '/pages/otc/index',
  otcOrders: '/pages/otc/list',
  otcOrder: '/pages/otc/detail',
  otcPastOrder: '/pages/otc/hisdetail',
  otcAdverts: '/pages/otc/mylist',
  otcAdvert: '/pages/otc/mydetail',

  chats: '/pages/chat/chat/chatGroupList',
  searchFriend: '/pages/chat/search/searchFriend',
  friend: '/pages/chat/chat/friends/friendHome',
  newFriend: '/pages/chat/chat/friends/newFriendInfo',
  chatting: '/pages/chat/chat/chatGroup/chatting',
  chatDetail: '/pages/chat/chat/chatGroup/chatDetail',
  qr: '/pages/chat/qr-info/qr-info',

  notices: '/pages/notice/index',
  notice: '/pages/index/notice/notice',
  search: '/pages/index/search/index',
  promotion: '/pages/promotion/index',
  help: '/pages/help/center/center',
  rule: '/pages/help/center/rule',
  helpChat: '/pages/help/center/chat',
  helpDetail: '/pages/help/center/detail',
  chooseLocation: '/pages/system/choose-location',
  openLocation: '/pages/system/open-location',
} as const
export type RouteName = keyof typeof routes

/** The five pages behind the tab bar, in its order. */
export const tabPaths: readonly string[] = [routes.home, routes.trade, routes.contracts, routes.finance, routes.assets]
const authPaths: readonly string[] = [routes.login, routes.register, routes.choose, routes.forgot]
const knownPaths: ReadonlySet<string> = new Set(['/', ...Object.values(routes)])

const pathOf = (to: string) => to.split('?')[0] ?? ''

/** Is this one of our own routes? Only such a one may be gone back to after a login. */
export const isKnownPath = (to: string) => knownPaths.has(pathOf(to))
/** Is this one of the pages that lead into a session? */
export const isAuthPath = (to: string) => authPaths.includes(pathOf(to))

type Back = { readonly backpage?: string | undefined }

/** The login page, remembering where to go afterwards: `backtype` 2 is a page of the tab bar, 1 any other. */
const login = ({ backpage }: Back = {}) => {
  if (backpage === undefined || !isKnownPath(backpage) || isAuthPath(backpage)) return routes.login
  const backtype = tabPaths.includes(pathOf(backpage)) || pathOf(backpage) === '/' ? 2 : 1
  return withQuery(routes.login, { backpage, backtype })
}

/** Where to go after a login, from the query of the login page; home when it names no route of ours. */
export const backPathOf = (backpage: string | undefined) =>
  backpage !== undefined && isKnownPath(backpage) && !isAuthPath(backpage) ? backpage : routes.home

/** Paths of pages, and builders of links to those that bear a query. */
export const paths = {
  ...routes,
  login,
  tradeOf: (market: string) => withQuery(routes.trade, { market }),
  kline: (market: string) => withQuery(routes.kline, { market }),
  tradeAccountOf: (currency: number) => withQuery(routes.tradeAccount, { currency }),
  recordsOf: (currency: number) => withQuery(routes.records, { currency }),
  notice: (id: number) => withQuery(routes.notice, { id }),
  helpDetail: (id: number) => withQuery(routes.helpDetail, { id }),
  chatting: (chatGroupId: string) => withQuery(routes.chatting, { chatGroupId }),
  qr: (qrInfo: string) => withQuery(routes.qr, { qrInfo }),
} as const
