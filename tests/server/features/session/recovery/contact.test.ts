import type { Event } from '#contract/events.ts'
import { fromBase32, hotp, stepAt, stepMs } from '#server/identity/totp.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { answerOf, codeFor, register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const [mail, fresh] = ['ann@kontor.test', 'new@kontor.test']
const dayMs = 86_400_000

async function annsVenue() {
  const venue = createMemoryVenue({ settings: { identity: { credentialHoldMs: dayMs } } })
  const { ask, clock } = venue
  const ann = await register(venue, mail)
  await register(venue, 'ben@kontor.test')
  const told: Event[] = []
  venue.venue.deliveries$.subscribe((all) =>
    all.forEach(({ user, body }) => user === ann && told.push(JSON.parse(body))),
  )
  const as = async (routeKey: string, body: object = {}, user = ann) =>
    answerOf((await ask(routeKey, body, { user })).answer)
  const ownCode = async () => String((await as('POST /api/set/sms_other_mail')).data?.['demo_code'])
  const change = async (more: object = {}, to = fresh) => {
    clock.advance(61_000)
    const codes = { new_code: await codeFor(venue, to, 'bind'), code: await ownCode() }
    return as('POST /api/user/contact', { user_type: 'email', user_string: to, ...codes, ...more })
  }
  const login = (user_string: string) =>
    as('POST /api/user/login', { user_type: 'email', user_string, password: 'secret1' }, 0)
  return { ...venue, ann, told, as, ownCode, change, login }
}

test('a mail address changes with a code of the new one and one of the old; withdrawals are held, and the account is told', async () => {
  const { change, login, told, ann, venue, clock } = await annsVenue()
  expect(await change()).toMatchObject({ type: 'ok', data: { contact: 'ne***@kontor.test' } })
  expect([(await login(mail)).reason, (await login(fresh)).type]).toEqual(['login_wrong', 'ok'])
  expect(venue.ctx.tables.users.need(ann).withdrawUntil).toBe(clock.now() + dayMs)
  expect(told).toContainEqual(expect.objectContaining({ ev: 'account.changed', why: 'email' }))
  expect(told).toContainEqual(
    expect.objectContaining({
      v: expect.objectContaining({
        notification: expect.objectContaining({ subject: 'safety_contact', title: 'ne***@kontor.test' }),
      }),
    }),
  )
})

test('neither code does for the other, each is good once, and a refusal of the new one says so', async () => {
  const { change, login, ownCode, as, ...venue } = await annsVenue()
  const { clock } = venue
  expect(await change({ new_code: '' })).toMatchObject({ reason: 'code_required', params: { of: 'new' } })
  const missing = await change({ code: '' })
  expect([missing.reason, missing.params?.['of']]).toEqual(['code_required', undefined])
  clock.advance(61_000)
  const [new_code, code] = [await codeFor(venue, fresh, 'bind'), await ownCode()]
  const input = { user_type: 'email', user_string: fresh }
  expect(await as('POST /api/user/contact', { ...input, new_code: code, code: new_code })).toMatchObject({
    reason: 'code_wrong',
    params: { of: 'new' },
  })
  clock.advance(61_000)
  const forOther = await codeFor(venue, fresh, 'login')
  expect((await as('POST /api/user/contact', { ...input, new_code: forOther, code })).reason).toBe('code_wrong')
  expect((await as('POST /api/user/contact', { ...input, new_code, code })).type).toBe('ok')
  expect((await as('POST /api/user/contact', { ...input, new_code, code })).reason).toBe('code_expired')
  expect((await login(mail)).reason).toBe('login_wrong')
})

test('an address of another account is told to be taken only to who has proven to have it', async () => {
  const { change } = await annsVenue()
  const taken = 'ben@kontor.test'
  expect((await change({ new_code: '000000' }, taken)).reason).toBe('code_wrong')
  expect((await change({}, taken)).reason).toBe('account_taken')
})

test('a phone number is added beside the mail address, which stays; where codes are switched off both are still asked for', async () => {
  const { as, ask, ann, ownCode, venue } = await annsVenue()
  venue.ctx.settings.identity.verification = '0'
  const input = { user_type: 'mobile', user_string: '2025550123', areacode: '1' }
  expect((await as('POST /api/user/contact', input)).reason).toBe('code_required')
  const mine = answerOf(
    (await ask('POST /api/sms_send', { user_string: '2025550123', area_code: '1', type: 'bind' })).answer,
  )
  const codes = { new_code: mine.data?.['demo_code'], code: await ownCode() }
  expect((await as('POST /api/user/contact', { ...input, ...codes })).type).toBe('ok')
  expect(venue.ctx.tables.users.need(ann)).toMatchObject({ email: mail, mobile: '1-2025550123' })
})

test('with an authenticator app its code is asked for as well, last', async () => {
  const { as, change, clock } = await annsVenue()
  const secret = fromBase32(String((await as('POST /api/user/totp/begin')).data?.['secret']))
  const totp = () => hotp(secret, stepAt(clock.now()))
  expect((await as('POST /api/user/totp/confirm', { password: 'secret1', totp: totp() })).type).toBe('ok')
  clock.advance(stepMs)
  expect((await change()).reason).toBe('totp_required')
  expect((await change({ totp: '000000' })).reason).toBe('totp_wrong')
  clock.advance(stepMs)
  const at = stepAt(clock.now() + 61_000)
  expect((await change({ totp: hotp(secret, at) })).type).toBe('ok')
})
