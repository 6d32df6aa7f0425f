/** The venue's time, handed in: tests turn it by hand. */
export type Clock = {
  /** Epoch milliseconds. */
  now: () => number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that moves only when told to. */
export const handClock = (startMs: number) => {
  let at = startMs
  return {
    now: () => at,
    turn: (ms: number) => {
      at += ms
    },
    set: (ms: number) => {
      at = ms
    },
  }
}
