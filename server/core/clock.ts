/** The venue's clock, injected so that tests can control time. */
export type Clock = {
  /** Epoch milliseconds. */
  now: () => number
  /** Lets the clock go on from an instant that it has not reached yet. */
  raise?: (floorMs: number) => void
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock for tests; it moves only by `advance` and `set`. */
export const manualClock = (startMs: number) => {
  let at = startMs
  return {
    now: () => at,
    advance: (ms: number) => {
      at += ms
    },
    set: (ms: number) => {
      at = ms
    },
  }
}
