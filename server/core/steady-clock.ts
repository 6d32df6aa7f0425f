import type { Clock } from './clock.ts'

/** A difference up to this is followed at once: the small corrections of a time service. */
const followMs = 1000
/** A forward jump of the wall clock is believed when it has lasted this long: a machine that slept, and not a mistake that is undone. */
const believeMs = 30_000

type Options = {
  /** The clock of the machine; it may be set to anything at any time. */
  wall: () => number
  /** Milliseconds that only ever grow, at the pace of time. */
  steady: () => number
  /** Called once for each jump, with its size. */
  onJump?: (byMs: number) => void
}

/**
 * The venue's clock: never runs backwards and never stands still. It counts on by steady time and follows small corrections of the wall
 * clock; a backward jump is not followed, and a forward jump only after it has lasted, so that no deadline falls due because of one
 * that is undone (SF14).
 */
export function createSteadyClock({ wall, steady, onJump = () => undefined }: Options): Clock & { offsetMs: () => number } {
  let base = wall()
  let from = steady()
  let last = base
  let jumpedAt: number | null = null
  const anchor = (at: number, ticks: number) => {
    base = at
    from = ticks
  }
  const now = () => {
    const ticks = steady()
    const counted = base + (ticks - from)
    const ahead = wall() - counted
    if (Math.abs(ahead) <= followMs) {
      jumpedAt = null
      // A correction backwards is made by standing on the last instant until the wall clock has come up to it, for a second at most.
      anchor(counted + ahead, ticks)
      return (last = Math.max(last, counted + ahead))
    }
    if (jumpedAt === null) {
      jumpedAt = ticks
      onJump(Math.round(ahead))
    }
    if (ahead > 0 && ticks - jumpedAt >= believeMs) {
      jumpedAt = null
      anchor(counted + ahead, ticks)
      return (last = counted + ahead)
    }
    return (last = Math.max(last, counted))
  }
  return {
    now,
    raise: (floorMs) => {
      if (floorMs > now()) anchor((last = floorMs), steady())
    },
    /** How far the wall clock is ahead of the venue's time. */
    offsetMs: () => wall() - now(),
  }
}
