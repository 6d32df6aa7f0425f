import { event } from '#contract/events.ts'
import { isMyTurn } from '#contract/otc/otc-order.ts'
import { lock$ } from './account/account.ts'
import { balances$ } from './assets/assets.ts'
import { asks$ } from './chat/asks.ts'
import { chats$, unreadIn } from './chat/list.ts'
import { room$, typing$ } from './chat/room.ts'
import { hostingOrders } from './finance/finance.ts'
import { joinedPlans } from './finance/follow.ts'
import { leverPositions, tradedMarkets } from './lever/lever.ts'
import { optionEnds$ } from './option/ends.ts'
import { optionOrders, ticksOf$ } from './option/option.ts'
import { rounds$ } from './option/rounds.ts'
import { otcOrders } from './otc/otc.ts'
import { spotOrders, spotQueue$ } from './spot/spot.ts'

/** What the streams of a login are made of. A file of its own: the first page of a visitor has none of it. */
export const ownParts = {
  event,
  lock$,
  balances$,
  spotOrders,
  spotQueue$,
  leverPositions,
  tradedMarkets,
  optionOrders,
  optionEnds$,
  rounds$,
  ticksOf$,
  otcOrders,
  isMyTurn,
  asks$,
  chats$,
  unreadIn,
  room$,
  typing$,
  hostingOrders,
  joinedPlans,
}
export type OwnParts = typeof ownParts
