import { assetsPaths } from './assets.ts'
import { followPaths } from './follow.ts'
import { homePaths } from './home.ts'
import { leverPaths } from './lever.ts'
import { withQuery } from './query.ts'
import { sessionPaths } from './session.ts'
import { spotPaths } from './spot.ts'

const features = Object.values(
  import.meta.glob<Readonly<Record<string, Readonly<Record<string, unknown>>>>>(
    ['./*.ts', '!./known.ts', '!./query.ts'],
    { eager: true },
  ),
)

/** Every screen of the product, also those that are not open yet: opening one needs no change here. */
export const allPaths: readonly string[] = features
  .flatMap((each) => Object.values(each))
  .flatMap((paths) => Object.values(paths).filter((path) => typeof path === 'string'))

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
