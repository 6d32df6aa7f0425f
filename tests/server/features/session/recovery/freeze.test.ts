import type { Event } from '#contract/events.ts'
import { fromBase32, hotp, stepAt, stepMs } from '#server/identity/totp.ts'
import { otcVenue } from '#tests/support/otc/otc-venue.ts'
import { answerOf, codeFor } from '#tests/support/people.ts'
import { pin, tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { expect, test } from 'vitest'

const mail = 'ann@kontor.test'
const dayMs = 86_400_000
const own = { device: 'test', address: '203.0.113.7', agent: 'Mozilla/5.0 (iPhone) Safari/605' }
const other = { device: 'other', address: '198.51.100.4', agent: 'Mozilla/5.0 (Windows) Chrome/140.0' }

/** Ann, with money and a fund password, on the device she has registered with. */
async function annsVenue() {
  const venue = await walletVenue({ settings: { demoReview: false, identity: { credentialHoldMs: dayMs } } })
  const { ask, ann } = venue
  const told: Event[] = []
  venue.venue.deliveries$.subscribe((all) =>
    all.forEach(({ user, body }) => user === ann && told.push(JSON.parse(body))),
  )
  const from = async (who: typeof own, routeKey: string, body: object) =>
    answerOf((await ask(routeKey, body, who)).answer)
  const login = (who = own, more: object = {}) =>
    from(who, 'POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1', ...more })
  const unfreeze = async (more: object = {}, totp: () => string = () => '') => {
    const code = await codeFor(venue, mail, 'forget')
    venue.clock.advance(61_000)
    return from(own, 'POST /api/user/unfreeze', { user_string: mail, password: 'secret1', code, totp: totp(), ...more })
  }
  const notices = () =>
    told.flatMap((event) =>
      event.ev === 'notification.added' ? [[event.v.notification.subject, event.v.notification.title]] : [],
    )
  return { ...venue, told, login, unfreeze, notices, freeze: () => venue.call('POST /api/user/freeze') }
}

test('one tap freezes an account: logins, keys, waiting orders and withdrawals end; a position and the stop that protects it go on', async () => {
  const { call, freeze, submit, code, venue, ann, spot, positions, notices } = await annsVenue()
  const { tables } = venue.ctx
  const has = spot(ann)
  const limit = { legal_id: usdt, currency_id: 1, type: 1, amount: '0.01', target_price: '50000' }
  const key = { name: 'bot', scope: 'trade', pay_password: pin }
  const address = { currency_id: usdt, netType: 'TRC20', address: tron, pay_password: pin, code: await code() }
  const asked = [
    await call('POST /api/wallet/addaddress', address),
    await call('POST /api/coin/trade', limit),
    await submit(ann),
    await submit(ann, { status: 0, target_price: '50000' }),
    await call('POST /api/wallet/out', { currency: usdt, number: '100', address: tron, pay_password: pin }),
    await call('POST /api/user/api_keys/add', key),
  ]
  expect(asked.map(({ reason }) => reason)).toEqual(asked.map(() => undefined))
  const opened = (await positions(ann)).message.data.find(({ status }) => status === 1)
  expect((await call('POST /api/lever/setstop', { id: opened?.['id'], stop_loss_price: '90000' })).type).toBe('ok')
  expect(await freeze()).toMatchObject({ data: { orders: 2, withdrawals: 1, ads: 0, frozen_ms: venue.ctx.now() } })
  expect([spot(ann), tables.sessions.group('user', ann), tables.apiKeys.group('user', ann)]).toEqual([has, [], []])
  expect((await positions(ann)).message.data.map(({ status }) => status).toSorted()).toEqual([1, 4])
  expect(tables.triggers.group('user', ann)).toHaveLength(1)
  expect(notices()).toContainEqual(['safety_frozen', null])
  expect(venue.audit()).toEqual([])
})

test('the ads of a frozen account are taken back with what they hold; an order that somebody has taken goes on', async () => {
  const v = await otcVenue()
  await v.bail()
  const ad = await v.publish()
  await v.call('take', { id: ad.id, means: 'money', value: '50.5', way: 'ali_pay' }, v.ben)
  const answer = answerOf((await v.ask('POST /api/user/freeze', {}, { user: v.ann })).answer)
  expect(answer).toMatchObject({ data: { ads: 1 } })
  expect(await v.reasonOf('take', { id: ad.id, means: 'money', value: '50.5', way: 'ali_pay' }, v.cleo)).toBe('ad_gone')
  expect((await v.call('orders', { filter: 'incomplete' }, v.ben)).message).toMatchObject({ count: 1 })
  expect(v.venue.audit()).toEqual([])
})

test('who knows the password of a frozen account is told so and comes in by no door; who does not know it is told nothing', async () => {
  const { login, freeze, ask, clock } = await annsVenue()
  const at = clock.now()
  await freeze()
  expect(await login()).toMatchObject({ reason: 'account_frozen', params: { at_ms: at, totp: 0 } })
  expect((await login(own, { password: 'wrong12' })).reason).toBe('login_wrong')
  const chat = { mobile: mail, password: 'secret1' }
  expect(answerOf((await ask('POST /chat/sys/login', chat, own)).answer).reason).toBe('account_frozen')
})

test('it is unfrozen by password, code and authenticator together; that is a login, told once, and withdrawals are held', async () => {
  const { call, freeze, login, unfreeze, clock, ann, venue, notices } = await annsVenue()
  const secret = fromBase32(String((await call('POST /api/user/totp/begin')).data?.['secret']))
  const totp = () => hotp(secret, stepAt(clock.now()))
  expect((await call('POST /api/user/totp/confirm', { password: 'secret1', totp: totp() })).type).toBe('ok')
  clock.advance(stepMs)
  await freeze()
  expect((await login()).params).toMatchObject({ totp: 1 })
  expect((await unfreeze({ password: 'wrong12' }, totp)).reason).toBe('login_wrong')
  expect((await unfreeze({ code: '' }, totp)).reason).toBe('code_required')
  expect((await unfreeze()).reason).toBe('totp_required')
  expect((await unfreeze({ totp: '000000' })).reason).toBe('totp_wrong')
  const opened = await unfreeze({}, totp)
  expect(opened).toMatchObject({ type: 'ok', data: { session: expect.any(String) } })
  expect(venue.ctx.tables.sessions.group('user', ann)).toHaveLength(1)
  expect(venue.ctx.tables.users.need(ann)).toMatchObject({ frozenAt: null, withdrawUntil: clock.now() + dayMs })
  expect(notices().map(([subject]) => subject)).toEqual(['safety_frozen', 'safety_unfrozen'])
  clock.advance(stepMs)
  expect((await login(own, { totp: totp() })).type).toBe('ok')
  // To unfreeze what is not frozen proves who one is, and changes nothing.
  clock.advance(2 * dayMs)
  expect((await unfreeze({}, totp)).type).toBe('ok')
  expect(venue.ctx.tables.users.need(ann).withdrawUntil).toBeLessThan(clock.now())
})

test('who can prove nothing any more is let in by the desk, which sees that the owner has frozen the account', async () => {
  const { call, freeze, login, venue, ann, ben, clock } = await annsVenue()
  await venue.command(({ tables }) => tables.users.put({ ...tables.users.need(ben), powers: ['deskUser'] }))
  await freeze()
  const { message } = await call('GET /api/desk/users', { keyword: mail }, ben)
  expect(JSON.stringify(message)).toContain('"account_lock":1')
  const unlock = { user_id: ann, what: 'account', until_ms: clock.now(), reason: 'Came with the passport.' }
  expect((await call('POST /api/desk/user', unlock, ben)).type).toBe('ok')
  expect((await login()).type).toBe('ok')
})

test('a login from a device that the account does not know is told with device and place, once', async () => {
  const { login, notices, told, clock } = await annsVenue()
  expect((await login()).type).toBe('ok')
  expect(notices()).toEqual([])
  expect((await login(other)).type).toBe('ok')
  expect((await login(other)).type).toBe('ok')
  expect(notices()).toEqual([['safety_login', 'Chrome · Windows, 198.51.*.*']])
  expect(told).toContainEqual(
    expect.objectContaining({
      ev: 'account.loggedIn',
      v: { device: 'Chrome · Windows', place: '198.51.*.*', at_ms: clock.now() },
    }),
  )
  expect((await login({ ...other, device: 'third' }, { password: 'wrong12' })).reason).toBe('login_wrong')
  expect(notices()).toHaveLength(1)
})
