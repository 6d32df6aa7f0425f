import { assetsPaths } from '#src/lib/paths/assets.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import type { Route } from '#src/lib/route.ts'

const base = { namespaces: ['mining', 'refusals'], needsLogin: true } as const
const pull = { ...base, pull: true } as const
/** Mining machines with their seats and collateral, and pledges beside them. */
export const miningRoutes: readonly Route[] = [
  {
    ...pull,
    path: miningPaths.mining,
    title: 'mining:titles.mining',
    page: async () => (await import('./mining-page.tsx')).MiningPage,
  },
  {
    ...pull,
    path: miningPaths.buyMachines,
    title: 'mining:titles.machines',
    page: async () => (await import('./machines-page.tsx')).MachinesPage,
  },
  {
    ...pull,
    path: miningPaths.miningLaunch,
    title: 'mining:titles.line',
    page: async () => (await import('./machines-page.tsx')).LinePage,
  },
  {
    ...pull,
    path: miningPaths.buySeat,
    title: 'mining:titles.seats',
    page: async () => (await import('./seats-page.tsx')).SeatsPage,
  },
  {
    ...pull,
    path: miningPaths.miningConvert,
    title: 'mining:titles.convert',
    page: async () => (await import('./convert-page.tsx')).ConvertPage,
  },
  {
    ...pull,
    path: miningPaths.miningPledges,
    title: 'mining:titles.collateral',
    page: async () => (await import('./collateral-page.tsx')).CollateralPage,
  },
  {
    ...pull,
    path: miningPaths.pledges,
    title: 'mining:titles.pledge',
    page: async () => (await import('./pledge-page.tsx')).PledgePage,
  },
  {
    ...pull,
    path: miningPaths.pledgeRecords,
    title: 'mining:titles.pledges',
    page: async () => (await import('./pledges-page.tsx')).PledgesPage,
  },
  {
    ...base,
    path: miningPaths.pledgeRule,
    title: 'mining:titles.rules',
    page: async () => (await import('./rules-page.tsx')).RulesPage,
  },
  {
    ...pull,
    path: assetsPaths.release,
    title: 'mining:titles.release',
    page: async () => (await import('./release-page.tsx')).ReleasePage,
  },
]
