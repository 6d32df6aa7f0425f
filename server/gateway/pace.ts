/** Token bucket on an injected clock: `perSecond` on average, up to `burst` at once. */
export function createPace(perSecond: number, burst: number, now: () => number) {
  let tokens = burst
  let at = now()
  let refused = 0
  return {
    /** Takes one token; returns 0, or the milliseconds to wait if there is none. */
    take: () => {
      const elapsedMs = now() - at
      at += elapsedMs
      tokens = Math.min(burst, tokens + (elapsedMs * perSecond) / 1000)
      if (tokens >= 1) {
        tokens -= 1
        refused = 0
        return 0
      }
      refused += 1
      return Math.ceil(((1 - tokens) * 1000) / perSecond)
    },
    /** Takes further tokens after the fact, when the real cost is known; the balance may become negative. */
    spend: (more: number) => {
      tokens -= more
    },
    /** Number of refusals in a row. */
    refused: () => refused,
  }
}
