import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { refusals, type Reason } from '#contract/wire/refusals.ts'
import type { Params } from '#contract/wire/reply.ts'
import type { Refusal } from './refusal.ts'
import { refusalText, venueText } from './sentences.ts'

/**
 * Refusals that concern the request and not the business have their own HTTP status; all others are sent with 200
 * (W-1).
 */
const httpOf: Partial<Record<Reason, number>> = {
  malformed: 400,
  key_missing: 400,
  key_malformed: 400,
  secret_in_url: 400,
  cross_site: 403,
  unknown_route: 404,
  method_wrong: 405,
  too_large: 413,
  too_many: 429,
  fault: 503,
  read_only: 503,
}
const types: Partial<Record<Reason, string>> = { not_logged_in: '999', kyc_needed: '998', payee_missing: '997' }

export type Wrapped = { http: number; body: string }

/** The value of a call in the response envelope that its endpoint declares (`wrap`). */
export const wrapValue = (
  { wrap, isBeside }: Pick<Endpoint, 'wrap' | 'isBeside'>,
  value: unknown,
  lang: Lang,
  extraFields: Params = {},
): string => {
  const done = () => venueText('done', lang)
  if (wrap === 'chat' && isBeside === true && typeof value === 'object')
    return JSON.stringify({ code: 200, message: done(), ...value })
  if (wrap === 'chat') return JSON.stringify({ code: 200, data: value, message: done(), ...extraFields })
  if (wrap === 'msg') return JSON.stringify({ code: 1, msg: 'success', data: value })
  if (wrap === 'said') return JSON.stringify({ type: 'ok', message: done(), data: value })
  if (wrap === 'beside' && typeof value === 'object') return JSON.stringify({ type: 'ok', ...value })
  return JSON.stringify({ type: 'ok', message: value })
}

/** A refusal in the response envelope of its endpoint, in the caller's language. */
export const wrapRefusal = (
  wrap: Endpoint['wrap'],
  { reason, params }: Pick<Refusal, 'reason' | 'params'>,
  lang: Lang,
): Wrapped => {
  const message = refusalText(reason, params, lang)
  const extra = Object.keys(params).length ? { params } : {}
  const http = httpOf[reason] ?? 200
  if (wrap === 'chat') {
    const body = JSON.stringify({ code: refusals[reason] ?? 422, message, reason, ...extra })
    return { http: reason === 'not_logged_in' || reason === 'token_mismatch' ? 401 : http, body }
  }
  if (wrap === 'msg' && http === 200)
    return { http, body: JSON.stringify({ code: -1, msg: message, reason, ...extra }) }
  return { http, body: JSON.stringify({ type: types[reason] ?? 'error', message, reason, ...extra }) }
}

/**
 * False for refusals that leave the outcome open; they are not stored under the key, so that it can be tried again
 * (W-2).
 */
export const isDefinite = (reason: Reason) =>
  (httpOf[reason] ?? 200) === 200 &&
  reason !== 'not_logged_in' &&
  !reason.startsWith('key_') &&
  reason !== 'token_mismatch'
