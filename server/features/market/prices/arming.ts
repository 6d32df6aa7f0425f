import {
  agreeingSources,
  armingDistance,
  armingLadder,
  fastWindowMs,
  maxCalmMove,
  maxSilenceMs,
  type MarketMode,
  type ModeReason,
} from '#contract/market/market-mode.ts'

export type Standing = { readonly mode: MarketMode; readonly why: ModeReason }
type Rules = { armTicks: number; armMs: number }
const normal: Standing = { mode: 'open', why: 'normal' }
const isNear = (price: number, reference: number) => Math.abs(price - reference) <= reference * armingDistance

/**
 * Confirms the price of one market after a start, a halt or a silence: `armTicks` ticks in a row over `armMs`, all near
 * the last confirmed price, lift the market by one rung of the ladder. A price far from it confirms nothing, however
 * long it stands; then the operator decides. Without a confirmed price (a new market) the ticks must be near each
 * other. `openAt`: until then the market was open in a process that has ended; if that is not long ago it goes on at
 * its first near price.
 */
export function createArming({ armTicks, armMs }: Rules, confirmed: number | null, openAt: number | null = null) {
  /** The last confirmed price, and what the next tick is compared with. */
  let known = confirmed
  let reference = confirmed
  let rung = openAt === null ? 0 : armingLadder.length - 1
  let count = 0
  let since = 0
  let lastAt = openAt ?? -Infinity
  /** The market goes on from another process: its first price here must still be near. */
  let isTaken = openAt !== null
  const restart = () => {
    rung = 0
    count = 0
  }
  const standing = (why: ModeReason): Standing => {
    const mode = armingLadder[rung] ?? 'open'
    return mode === 'open' ? normal : { mode, why }
  }
  return {
    /** Takes the next price; `cancel_only` means that nothing may be decided on it. */
    next: (price: number, at: number): Standing => {
      if (at - lastAt > maxSilenceMs) restart()
      lastAt = at
      if (isTaken && (reference === null || !isNear(price, reference))) restart()
      isTaken = false
      if (rung === armingLadder.length - 1) {
        known = price
        reference = price
        return normal
      }
      if (reference === null || !isNear(price, reference)) {
        restart()
        if (known !== null) return standing('unlike')
        reference = price
      }
      if (count === 0) since = at
      count += 1
      while (rung < armingLadder.length - 1 && count >= armTicks && at - since >= armMs) {
        rung += 1
        count = 0
        since = at
        known = price
      }
      return standing('arming')
    },
    /** True while nothing is left to confirm. */
    isOpen: () => rung === armingLadder.length - 1,
    /** Begins again at the lowest rung, with the last confirmed price as reference. */
    restart,
    /** Gives up the last confirmed price: from now on only ticks among each other are compared. */
    accept: () => {
      if (known === null) return
      known = null
      reference = null
      restart()
    },
  }
}

/** Notices a mark that moves faster than one source is believed. */
export function createPace() {
  let marks: { at: number; mark: number }[] = []
  return (mark: number, at: number, sources: number): boolean => {
    const recent = marks.filter((each) => at - each.at <= fastWindowMs)
    // The previous mark counts however old it is: a leap across a pause is a leap.
    const compared = recent.length > 0 ? recent : marks.slice(-1)
    marks = [...compared, { at, mark }]
    return sources < agreeingSources && compared.some((each) => Math.abs(mark - each.mark) > each.mark * maxCalmMove)
  }
}
