/** A bucket of tokens on a clock handed in: how many of something in how much time. */
export function createPace(perSecond: number, burst: number, now: () => number) {
  let left = burst
  let at = now()
  let refused = 0
  return {
    /** Milliseconds to wait, 0 when this one may pass. */
    take: () => {
      const passed = now() - at
      at += passed
      left = Math.min(burst, left + (passed * perSecond) / 1000)
      if (left >= 1) {
        left -= 1
        refused = 0
        return 0
      }
      refused += 1
      return Math.ceil(((1 - left) * 1000) / perSecond)
    },
    /** Takes more than it was known to cost when it passed: those that follow wait for it. */
    spend: (more: number) => {
      left -= more
    },
    /** How often in a row it was refused. */
    refused: () => refused,
  }
}
