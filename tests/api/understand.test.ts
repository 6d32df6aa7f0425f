import { account } from '#contract/account/account.ts'
import { chatAccount } from '#contract/chat/chat-account.ts'
import { platform } from '#contract/platform/platform.ts'
import { session } from '#contract/session/session.ts'
import { understand, type RawReply } from '#src/api/understand.ts'
import { describe, expect, test } from 'vitest'

const heard = (status: number, body?: unknown, retryAfterMs: number | null = null): RawReply => ({
  status,
  body,
  retryAfterMs,
})
const refusal = { type: 'error', message: 'No.', reason: 'login_wrong' }
/** What a change is told about its outcome. */
const verdict = (answer: RawReply) => {
  const reply = understand(session.login, answer)
  if (reply.ok) return 'done'
  return reply.failure.kind === 'refused' ? `refused ${reply.failure.reason}` : reply.failure.kind
}

describe('CF14 only an explicit refusal refuses; what cannot be read may have been done', () => {
  test.each<[string, RawReply, string]>([
    ['type ok', heard(200, { type: 'ok', message: 'token' }), 'done'],
    ['payload in data', heard(200, { type: 'ok', message: null, data: 'token' }), 'done'],
    ['code 1', heard(200, { code: 1, msg: 'success', data: 'token' }), 'done'],
    ['code 200', heard(200, { code: 200, data: 'token' }), 'done'],
    ['a refusal', heard(200, refusal), 'refused login_wrong'],
    ['a refusal with HTTP 400', heard(400, { ...refusal, reason: 'malformed' }), 'refused malformed'],
    ['a reason we do not know', heard(200, { ...refusal, reason: 'moon_phase' }), 'refused submit_failed'],
    ['a refusal without reason', heard(200, { type: 'error', message: 'No.' }), 'refused submit_failed'],
    ['type 999 as text', heard(200, { type: '999', message: 'Log in.' }), 'notLoggedIn'],
    ['type 999 as a number', heard(200, { type: 999, message: 'Log in.' }), 'notLoggedIn'],
    ['code 401', heard(401, { code: 401, message: 'Log in.' }), 'notLoggedIn'],
    ['998', heard(200, { type: '998', message: 'KYC' }), 'refused kyc_needed'],
    ['997', heard(200, { type: 997, message: 'Bind' }), 'refused payee_missing'],
    ['code -1', heard(200, { code: -1, msg: 'No.', reason: 'symbol_unknown' }), 'refused symbol_unknown'],
    ['code 422', heard(200, { code: 422, message: 'No.', reason: 'not_friend' }), 'refused not_friend'],
    [
      'code 200 that says why not',
      heard(200, { code: 200, message: 'Gone.', reason: 'packet_gone' }),
      'refused packet_gone',
    ],
    ['an unknown type', heard(200, { type: 'banana', message: 'token' }), 'unknown'],
    ['an unknown code', heard(200, { code: 7, data: 'token' }), 'unknown'],
    ['a success in another shape', heard(200, { type: 'ok', message: { token: 1 } }), 'unknown'],
    ['HTML, empty or cut JSON', heard(200), 'unknown'],
    ['a bare value', heard(200, 'token'), 'unknown'],
    ['204', heard(204), 'unknown'],
    ['302', heard(302), 'unknown'],
    ['404 without a word', heard(404), 'unknown'],
    ['413', heard(413), 'refused too_large'],
    ['429', heard(429), 'refused too_many'],
    ['500 that says ok', heard(500, { type: 'ok', message: 'token' }), 'unknown'],
    ['503 that says no', heard(503, { ...refusal, reason: 'fault' }), 'unknown'],
    ['502', heard(502), 'unknown'],
    ['504', heard(504), 'unknown'],
    ['ok with a status that is none', heard(404, { type: 'ok', message: 'token' }), 'unknown'],
  ])('%s', (_, answer, expected) => expect(verdict(answer)).toBe(expected))
})

test('CF15 a wait that the server asks for travels with the refusal', () => {
  const reply = understand(session.login, heard(429, { ...refusal, reason: 'too_many' }, 3000))
  expect(reply).toEqual({
    ok: false,
    failure: { kind: 'refused', reason: 'too_many', params: {}, text: 'No.', afterMs: 3000 },
  })
})
test('CALL-10 a bare sentence is a success where nothing is to be told', () => {
  expect(understand(chatAccount.logout, heard(200, { code: 200, data: {} })).ok).toBe(true)
  expect(understand(session.forget, heard(200, { type: 'ok', message: 'Changed.' }))).toEqual({ ok: true, value: {} })
})
test('CALL-11 a bare sentence where a value is needed is no value', () => {
  expect(understand(account.sendOwnCode, heard(200, { type: 'ok', message: 'Sent.' })).ok).toBe(false)
})
test('CALL-12 what lies beside the message belongs to the value', () => {
  const reply = understand(platform.areaCodes, heard(200, { type: 'ok', message: [], data: { verification: '1' } }))
  expect(reply).toEqual({ ok: true, value: { message: [], data: { verification: '1' } } })
})
