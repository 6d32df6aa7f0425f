import { otcPaths } from '#src/lib/paths/otc.ts'
import type { Route } from '#src/lib/route.ts'

const orderRoute = (path: string): Route => ({
  path,
  title: 'otc:titles.order',
  namespaces: ['otc', 'kyc', 'chat', 'refusals'],
  needsLogin: true,
  page: async () => (await import('./otc-order-page.tsx')).OtcOrderPage,
})
/** An order of OTC with the chat of its parties: the page belongs to neither feature. */
export const otcOrderRoutes = [orderRoute(otcPaths.otcOrder), orderRoute(otcPaths.otcPastOrder)]
