import type { Endpoint } from '#contract/wire/endpoint.ts'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#server/core/refusal.ts'

/** Calls whose guesses must stay rare (W-17). */
const guesses = new Set([
  'user/login', 'sys/login', 'user/check_mobile', 'user/check_email', 'user/forget', 'user/register', 'sys/register',
  'imUser/searchUser', 'trade/transfer', 'user/e_pwd', 'safe/update_password',
])

/** Calls that send a code: each costs, and each lands on somebody's desk. A target of its own has a limit of its own (codes.ts). */
const senders = new Set(['sms_mail', 'sms_send', 'set/sms_other_mail'])

/** Rates per account, else per address. `factor` widens them all (tests, load). */
export function createLimits(factor = 1) {
  const bursty = (name: string, perSecond: number, burst: number) =>
    new BurstyRateLimiter(
      new RateLimiterMemory({ keyPrefix: name, points: perSecond * factor, duration: 1 }),
      new RateLimiterMemory({ keyPrefix: `${name}+`, points: (burst - perSecond) * factor, duration: burst / perSecond }),
    )
  const reads = bursty('reads', 20, 60)
  const changes = bursty('changes', 5, 20)
  const guessing = new RateLimiterMemory({ keyPrefix: 'guesses', points: 10 * factor, duration: 60 })
  const sending = new RateLimiterMemory({ keyPrefix: 'sending', points: 10 * factor, duration: 60 })
  const uploads = new RateLimiterMemory({ keyPrefix: 'uploads', points: 20 * factor, duration: 60 })

  const consume = async (limiter: Pick<RateLimiterMemory, 'consume'>, who: string) => {
    try {
      await limiter.consume(who)
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over
      throw new Refusal('too_many', { after: Math.max(1, Math.ceil(over.msBeforeNext / 1000)) })
    }
  }
  return {
    call: async (endpoint: Endpoint, who: string) => {
      if (guesses.has(endpoint.path)) await consume(guessing, who)
      if (senders.has(endpoint.path)) await consume(sending, who)
      await consume(endpoint.does === 'reads' ? reads : changes, who)
    },
    upload: (who: string) => consume(uploads, who),
  }
}
export type Limits = ReturnType<typeof createLimits>
