import type { Endpoint } from '#contract/wire/endpoint.ts'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** Whom a rate counts: the API key, the account, or the address for a visitor. */
type Counted = Pick<Caller, 'user' | 'address' | 'apiKey'>
const rateKeyOf = ({ user, address, apiKey }: Counted) =>
  apiKey ? `k:${apiKey.no}` : user === 0 ? `a:${address}` : `u:${user}`

/** Rate limits per account, or per address for visitors. `factor` multiplies all of them (tests, load). */
export function createLimits(factor = 1) {
  const bursty = (name: string, perSecond: number, burst: number) =>
    new BurstyRateLimiter(
      new RateLimiterMemory({ keyPrefix: name, points: perSecond * factor, duration: 1 }),
      new RateLimiterMemory({
        keyPrefix: `${name}+`,
        points: (burst - perSecond) * factor,
        duration: burst / perSecond,
      }),
    )
  const reads = bursty('reads', 20, 60)
  const changes = bursty('changes', 5, 20)
  const readsOfAddress = bursty('reads@', 200, 600)
  const changesOfAddress = bursty('changes@', 50, 200)
  // `identity/codes.ts` also limits codes per target.
  const narrow = {
    guess: new RateLimiterMemory({ keyPrefix: 'guesses', points: 10 * factor, duration: 60 }),
    code: new RateLimiterMemory({ keyPrefix: 'sending', points: 10 * factor, duration: 60 }),
  }
  const uploads = new RateLimiterMemory({ keyPrefix: 'uploads', points: 20 * factor, duration: 60 })

  const consume = async (limiter: Pick<RateLimiterMemory, 'consume'>, rateKey: string) => {
    try {
      await limiter.consume(rateKey)
    } catch (thrown) {
      if (!(thrown instanceof RateLimiterRes)) throw thrown
      throw new Refusal('too_many', { after: Math.max(1, Math.ceil(thrown.msBeforeNext / 1000)) })
    }
  }
  return {
    /** All accounts of one address also share the address's own, wider limit. */
    call: async (endpoint: Endpoint, caller: Counted) => {
      const [rateKey, { address }] = [rateKeyOf(caller), caller]
      if (endpoint.rate !== undefined) await consume(narrow[endpoint.rate], rateKey)
      await consume(endpoint.does === 'reads' ? reads : changes, rateKey)
      await consume(endpoint.does === 'reads' ? readsOfAddress : changesOfAddress, address)
    },
    upload: (caller: Counted) => consume(uploads, rateKeyOf(caller)),
  }
}
export type Limits = ReturnType<typeof createLimits>
