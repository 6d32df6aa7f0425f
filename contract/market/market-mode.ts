import * as z from 'zod/mini'

/**
 * What a market lets people do, from everything to nothing. After a start it climbs `cancel_only` → `reduce_only` →
 * `open` while its price is being confirmed; `fast`: the price moves faster than a single source is believed; `halted`:
 * trading is halted.
 */
export const marketMode = z.enum(['open', 'fast', 'reduce_only', 'cancel_only', 'halted'])
export type MarketMode = z.output<typeof marketMode>
/**
 * `arming`: the price is being confirmed. `unlike`: it is too far from the last confirmed one, and the operator
 * decides.
 */
export const modeReason = z.enum(['normal', 'arming', 'unlike', 'fast', 'halted'])
export type ModeReason = z.output<typeof modeReason>

/** Rights of one mode; `fires`: stops, liquidations and waiting entries act on its price. */
export type MarketRights = {
  readonly cancels: boolean
  readonly closes: boolean
  readonly fires: boolean
  readonly opens: boolean
}
/** Rights by mode, obeyed by the venue and shown by the pages. */
export const marketRights = {
  open: { cancels: true, closes: true, fires: true, opens: true },
  fast: { cancels: true, closes: true, fires: false, opens: false },
  reduce_only: { cancels: true, closes: true, fires: true, opens: false },
  cancel_only: { cancels: true, closes: false, fires: false, opens: false },
  halted: { cancels: true, closes: true, fires: false, opens: false },
} as const satisfies Record<MarketMode, MarketRights>
/** The modes a market climbs through while its price is being confirmed. */
export const armingLadder = ['cancel_only', 'reduce_only', 'open'] as const satisfies readonly MarketMode[]

/**
 * A mark that has moved by more than this share of itself within `fastWindowMs` triggers nothing, unless enough sources
 * agree.
 */
export const maxCalmMove = 0.01
export const fastWindowMs = 2500
/** So many sources that agree are believed at any speed: no single one of them can move their median. */
export const agreeingSources = 3
/** A price this near the last confirmed mark confirms it, as a share. */
export const armingDistance = 0.05
/** A price that comes after a longer silence has to be confirmed again. */
export const maxSilenceMs = 10_000
