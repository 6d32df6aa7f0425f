import { otcPaths } from '#src/lib/paths/otc.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const namespaces = ['otc', 'kyc', 'refusals']
const withForms = [...namespaces, 'session']

const form = routesLike({ namespaces: withForms, needsLogin: true })
const own = routesLike({ namespaces, needsLogin: true })

/** Trade between people. */
export const otcRoutes: readonly Route[] = [
  form(otcPaths.otc, 'otc:titles.centre', async () => (await import('./centre-page.tsx')).CentrePage, { pull: true }),
  own(otcPaths.otcOrders, 'otc:titles.orders', async () => (await import('./orders-page.tsx')).OrdersPage, {
    pull: true,
  }),
  form(otcPaths.otcAdverts, 'otc:titles.adverts', async () => (await import('./adverts-page.tsx')).AdvertsPage, {
    pull: true,
  }),
  form(otcPaths.otcAdvert, 'otc:titles.advert', async () => (await import('./advert-page.tsx')).AdvertPage),
]
