import { assetsPaths } from '#src/lib/paths/assets.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const market = routesLike({ namespaces: ['assets', 'market', 'refusals'], needsLogin: true })
const money = routesLike({ namespaces: ['assets', 'money', 'refusals'], needsLogin: true })
const own = routesLike({ namespaces: ['assets', 'refusals'], needsLogin: true })

/** Balances, bookings, and transfers between own accounts. */
export const assetsRoutes: readonly Route[] = [
  market(assetsPaths.assets, 'assets:titles.assets', async () => (await import('./assets-page.tsx')).AssetsPage, {
    tab: 'assets',
    pull: true,
  }),
  market(
    assetsPaths.tradeAccount,
    'assets:titles.tradeAccount',
    async () => (await import('./trade-account-page.tsx')).TradeAccountPage,
    { pull: true },
  ),
  money(assetsPaths.records, 'assets:titles.records', async () => (await import('./record-page.tsx')).RecordPage, {
    pull: true,
  }),
  money(
    assetsPaths.statement,
    'assets:titles.statement',
    async () => (await import('./statement-page.tsx')).StatementPage,
    { pull: true },
  ),
  own(assetsPaths.transfer, 'assets:titles.transfer', async () => (await import('./transfer-page.tsx')).TransferPage, {
    pull: true,
  }),
  own(
    assetsPaths.transferRecords,
    'assets:titles.transferRecords',
    async () => (await import('./transfer-record-page.tsx')).TransferRecordPage,
    { pull: true },
  ),
]
