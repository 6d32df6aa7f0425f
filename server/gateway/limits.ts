import type { Endpoint } from '#contract/wire/endpoint.ts'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '#server/core/refusal.ts'

/** Calls that check a secret or reveal whether an account exists; their rate is limited further (W-17). */
const guessCalls = new Set([
  'user/login',
  'sys/login',
  'user/check_mobile',
  'user/check_email',
  'user/forget',
  'user/register',
  'sys/register',
  'imUser/searchUser',
  'imUser/syncContacts',
  'imGroupUserRef/validateTradePwd',
  'imGroupUserRef/validatePayTradePwd',
  'imGroupUserRef/updateTradePwd',
  'sys/checkQQ',
  'trade/transfer',
  'user/e_pwd',
  'safe/update_password',
  'user/api_keys/add',
  'user/totp/confirm',
  'user/totp/end',
  'user/unlock',
  'user/totp/lost',
])

/**
 * Calls that send a verification code by mail or text message, which cost money. `identity/codes.ts` also limits them
 * per target.
 */
const codeCalls = new Set(['sms_mail', 'sms_send', 'set/sms_other_mail'])

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
  const guessing = new RateLimiterMemory({ keyPrefix: 'guesses', points: 10 * factor, duration: 60 })
  const sending = new RateLimiterMemory({ keyPrefix: 'sending', points: 10 * factor, duration: 60 })
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
    /**
     * `rateKey` is the account's, else the address's. All accounts of one address also share the address's own, wider
     * limit.
     */
    call: async (endpoint: Endpoint, rateKey: string, address: string) => {
      if (guessCalls.has(endpoint.path)) await consume(guessing, rateKey)
      if (codeCalls.has(endpoint.path)) await consume(sending, rateKey)
      await consume(endpoint.does === 'reads' ? reads : changes, rateKey)
      await consume(endpoint.does === 'reads' ? readsOfAddress : changesOfAddress, address)
    },
    upload: (rateKey: string) => consume(uploads, rateKey),
  }
}
export type Limits = ReturnType<typeof createLimits>
