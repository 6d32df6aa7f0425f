import { assetsPaths } from '#src/lib/paths/assets.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { routesLike, type Route } from '#src/lib/route.ts'

const own = routesLike({ namespaces: ['mining', 'refusals'], needsLogin: true })

/** Mining machines with their seats and collateral, and pledges beside them. */
export const miningRoutes: readonly Route[] = [
  own(miningPaths.mining, 'mining:titles.mining', async () => (await import('./mining-page.tsx')).MiningPage, {
    pull: true,
  }),
  own(
    miningPaths.buyMachines,
    'mining:titles.machines',
    async () => (await import('./machines-page.tsx')).MachinesPage,
    { pull: true },
  ),
  own(miningPaths.miningLaunch, 'mining:titles.line', async () => (await import('./machines-page.tsx')).LinePage, {
    pull: true,
  }),
  own(miningPaths.buySeat, 'mining:titles.seats', async () => (await import('./seats-page.tsx')).SeatsPage, {
    pull: true,
  }),
  own(
    miningPaths.miningConvert,
    'mining:titles.convert',
    async () => (await import('./convert-page.tsx')).ConvertPage,
    { pull: true },
  ),
  own(
    miningPaths.miningPledges,
    'mining:titles.collateral',
    async () => (await import('./collateral-page.tsx')).CollateralPage,
    { pull: true },
  ),
  own(miningPaths.pledges, 'mining:titles.pledge', async () => (await import('./pledge-page.tsx')).PledgePage, {
    pull: true,
  }),
  own(
    miningPaths.pledgeRecords,
    'mining:titles.pledges',
    async () => (await import('./pledges-page.tsx')).PledgesPage,
    { pull: true },
  ),
  own(miningPaths.pledgeRule, 'mining:titles.rules', async () => (await import('./rules-page.tsx')).RulesPage),
  own(assetsPaths.release, 'mining:titles.release', async () => (await import('./release-page.tsx')).ReleasePage, {
    pull: true,
  }),
]
