import { promotionPaths } from '#src/lib/paths/promotion.ts'
import type { Route } from '#src/lib/route.ts'

/** Invitations and what they earn. */
export const promotionRoutes: readonly Route[] = [
  {
    path: promotionPaths.promotion,
    title: 'promotion:titles.promotion',
    namespaces: ['promotion', 'refusals'],
    needsLogin: true,
    pull: true,
    page: async () => (await import('./promotion-page.tsx')).PromotionPage,
  },
]
