import { assetsPaths } from '#src/lib/paths/assets.ts'
import type { Route } from '#src/lib/route.ts'

/** Balances, bookings, and transfers between own accounts. */
export const assetsRoutes: readonly Route[] = [
  {
    path: assetsPaths.assets,
    title: 'assets:titles.assets',
    namespaces: ['assets', 'market', 'refusals'],
    tab: 'assets',
    needsLogin: true,
    pull: true,
    page: async () => (await import('./assets-page.tsx')).AssetsPage,
  },
  {
    path: assetsPaths.tradeAccount,
    title: 'assets:titles.tradeAccount',
    namespaces: ['assets', 'market', 'refusals'],
    needsLogin: true,
    pull: true,
    page: async () => (await import('./trade-account-page.tsx')).TradeAccountPage,
  },
  {
    path: assetsPaths.records,
    title: 'assets:titles.records',
    namespaces: ['assets', 'money', 'refusals'],
    needsLogin: true,
    pull: true,
    page: async () => (await import('./record-page.tsx')).RecordPage,
  },
  {
    path: assetsPaths.statement,
    title: 'assets:titles.statement',
    namespaces: ['assets', 'money', 'refusals'],
    needsLogin: true,
    pull: true,
    page: async () => (await import('./statement-page.tsx')).StatementPage,
  },
  {
    path: assetsPaths.transfer,
    title: 'assets:titles.transfer',
    namespaces: ['assets', 'refusals'],
    needsLogin: true,
    pull: true,
    page: async () => (await import('./transfer-page.tsx')).TransferPage,
  },
  {
    path: assetsPaths.transferRecords,
    title: 'assets:titles.transferRecords',
    namespaces: ['assets', 'refusals'],
    needsLogin: true,
    pull: true,
    page: async () => (await import('./transfer-record-page.tsx')).TransferRecordPage,
  },
]
