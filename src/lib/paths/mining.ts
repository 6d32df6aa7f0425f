/** Paths of mining machines, seats and pledges; their odd spellings occur only here. */
export const miningPaths = {
  mining: '/pages/wakuang/index',
  miningLaunch: '/pages/wakuang/publication',
  miningConvert: '/pages/wakuang/convert',
  miningPledges: '/pages/wakuang/zyjilu',
  buyMachines: '/pages/wakuang/buy-machines',
  buySeat: '/pages/wakuang/buy-local',
  pledgeRule: '/pages/assets/transfersd/zyrule',
  pledges: '/pages/assets/transfersd/zylist',
  pledgeRecords: '/pages/assets/transfersd/zyrecord',
} as const
