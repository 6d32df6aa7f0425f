import { accountPaths } from './account.ts'
import { alertPaths } from './alert.ts'
import { assetsPaths } from './assets.ts'
import { bankPaths } from './bank.ts'
import { chatPaths } from './chat.ts'
import { depositPaths } from './deposit.ts'
import { deskPaths } from './desk.ts'
import { financePaths } from './finance.ts'
import { followPaths } from './follow.ts'
import { homePaths } from './home.ts'
import { kycPaths } from './kyc.ts'
import { launchPaths } from './launch.ts'
import { leverPaths } from './lever.ts'
import { marketPaths } from './market.ts'
import { miningPaths } from './mining.ts'
import { newsPaths } from './news.ts'
import { notificationPaths } from './notification.ts'
import { otcPaths } from './otc.ts'
import { promotionPaths } from './promotion.ts'
import { reportPaths } from './report.ts'
import { withQuery } from './query.ts'
import { sessionPaths } from './session.ts'
import { spotPaths } from './spot.ts'
import { withdrawPaths } from './withdraw.ts'

const features = [
  homePaths,
  spotPaths,
  leverPaths,
  marketPaths,
  sessionPaths,
  accountPaths,
  kycPaths,
  assetsPaths,
  depositPaths,
  withdrawPaths,
  bankPaths,
  financePaths,
  followPaths,
  miningPaths,
  launchPaths,
  otcPaths,
  chatPaths,
  newsPaths,
  promotionPaths,
  deskPaths,
  alertPaths,
  notificationPaths,
  reportPaths,
]

/** Every screen of the product, also those that are not open yet: opening one needs no change here. */
export const allPaths: readonly string[] = features.flatMap((paths) =>
  Object.values<unknown>(paths).filter((path) => typeof path === 'string'),
)

/** The five pages of the tab bar, in its order. */
export const tabPaths: readonly string[] = [
  homePaths.home,
  spotPaths.trade,
  leverPaths.contracts,
  followPaths.finance,
  assetsPaths.assets,
]
const authPaths: readonly string[] = Object.values(sessionPaths)
const knownPaths: ReadonlySet<string> = new Set(['/', ...allPaths])

const pathOf = (to: string) => to.split('?')[0] ?? ''

/** Whether this is one of our own routes; only those may be the target after a login. */
export const isKnownPath = (to: string) => knownPaths.has(pathOf(to))
/** Whether this page is part of logging in or registering. */
export const isAuthPath = (to: string) => authPaths.includes(pathOf(to))

type Back = { readonly backpage?: string | undefined }

/** The login page with the way back in its query: `backtype` 2 is a page of the tab bar, 1 any other. */
export const loginPath = ({ backpage }: Back = {}) => {
  if (backpage === undefined || !isKnownPath(backpage) || isAuthPath(backpage)) return sessionPaths.login
  const backtype = tabPaths.includes(pathOf(backpage)) || pathOf(backpage) === '/' ? 2 : 1
  return withQuery(sessionPaths.login, { backpage, backtype })
}

/** The target after a login, from the query of the login page; the home page if it names no route of ours. */
export const backPathOf = (backpage: string | undefined) =>
  backpage !== undefined && isKnownPath(backpage) && !isAuthPath(backpage) ? backpage : homePaths.home
