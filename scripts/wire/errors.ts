import { allCalls } from '#contract/endpoints.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { commonRefusals, refusals, type Reason } from '#contract/wire/refusals.ts'
import { isDefinite, wrapRefusal } from '#server/core/answers.ts'
import { textIn } from '#server/core/sentences.ts'
import type { Json } from './schema.ts'

/**
 * Whether a refused change may be sent again. `ask`: its outcome is unknown. `later`: the same, under the same key.
 * `mended`: nothing is stored under its key, so the right request may bear it. `decide`: the key is used up, and what
 * was refused may do later or otherwise, under a new one.
 */
type Repeat = 'ask' | 'later' | 'mended' | 'decide'
const later: readonly Reason[] = ['too_many', 'read_only', 'key_running', 'sub_limit']
const spentKeys: readonly Reason[] = ['key_reused', 'key_burnt', 'key_malformed']
/** What passes by itself: the same wish may be taken in a moment. */
const passing: readonly Reason[] = [
  'market_closed',
  'feed_stale',
  'market_fast',
  'market_arming',
  'market_still',
  'no_liquidity',
  'price_moved',
  'exposure_full',
  'too_early',
]
const reasons = Object.keys(refusals).filter((name): name is Reason => Object.hasOwn(refusals, name))
const httpOf = (reason: Reason) => wrapRefusal('plain', { reason, params: {} }, 'en').http

function repeatOf(reason: Reason): Repeat {
  if (reason === 'fault') return 'ask'
  if (later.includes(reason)) return 'later'
  return isDefinite(reason) || spentKeys.includes(reason) ? 'decide' : 'mended'
}
function adviceOf(reason: Reason): string {
  if (reason === 'key_missing')
    return 'Send an Idempotency-Key: a UUID of your own, made when the change is decided on.'
  if (spentKeys.includes(reason)) return 'Nothing was done by this request. Take a new UUID for a new decision.'
  if (passing.includes(reason)) return 'Nothing was done. It may pass: decide again in a moment, under a new key.'
  if (reason === 'state_moved' || reason === 'step_refused')
    return 'Nothing was done. `params.now` is how it stands: decide again from there, under a new key.'
  return {
    ask: 'The outcome is unknown. Ask key/status, or send the same request under the same key: it has one effect.',
    later: 'Nothing was done. Wait `after` seconds (Retry-After), then send the same request under the same key.',
    mended: 'Nothing was done and nothing is stored under the key. Mend the request, and send it under the same key.',
    decide: 'Nothing was done, and the same key gets the same answer. Decide again under a new key.',
  }[repeatOf(reason)]
}

export type ErrorEntry = {
  readonly reason: Reason
  readonly http: number
  /** Its number in the chat and on the socket. */
  readonly code: number
  readonly sentence: string
  readonly params: readonly string[]
  readonly repeat: Repeat
  readonly advice: string
  /** Calls that may say it; empty if any may. */
  readonly calls: readonly string[]
}
/** Every reason of a refusal: what it says, whether the request may be sent again, and who may say it. */
export const errorCatalogue = (): readonly ErrorEntry[] =>
  reasons.map((reason) => {
    const sentence = textIn('refusals', 'en', reason) ?? reason
    const own = allCalls.filter(({ endpoint }) => endpoint.refusals.includes(reason))
    return {
      reason,
      http: httpOf(reason),
      code: refusals[reason] ?? 422,
      sentence,
      params: [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name),
      repeat: repeatOf(reason),
      advice: adviceOf(reason),
      calls: commonRefusals.includes(reason) ? [] : own.map(({ endpoint }) => `${endpoint.method} ${urlOf(endpoint)}`),
    }
  })
/** The same as a document. */
export const errorsJson = (): Json => JSON.parse(JSON.stringify({ reasons: errorCatalogue() }))
