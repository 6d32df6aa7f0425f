import { createRequest, type SentCall } from '#src/api/request.ts'
import type { RawReply } from '#src/api/understand.ts'
import { recoveryLogic } from '#src/features/session/recovery.actors.ts'
import { signUpLogic } from '#src/features/session/sign-up.actors.ts'
import { createServices } from '#src/app/system.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const heard = (body: unknown): RawReply => ({ status: 200, retryAfterMs: null, body })
const yes = heard({ type: 'ok', message: 'Done.', data: { id: 9 } })
const no = heard({ type: 'error', message: 'No.', reason: 'account_taken' })
const over = heard({ type: '999', message: 'Log in.' })
const form = {
  kind: 'email',
  account: 'a@b.cd',
  areacode: null,
  password: 'secret1',
  code: '123456',
  key: 'k1',
  rePassword: 'secret1',
  areaCodeId: null,
  invitation: '',
  line: '',
} as const

/** A fake server with a queue of replies; `null` is a lost one. */
const serve = (answers: (RawReply | null)[]) => {
  const sent: SentCall[] = []
  const request = createRequest({ send: async (call) => (sent.push(call), answers.shift() ?? null) })
  const { services } = createServices()
  return { sent, ports: { ...services, request } }
}

describe('nobody can be asked about a call of nobody', () => {
  const begin = async (ports: ReturnType<typeof serve>['ports'], needsCode = false) => {
    const actor = createActor(signUpLogic(ports), { input: { needsCode } }).start()
    actor.send({ type: 'claim', claim: { account: 'a@b.cd', areacode: null, code: '123456' } })
    await vi.advanceTimersByTimeAsync(0)
    actor.send({ type: 'submit', form })
    return actor
  }
  test('SIGN-4 a lost reply: sent again every three seconds with the same key and form', async () => {
    const { sent, ports } = serve([null, null, yes])
    const actor = await begin(ports)
    await vi.advanceTimersByTimeAsync(2999)
    expect([sent.length, actor.getSnapshot().value]).toEqual([1, { submitting: 'unknown' }])
    await vi.advanceTimersByTimeAsync(3001)
    expect(actor.getSnapshot().value).toBe('registered')
    expect(sent.map(({ key, url }) => [key, url])).toEqual([1, 2, 3].map(() => ['k1', '/api/user/register']))
    expect(sent[2]?.body).toEqual(sent[0]?.body)
  })
  test('SIGN-5 the reply to a retry may be a refusal', async () => {
    const { sent, ports } = serve([null, no])
    const actor = await begin(ports)
    await vi.advanceTimersByTimeAsync(3000)
    expect(actor.getSnapshot()).toMatchObject({ value: 'claiming', context: { failure: { reason: 'account_taken' } } })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent).toHaveLength(2)
  })
  test('SIGN-5 without a session a not-logged-in reply is an ordinary refusal', async () => {
    const { ports } = serve([over])
    const actor = await begin(ports)
    await vi.advanceTimersByTimeAsync(0)
    expect(actor.getSnapshot()).toMatchObject({ value: 'editing', context: { failure: { reason: 'not_logged_in' } } })
  })
  test('SIGN-3 the code is checked first; the session of the answer reads its user', async () => {
    const { sent, ports } = serve([
      heard({ type: 'ok', message: 'Done.', data: {} }),
      heard({ type: 'ok', message: 'Done.', data: { id: 9, session: 'tok' } }),
      over,
    ])
    const actor = await begin(ports, true)
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.map(({ url, tokens }) => [url, tokens?.token ?? null])).toEqual([
      ['/api/user/check_email', null],
      ['/api/user/register', null],
      ['/api/user/center', 'tok'],
      ['/chat/sys/login', 'tok'],
    ])
    expect(actor.getSnapshot().value).toBe('registered')
  })
  test('SIGN-4 a forgotten password: the same key again', async () => {
    const { sent, ports } = serve([yes, null, yes])
    const actor = createActor(recoveryLogic(ports)).start()
    actor.send({ type: 'claim', claim: { account: 'a@b.cd', areacode: null, code: '123456' } })
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.splice(0).map(({ url, body }) => [url, body])).toEqual([
      ['/api/user/check_email', { user_string: 'a@b.cd', type: 'forget', email_code: '123456' }],
    ])
    actor.send({ type: 'submit', secret: { password: 'secret2', rePassword: 'secret2', key: 'k1' } })
    await vi.advanceTimersByTimeAsync(3000)
    expect(actor.getSnapshot().value).toBe('done')
    expect(sent.map(({ key }) => key)).toEqual(['k1', 'k1'])
    expect(sent[1]?.body).toEqual({ account: 'a@b.cd', password: 'secret2', repassword: 'secret2', code: '123456' })
  })
})
