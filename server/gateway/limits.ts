import type { Endpoint } from '#contract/wire/endpoint.ts'
import { paces } from '#contract/wire/paces.ts'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'

/** Whom a rate counts: the API key, the account, or the address for a visitor. */
type Counted = Pick<Caller, 'user' | 'address' | 'apiKey'>
const rateKeyOf = ({ user, address, apiKey }: Counted) =>
  apiKey ? `k:${apiKey.no}` : user === 0 ? `a:${address}` : `u:${user}`

type Pace = { readonly perSecond: number; readonly burst: number }
/** Rate limits per account, or per address for visitors. `factor` multiplies all of them (tests, load). */
export function createLimits(factor = 1) {
  const bursty = (name: string, { perSecond, burst }: Pace, times = 1) => {
    const [points, more] = [perSecond * times * factor, (burst - perSecond) * times * factor]
    const steady = new RateLimiterMemory({ keyPrefix: name, points, duration: 1 })
    const spare = new RateLimiterMemory({ keyPrefix: `${name}+`, points: more, duration: burst / perSecond })
    const limiter = new BurstyRateLimiter(steady, spare)
    return {
      consume: (rateKey: string) => limiter.consume(rateKey),
      /** How many more calls there may be now, in the headers of the IETF. */
      headers: async (rateKey: string) => {
        const [now, extra] = await Promise.all([steady.get(rateKey), spare.get(rateKey)])
        const left = Math.max(0, now?.remainingPoints ?? points) + Math.max(0, extra?.remainingPoints ?? more)
        return {
          'RateLimit-Policy': `"${name}";q=${points + more};w=${burst / perSecond}`,
          RateLimit: `"${name}";r=${left};t=1`,
        }
      },
    }
  }
  const reads = bursty('reads', paces.reads)
  const changes = bursty('changes', paces.changes)
  const readsOfAddress = bursty('reads@', paces.reads, 10)
  const changesOfAddress = bursty('changes@', paces.changes, 10)
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
    /** What a program is told of its pace. */
    headers: async (endpoint: Endpoint, caller: Counted): Promise<Record<string, string>> =>
      caller.apiKey ? (endpoint.does === 'reads' ? reads : changes).headers(rateKeyOf(caller)) : {},
    upload: (caller: Counted) => consume(uploads, rateKeyOf(caller)),
  }
}
export type Limits = ReturnType<typeof createLimits>
