import { accountRoutes } from '#src/features/account/routes.ts'
import { assetsRoutes } from '#src/features/assets/routes.ts'
import { homeRoutes } from '#src/features/home/routes.ts'
import { kycRoutes } from '#src/features/kyc/routes.ts'
import { leverRoutes } from '#src/features/lever/routes.ts'
import { marketRoutes } from '#src/features/market/routes.ts'
import { newsRoutes } from '#src/features/news/routes.ts'
import { sessionRoutes } from '#src/features/session/routes.ts'
import { spotRoutes } from '#src/features/spot/routes.ts'
import { walletRoutes } from '#src/features/wallet/routes.ts'
import type { Route } from '#src/lib/route.ts'
import { contractsRoute } from './contracts-route.ts'
import { notOpenAmong } from './not-open-routes.ts'

const galleryPage = async () => (await import('#src/ui/gallery-page.tsx')).GalleryPage
/** Every part of the kit with all its states, for developers. Outside of the bundler there is no `env`. */
const kit: readonly Route[] = import.meta.env?.DEV
  ? [{ path: '/ui', title: 'shell:titles.gallery', namespaces: [], page: galleryPage }]
  : []

const open: readonly Route[] = [
  ...homeRoutes, ...spotRoutes, contractsRoute, ...leverRoutes, ...assetsRoutes, ...sessionRoutes, ...accountRoutes,
  ...marketRoutes, ...kycRoutes, ...newsRoutes, ...walletRoutes, ...kit,
]

/** Every screen of the product; those that nobody has opened yet say what they will be. */
export const routes: readonly Route[] = [...open, ...notOpenAmong(open)]

/** The screen at a path, or none of ours. */
export const routeOf = (path: string): Route | null => routes.find((route) => route.path === path) ?? null
export const isTabPath = (path: string) => routeOf(path)?.tab !== undefined
