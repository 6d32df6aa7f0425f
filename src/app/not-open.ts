import { assetsPaths } from '#src/lib/paths/assets.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { financePaths } from '#src/lib/paths/finance.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { promotionPaths } from '#src/lib/paths/promotion.ts'

/** A page that is announced but not open yet: its title and a sentence that describes it. */
export type NotOpen = { readonly path: string; readonly title: string; readonly will: string; readonly tab?: 'contracts' | 'finance' }

/** All announced pages. Opening one needs no change here: a path with a route of its own is skipped. */
export const announced: readonly NotOpen[] = [
  { path: followPaths.finance, title: 'finance', will: 'finance', tab: 'finance' },
  { path: followPaths.plan, title: 'plan', will: 'finance' },
  { path: followPaths.planRecords, title: 'planRecord', will: 'finance' },
  { path: financePaths.hosting, title: 'hosting', will: 'finance' },
  { path: financePaths.hostingBuy, title: 'hostingBuy', will: 'finance' },
  { path: financePaths.hostingOrders, title: 'hostingOrders', will: 'finance' },
  { path: financePaths.hostingRule, title: 'hostingRules', will: 'finance' },
  { path: assetsPaths.release, title: 'release', will: 'mining' },
  { path: miningPaths.pledgeRule, title: 'pledgeRules', will: 'mining' },
  { path: miningPaths.pledges, title: 'pledges', will: 'mining' },
  { path: miningPaths.pledgeRecords, title: 'pledgeRecords', will: 'mining' },
  { path: miningPaths.mining, title: 'mining', will: 'mining' },
  { path: miningPaths.miningLaunch, title: 'launch', will: 'launch' },
  { path: miningPaths.miningConvert, title: 'convert', will: 'mining' },
  { path: miningPaths.miningPledges, title: 'pledgeRecords', will: 'mining' },
  { path: miningPaths.buyMachines, title: 'machines', will: 'mining' },
  { path: miningPaths.buySeat, title: 'seats', will: 'mining' },
  { path: launchPaths.launches, title: 'launch', will: 'launch' },
  { path: launchPaths.launch, title: 'launchDetail', will: 'launch' },
  { path: launchPaths.launchPurchase, title: 'launchPurchase', will: 'launch' },
  { path: chatPaths.chats, title: 'chats', will: 'chat' },
  { path: chatPaths.searchFriend, title: 'chatSearch', will: 'chat' },
  { path: chatPaths.friend, title: 'friends', will: 'chat' },
  { path: chatPaths.newFriend, title: 'newFriends', will: 'chat' },
  { path: chatPaths.chatting, title: 'chat', will: 'chat' },
  { path: chatPaths.chatDetail, title: 'chatDetail', will: 'chat' },
  { path: promotionPaths.promotion, title: 'promotion', will: 'promotion' },
  { path: newsPaths.helpChat, title: 'helpChat', will: 'help' },
  { path: chatPaths.chooseLocation, title: 'chooseLocation', will: 'chat' },
  { path: chatPaths.openLocation, title: 'openLocation', will: 'chat' },
]
