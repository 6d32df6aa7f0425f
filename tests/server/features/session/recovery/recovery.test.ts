import type { Event } from '#contract/events.ts'
import { fromBase32, hotp, stepAt, stepMs } from '#server/identity/totp.ts'
import { createMemoryVenue } from '#server/memory.ts'
import type { SomeSettings } from '#server/settings.ts'
import { answerOf, codeFor, register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const mail = 'ann@kontor.test'
const dayMs = 86_400_000
/** Ann, whose account an authenticator app protects, and two people at the desk. */
const lostVenue = async (settings: SomeSettings = {}) => {
  const texts: string[] = []
  const memory = createMemoryVenue({
    settings: { demoReview: false, identity: { credentialHoldMs: dayMs }, ...settings },
    messenger: { isThere: true, send: async ({ text }) => texts.push(text) > 0 },
  })
  const { venue, clock, ask } = memory
  const [ann, ben, cleo] = [
    await register(memory, mail),
    await register(memory, 'ben@kontor.test'),
    await register(memory, 'cleo@kontor.test'),
  ]
  for (const user of [ben, cleo])
    await venue.command(({ tables }) => tables.users.put({ ...tables.users.need(user), powers: ['deskUser'] }))
  const as = async (user: number, routeKey: string, body: object = {}) =>
    answerOf((await ask(routeKey, body, { user }, crypto.randomUUID())).answer)
  const setUp = async () => {
    const key = fromBase32(String((await as(ann, 'POST /api/user/totp/begin')).data?.['secret']))
    const code = () => hotp(key, stepAt(clock.now()))
    expect((await as(ann, 'POST /api/user/totp/confirm', { password: 'secret1', totp: code() })).type).toBe('ok')
    clock.advance(stepMs)
    return code
  }
  const code = await setUp()
  const lose = async (more: object = {}) =>
    as(0, 'POST /api/user/totp/lost', {
      user_type: 'email',
      user_string: mail,
      password: 'secret1',
      code: await codeFor(memory, mail, 'forget'),
      reason: 'My phone fell into the sea.',
      ...more,
    })
  const login = (more: object = {}) =>
    as(0, 'POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1', ...more })
  const decide = (user: number, decision: 'pass' | 'reject', more: object = {}) =>
    as(user, 'POST /api/desk/decide', { id: 'totp-1', decision, ...more })
  const waiting = async () => {
    const { message } = await as(ann, 'GET /api/user/totp/removal')
    return message
  }
  const later = (ms: number) => {
    clock.advance(ms)
    return venue.runDue()
  }
  const told: Event[] = []
  venue.deliveries$.subscribe((all) => all.forEach(({ user, body }) => user === ann && told.push(JSON.parse(body))))
  return { ...memory, ann, ben, cleo, as, setUp, code, lose, login, decide, waiting, later, told, texts }
}

test('LOST-1 a request takes password, an authenticator, a reason and a code of the mailbox, each of them; no more is told than at login', async () => {
  const { lose, waiting, as, ben, ...venue } = await lostVenue()
  const code = await codeFor(venue, mail, 'forget')
  const reasonOf = async (more: object) => (await lose({ code, ...more })).reason
  expect(await reasonOf({ password: 'wrong12' })).toBe('login_wrong')
  expect(await reasonOf({ password: '' })).toBe('password_required')
  expect(await reasonOf({ user_string: 'ben@kontor.test' })).toBe('totp_unset')
  expect(await reasonOf({ user_string: 'nobody@kontor.test' })).toBe('login_wrong')
  expect(await reasonOf({ reason: '  ' })).toBe('reason_required')
  expect(await reasonOf({ code: '' })).toBe('code_required')
  expect(await reasonOf({ code: String((Number(code) + 1) % 1_000_000).padStart(6, '0') })).toBe('code_wrong')
  expect(await reasonOf({ code: await codeFor(venue, mail, 'login') })).toBe('code_wrong')
  expect(await waiting()).toMatchObject({ removal: null })
  expect((await as(ben, 'GET /api/desk/cases', { kind: 'totp' })).message).toMatchObject({ list: [], count: 0 })
})
test('LOST-2 it waits a day, told to the account at once; nobody may approve it before, then two people pass it, and withdrawals are locked for a day', async () => {
  const { lose, login, decide, waiting, later, told, clock, ann, ben, cleo, as, venue, code } = await lostVenue()
  const at = clock.now()
  expect(await lose()).toMatchObject({ type: 'ok', data: { asked_ms: at, from_ms: at + dayMs } })
  expect(told).toContainEqual(expect.objectContaining({ ev: 'account.lockChanged', why: 'totp_lost' }))
  expect(told).toContainEqual(
    expect.objectContaining({
      ev: 'notification.added',
      v: expect.objectContaining({ notification: expect.objectContaining({ subject: 'totp_lost' }) }),
    }),
  )
  expect(await waiting()).toMatchObject({ removal: { asked_ms: at, from_ms: at + dayMs } })
  expect((await as(ben, 'GET /api/desk/case', { id: 'totp-1' })).message).toMatchObject({
    kind: 'totp',
    status: 'open',
    title: 'My phone fell into the sea.',
    needs_two: 1,
    may: ['pass', 'reject'],
    facts: expect.arrayContaining([
      expect.objectContaining({ name: 'earliest', value: String(at + dayMs) }),
      expect.objectContaining({ name: 'seen' }),
    ]),
  })
  await later(dayMs - 1)
  expect(await decide(ben, 'pass')).toMatchObject({ reason: 'too_early', params: { at_ms: at + dayMs } })
  await later(1)
  expect(await decide(ben, 'pass')).toMatchObject({ type: 'ok', message: { status: 'open' } })
  expect((await decide(ben, 'pass')).reason).toBe('second_needed')
  expect((await login()).reason).toBe('totp_required')
  expect(await decide(cleo, 'pass')).toMatchObject({ type: 'ok', message: { status: 'passed' } })
  expect((await login()).type).toBe('ok')
  expect((await login({ totp: code() })).type).toBe('ok')
  expect(venue.ctx.tables.users.need(ann).withdrawUntil).toBe(clock.now() + dayMs)
  expect(told).toContainEqual(expect.objectContaining({ ev: 'account.lockChanged', why: 'totp_removed' }))
  expect(await waiting()).toMatchObject({ removal: null })
  expect((await decide(ben, 'pass')).reason).toBe('step_refused')
  expect(venue.audit()).toEqual([])
})
test('LOST-3 whoever is logged in cancels it until it is passed; then the app stays, and a new request waits a whole day again', async () => {
  const { lose, as, decide, waiting, later, login, ann, ben, clock } = await lostVenue()
  expect((await as(ann, 'POST /api/user/totp/keep')).reason).toBe('not_found')
  await lose()
  await later(dayMs)
  await decide(ben, 'pass')
  expect((await as(ben, 'POST /api/user/totp/keep')).reason).toBe('not_found')
  expect((await as(0, 'POST /api/user/totp/keep')).reason).toBe('not_logged_in')
  expect((await as(ann, 'POST /api/user/totp/keep')).type).toBe('ok')
  expect(await waiting()).toMatchObject({ removal: null })
  expect((await decide(ben, 'pass')).reason).toBe('step_refused')
  expect((await as(ben, 'GET /api/desk/cases', { kind: 'totp', status: 'cancelled' })).message).toMatchObject({
    count: 1,
  })
  expect((await login()).reason).toBe('totp_required')
  expect((await lose()).data).toMatchObject({ from_ms: clock.now() + dayMs })
})
test('LOST-4 asking again tells of the first request and moves nothing; each code of the mailbox is good once', async () => {
  const { lose, clock, ben, as, ...venue } = await lostVenue()
  const code = await codeFor(venue, mail, 'forget')
  const at = clock.now()
  expect((await lose({ code })).type).toBe('ok')
  expect((await lose({ code })).reason).toBe('code_expired')
  clock.advance(3_600_000)
  expect((await lose()).data).toMatchObject({ asked_ms: at, from_ms: at + dayMs })
  expect((await as(ben, 'GET /api/desk/cases', { kind: 'totp' })).message).toMatchObject({ count: 1 })
})
test('LOST-5 another app than the one that was lost is never removed, and nobody decides their own request', async () => {
  const { lose, as, decide, later, login, setUp, waiting, ann, ben, cleo, code, venue } = await lostVenue()
  await lose()
  expect((await as(ann, 'POST /api/user/totp/end', { password: 'secret1', totp: code() })).type).toBe('ok')
  await setUp()
  expect(await waiting()).toMatchObject({ removal: null })
  await later(dayMs)
  expect((await decide(ben, 'pass')).reason).toBe('totp_unset')
  expect((await login()).reason).toBe('totp_required')
  expect((await decide(cleo, 'reject')).reason).toBe('reason_required')
  await venue.command(({ tables }) => tables.users.put({ ...tables.users.need(ann), powers: ['deskUser'] }))
  expect((await decide(ann, 'reject', { reason: 'Mine.' })).reason).toBe('own_case')
  expect((await decide(cleo, 'reject', { reason: 'The owner has objected.' })).message).toMatchObject({
    status: 'rejected',
    reason: 'The owner has objected.',
  })
})
test('LOST-6 the demo passes it after the waiting time, and leaves alone what is cancelled or about another app', async () => {
  const { lose, later, login, as, ann } = await lostVenue({ demoReview: true })
  await lose()
  expect((await as(ann, 'POST /api/user/totp/keep')).type).toBe('ok')
  await later(dayMs)
  expect((await login()).reason).toBe('totp_required')
  await lose()
  await later(dayMs - 1)
  expect((await login()).reason).toBe('totp_required')
  await later(1)
  expect((await login()).type).toBe('ok')
})
