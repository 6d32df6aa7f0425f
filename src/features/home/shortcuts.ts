import { accountPaths } from '#src/lib/paths/account.ts'
import { alertPaths } from '#src/lib/paths/alert.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { promotionPaths } from '#src/lib/paths/promotion.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import type { IconName } from '#src/ui/icon.tsx'

export type Shortcut = { readonly word: string; readonly icon: IconName; readonly to: string }

/** What can stand in the row of shortcuts; the first are there until others are chosen. */
export const shortcuts: readonly Shortcut[] = [
  { word: 'newCoin', icon: 'rocket', to: launchPaths.launches },
  { word: 'recharge', icon: 'deposit', to: depositPaths.depositMobile },
  { word: 'withdraw', icon: 'withdraw', to: withdrawPaths.withdraw },
  { word: 'vip', icon: 'star', to: depositPaths.chargeBank },
  { word: 'service', icon: 'phone', to: newsPaths.helpChat },
  { word: 'otc', icon: 'swap', to: otcPaths.otc },
  { word: 'transfer', icon: 'transfer', to: assetsPaths.transfer },
  { word: 'records', icon: 'history', to: assetsPaths.records },
  { word: 'chats', icon: 'people', to: chatPaths.chats },
  { word: 'alerts', icon: 'bell', to: alertPaths.alerts },
  { word: 'promotion', icon: 'gift', to: promotionPaths.promotion },
  { word: 'security', icon: 'shield', to: accountPaths.security },
  { word: 'help', icon: 'help', to: newsPaths.help },
]
export const shortcutsInRow = 5

/** The row: those that were chosen and still exist, in their order, and of the others the first, up to a full row. */
export function rowOf(chosen: readonly string[]): readonly Shortcut[] {
  const wished = chosen.flatMap((word) => shortcuts.filter((each) => each.word === word))
  return [...wished, ...shortcuts.filter((each) => !wished.includes(each))].slice(0, shortcutsInRow)
}
/** The row with one more at its end; the one that has stood there longest goes. */
export const withOne = (row: readonly Shortcut[], word: string): readonly string[] => [
  ...row.slice(1).map((each) => each.word),
  word,
]
