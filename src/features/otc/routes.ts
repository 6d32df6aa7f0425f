import { otcPaths } from '#src/lib/paths/otc.ts'
import type { Route } from '#src/lib/route.ts'

const namespaces = ['otc', 'kyc', 'refusals']
const withForms = [...namespaces, 'session']

/** Trade between people. */
export const otcRoutes: readonly Route[] = [
  {
    path: otcPaths.otc,
    title: 'otc:titles.centre',
    namespaces: withForms,
    needsLogin: true,
    pull: true,
    page: async () => (await import('./centre-page.tsx')).CentrePage,
  },
  {
    path: otcPaths.otcOrders,
    title: 'otc:titles.orders',
    namespaces,
    needsLogin: true,
    pull: true,
    page: async () => (await import('./orders-page.tsx')).OrdersPage,
  },
  {
    path: otcPaths.otcAdverts,
    title: 'otc:titles.adverts',
    namespaces: withForms,
    needsLogin: true,
    pull: true,
    page: async () => (await import('./adverts-page.tsx')).AdvertsPage,
  },
  {
    path: otcPaths.otcAdvert,
    title: 'otc:titles.advert',
    namespaces: withForms,
    needsLogin: true,
    page: async () => (await import('./advert-page.tsx')).AdvertPage,
  },
]
