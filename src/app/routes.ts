import { accountRoutes } from '#src/features/account/routes.ts'
import { alertRoutes } from '#src/features/alert/routes.ts'
import { assetsRoutes } from '#src/features/assets/routes.ts'
import { chatRoutes } from '#src/features/chat/routes.ts'
import { deskRoutes } from '#src/features/desk/routes.ts'
import { financeRoutes } from '#src/features/finance/routes.ts'
import { homeRoutes } from '#src/features/home/routes.ts'
import { inspectorRoutes } from '#src/features/inspector/routes.ts'
import { reportRoutes } from '#src/features/report/routes.ts'
import { kycRoutes } from '#src/features/kyc/routes.ts'
import { launchRoutes } from '#src/features/launch/routes.ts'
import { leverRoutes } from '#src/features/lever/routes.ts'
import { marketRoutes } from '#src/features/market/routes.ts'
import { miningRoutes } from '#src/features/mining/routes.ts'
import { newsRoutes } from '#src/features/news/routes.ts'
import { notificationRoutes } from '#src/features/notification/routes.ts'
import { otcRoutes } from '#src/features/otc/routes.ts'
import { promotionRoutes } from '#src/features/promotion/routes.ts'
import { sessionRoutes } from '#src/features/session/routes.ts'
import { spotRoutes } from '#src/features/spot/routes.ts'
import { walletRoutes } from '#src/features/wallet/routes.ts'
import type { Route } from '#src/lib/route.ts'
import { useConfig } from '#src/stores/config.ts'
import { contractsRoute } from './contracts-route.ts'
import { otcOrderRoutes } from './otc-order-routes.ts'
import { tabsOf } from './tab-bar.tsx'

/** All routes. */
export const routes: readonly Route[] = [
  ...homeRoutes,
  ...spotRoutes,
  contractsRoute,
  ...leverRoutes,
  ...assetsRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...marketRoutes,
  ...kycRoutes,
  ...newsRoutes,
  ...walletRoutes,
  ...otcRoutes,
  ...otcOrderRoutes,
  ...chatRoutes,
  ...financeRoutes,
  ...launchRoutes,
  ...miningRoutes,
  ...promotionRoutes,
  ...deskRoutes,
  ...alertRoutes,
  ...notificationRoutes,
  ...inspectorRoutes,
  ...reportRoutes,
]

/** The route of a path, or undefined. */
export const routeOf = (path: string): Route | null => routes.find((route) => route.path === path) ?? null
export const isTabPath = (path: string) =>
  tabsOf(useConfig.getState().setting).some(({ tab }) => tab === routeOf(path)?.tab)
