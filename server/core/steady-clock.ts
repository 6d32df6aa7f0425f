import type { Clock } from './clock.ts'

/** A difference up to this is followed at once: the small corrections of a time service. */
const followMs = 1000
/**
 * A forward jump of the wall clock is believed when it has lasted this long: a machine that slept, and not a mistake
 * that is undone.
 */
const believeMs = 30_000

type Options = {
  /** The clock of the machine; it may be set to anything at any time. */
  wall: () => number
  /** Milliseconds that only ever grow, at the pace of time; they need not be whole. */
  steady: () => number
  /** Called once for each jump, with its size. */
  onJump?: (byMs: number) => void
  /**
   * Called when time goes on from an instant that the clock of the machine has not reached yet, with how far it is
   * behind.
   */
  onBehind?: (byMs: number) => void
}

/**
 * The venue's clock, in whole milliseconds: never runs backwards and never stands still. It counts on by steady time
 * and follows small corrections of the wall clock; a backward jump is not followed, and a forward jump only after it
 * has lasted, so that no deadline falls due because of one that is undone (SF14).
 */
export function createSteadyClock({ wall, steady, onJump = () => undefined, onBehind = () => undefined }: Options) {
  let base = wall()
  let from = steady()
  let last = Math.floor(base)
  /** The jump that is not followed, or not yet: when it was seen, and how far the wall clock is ahead since. */
  let jump: { readonly at: number; readonly ahead: number } | null = null
  const anchor = (at: number, ticks: number) => {
    base = at
    from = ticks
  }
  const reading = () => {
    const ticks = steady()
    const counted = base + (ticks - from)
    const walled = wall()
    const ahead = walled - counted
    if (Math.abs(ahead) <= followMs) {
      jump = null
      // A correction backwards is made by standing on the last instant until the wall clock has come up to it, for a
      // second at most.
      anchor(walled, ticks)
      return walled
    }
    const isKnown = jump !== null && Math.abs(ahead - jump.ahead) <= followMs
    if (!isKnown) onJump(Math.round(ahead - (jump?.ahead ?? 0)))
    // Within a known jump the difference is kept up to date, because the two clocks drift apart.
    jump = { at: isKnown && jump !== null ? jump.at : ticks, ahead }
    if (ahead < 0 || ticks - jump.at < believeMs) return counted
    jump = null
    anchor(walled, ticks)
    return walled
  }
  const now = () => (last = Math.max(last, Math.floor(reading())))
  return {
    now,
    raise: (floorMs: number) => {
      if (floorMs <= now()) return
      const [ticks, ahead] = [steady(), wall() - floorMs]
      anchor((last = floorMs), ticks)
      if (ahead >= -followMs) return
      jump = { at: ticks, ahead }
      onBehind(-ahead)
    },
    /** How far the wall clock is ahead of the venue's time. */
    offsetMs: () => wall() - now(),
  } satisfies Clock & { offsetMs: () => number }
}
