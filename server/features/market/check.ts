import { Refusal } from '#server/core/refusal.ts'
import type { Market } from './market.ts'

/** Refuses what opens a position or a stake while the mode of the market does not let it. */
export function checkOpens(market: Market) {
  if (market.rights().opens) return
  const { mode } = market.standing()
  throw new Refusal(mode === 'fast' ? 'market_fast' : mode === 'halted' ? 'market_closed' : 'market_arming')
}
