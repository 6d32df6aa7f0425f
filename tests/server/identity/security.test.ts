import { isCommonPassword, isCommonPin, passwordStrength } from '#contract/wire/common-passwords.ts'
import { limits } from '#contract/wire/limits.ts'
import { callerOf, openSession } from '#server/identity/callers.ts'
import { deviceNameOf, placeOf } from '#server/identity/device-name.ts'
import { makeHash } from '#server/identity/passwords.ts'
import { fromBase32, hotp, stepAt, stepMs, stepOf, toBase32 } from '#server/identity/totp.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { pin, tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { answerOf, codeFor, register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const mail = 'ann@kontor.test'
const rfcKey = Buffer.from('12345678901234567890')
test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('TOTP-1 the vectors of RFC 6238: at %d s the code is %s', (second, code) => {
  expect(hotp(rfcKey, stepAt(second * 1000), 8)).toBe(code)
})
test('TOTP-1 the vectors of RFC 4226 and of base32', () => {
  expect(Array.from({ length: 4 }, (_, at) => hotp(rfcKey, at))).toEqual(['755224', '287082', '359152', '969429'])
  expect([
    toBase32(Buffer.from('foobar')),
    toBase32(Buffer.from('f')),
    Buffer.from(fromBase32('MZXW6YTBOI')).toString(),
  ]).toEqual(['MZXW6YTBOI', 'MY', 'foobar'])
})
test.each([
  [-2, null],
  [-1, 99],
  [0, 100],
  [1, 101],
  [2, null],
] as const)('TOTP-2 a clock that is %d steps off', (off, step) => {
  expect(stepOf(rfcKey, hotp(rfcKey, 100 + off), 100 * stepMs, 0)).toBe(step)
})
test('TOTP-2 a code of an accepted step, or of one before it, is refused', () => {
  expect([99, 100, 101].map((step) => stepOf(rfcKey, hotp(rfcKey, step), 100 * stepMs, 100))).toEqual([null, null, 101])
})

/** A user with an authenticator app; `code` is what the app shows, later by some steps. */
const protectedVenue = async () => {
  const venue = createMemoryVenue()
  const user = await register(venue, mail)
  const call = async (path: string, body: object) =>
    answerOf((await venue.ask(`POST /api/${path}`, body, { user })).answer)
  const key = fromBase32(String((await call('user/totp/begin', {})).data?.['secret']))
  const code = (later = 0) => hotp(key, stepAt(venue.clock.now()) + later)
  const begun = await call('user/totp/confirm', { password: 'secret1', totp: code() })
  const recovery: unknown = begun.data?.['recovery']
  venue.clock.advance(stepMs)
  const login = async (more: object = {}) =>
    answerOf(
      (await venue.ask('POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1', ...more }))
        .answer,
    )
  return { venue, user, call, code, login, recovery: Array.isArray(recovery) ? recovery.map(String) : [] }
}
test('TOTP-3 a login asks for the code after the password, takes each code once, and an older client may send it as its code', async () => {
  const { login, code, venue } = await protectedVenue()
  expect((await login({ password: 'wrong12' })).reason).toBe('login_wrong')
  expect((await login()).reason).toBe('totp_required')
  expect(await login({ totp: code(5) })).toMatchObject({ reason: 'totp_wrong', params: { left: 4 } })
  const now = code()
  const both = await Promise.all([login({ totp: now }), login({ totp: now })])
  expect(both.map(({ type }) => type).toSorted()).toEqual(['error', 'ok'])
  venue.clock.advance(stepMs)
  expect((await login({ code: code() })).type).toBe('ok')
  expect(venue.venue.audit()).toEqual([])
})
test('TOTP-4 each recovery code works once, however it is typed; without one a changed digit does not', async () => {
  const { login, recovery, venue, user } = await protectedVenue()
  expect(recovery).toHaveLength(10)
  expect((await login({ totp: recovery[0]?.toLowerCase().replace('-', ' ') })).type).toBe('ok')
  expect((await login({ totp: recovery[0] })).reason).toBe('totp_wrong')
  expect((await login({ totp: recovery[1] })).type).toBe('ok')
  expect(venue.venue.ctx.tables.authenticators.need(user).recovery).toHaveLength(8)
  expect(JSON.stringify(venue.venue.ctx.tables.authenticators.need(user))).not.toContain(recovery[2])
})
test('K4 of many parallel guesses at the authenticator only five are compared, and then the right code is locked out too', async () => {
  const { login, code } = await protectedVenue()
  const wrong = await Promise.all(Array.from({ length: 40 }, (_, at) => login({ totp: code(10 + at) })))
  expect(wrong.filter(({ reason }) => reason === 'totp_wrong')).toHaveLength(limits.maxGuesses)
  expect((await login({ totp: code() })).reason).toBe('totp_locked')
})
test('TOTP-5 nothing is protected before the first code; turning it off needs password and code, and holds withdrawals', async () => {
  const venue = createMemoryVenue({ settings: { identity: { credentialHoldMs: 1000 } } })
  const user = await register(venue, mail)
  const call = async (path: string, body: object) =>
    answerOf((await venue.ask(`POST /api/${path}`, body, { user })).answer)
  expect((await call('user/totp/confirm', { password: 'secret1', totp: '000000' })).reason).toBe('totp_unset')
  const key = fromBase32(String((await call('user/totp/begin', {})).data?.['secret']))
  const login = async () =>
    answerOf(
      (await venue.ask('POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1' })).answer,
    ).type
  expect(await login()).toBe('ok')
  const code = () => hotp(key, stepAt(venue.clock.now()))
  expect((await call('user/totp/confirm', { password: 'wrong12', totp: code() })).reason).toBe('old_password_wrong')
  expect((await call('user/totp/confirm', { password: 'secret1', totp: code() })).type).toBe('ok')
  expect((await call('user/totp/begin', {})).reason).toBe('totp_on')
  venue.clock.advance(stepMs)
  expect((await call('user/totp/end', { password: 'secret1' })).reason).toBe('totp_required')
  expect(await call('user/totp/end', { password: 'secret1', totp: code() })).toMatchObject({
    type: 'ok',
    data: { totp: 0 },
  })
  expect(venue.venue.ctx.tables.users.need(user).withdrawUntil).toBe(venue.clock.now() + 1000)
  expect(await login()).toBe('ok')
})
test('TOTP-6 a withdrawal asks for the code besides the fund password; the chat is not entered around it', async () => {
  const venue = await walletVenue()
  const { call, ann, clock } = venue
  expect(
    (
      await call('POST /api/wallet/addaddress', {
        currency_id: usdt,
        address: tron,
        netType: 'TRC20',
        pay_password: pin,
        code: await venue.code(),
      })
    ).type,
  ).toBe('ok')
  const key = fromBase32(String((await call('POST /api/user/totp/begin', {})).data?.['secret']))
  const code = () => hotp(key, stepAt(clock.now()))
  expect((await call('POST /api/user/totp/confirm', { password: 'secret1', totp: code() })).type).toBe('ok')
  clock.advance(stepMs)
  const out = (more: object) =>
    call('POST /api/wallet/out', { currency: usdt, number: '100', address: tron, pay_password: pin, ...more })
  expect([(await out({})).reason, (await out({ totp: '000000' })).reason]).toEqual(['totp_required', 'totp_wrong'])
  expect((await out({ totp: code() })).type).toBe('ok')
  expect((await out({ totp: code() })).reason).toBe('totp_wrong')
  const { email } = venue.venue.ctx.tables.users.need(ann)
  expect(
    await call('POST /chat/sys/login', { mobile: email, password: 'secret1', userDeviceId: 'd' }, 0),
  ).toMatchObject({ reason: 'totp_required' })
  expect(venue.venue.audit()).toEqual([])
})

test.each([
  ['password', true],
  ['Password123', true],
  ['P@ssw0rd!', true],
  ['qwerty1', true],
  ['123456', true],
  ['987654321', true],
  ['aaaaaa', true],
  ['abcabc', true],
  ['1qaz2wsx', true],
  ['woaini1314', true],
  ['secret1', false],
  ['harbour tides 9', false],
  ['密码密码密码', true],
  ['correct horse battery', false],
  ['', false],
])('PWD-1 %j is a common password: %s', (password, isCommon) => {
  const strength = { secret1: 1, 'harbour tides 9': 3, 'correct horse battery': 3 }[password] ?? 0
  expect([isCommonPassword(password), passwordStrength(password)]).toEqual([isCommon, strength])
})
test.each([
  ['111111', true],
  ['000000', true],
  ['121212', true],
  ['123123', true],
  ['123456', true],
  ['890123', true],
  ['654321', true],
  ['109876', true],
  ['112233', true],
  ['159753', true],
  ['246813', false],
  ['197203', false],
  ['135791', false],
  ['112234', false],
  ['123457', false],
])('PWD-3 %s is a common fund password: %s', (pin, isCommon) => expect(isCommonPin(pin)).toBe(isCommon))
test('PWD-3 a common fund password is neither set nor changed to; one that was set before still pays', async () => {
  const venue = createMemoryVenue()
  const user = await register(venue, mail)
  const ask = async (path: string, body: object) =>
    answerOf((await venue.ask(`POST ${path}`, body, { user })).answer).reason
  const pin = await makeHash('123456')
  await venue.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(user), pin }))
  const change = { oldpassword: '123456', password: '121212', re_password: '121212' }
  expect(await ask('/api/safe/update_password', change)).toBe('pay_password_common')
  const byType = { type: 2, old_password: '123456', password: '121212', re_password: '121212' }
  expect(await ask('/api/user/e_pwd', byType)).toBe('pay_password_common')
  expect(await ask('/chat/imGroupUserRef/updateTradePwd', { oldTradePwd: '123456', tradePwd: '121212' })).toBe(
    'pay_password_common',
  )
  expect(await ask('/chat/imGroupUserRef/validateTradePwd', { tradePwd: '123456' })).toBeUndefined()
  expect(
    await ask('/api/safe/update_password', { ...change, password: '246813', re_password: '246813' }),
  ).toBeUndefined()
})

test('PWD-2 a common password is accepted nowhere', async () => {
  const venue = createMemoryVenue()
  const ask = async (path: string, body: object, user = 0) =>
    answerOf((await venue.ask(`POST ${path}`, body, { user })).answer).reason
  const password = 'Password123'
  const code = await codeFor(venue, mail)
  expect(
    await ask('/api/user/register', { type: 'email', user_string: mail, code, password, re_password: password }),
  ).toBe('password_common')
  expect(await ask('/chat/sys/register', { userName: 'Ann', mobile: mail, code, password })).toBe('password_common')
  const user = await register(venue, 'ben@kontor.test')
  expect(
    await ask('/api/user/forget', { account: 'ben@kontor.test', code: '123456', password, repassword: password }),
  ).toBe('password_common')
  expect(
    await ask('/api/user/e_pwd', { type: 1, old_password: 'secret1', password, re_password: password }, user),
  ).toBe('password_common')
})

const agents = {
  chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  android: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
}
test('DEV-1 a device is named by browser and system, its place without the last parts of the address', () => {
  expect(Object.values(agents).map(deviceNameOf)).toEqual([
    'Chrome · Windows',
    'Edge · Windows',
    'Safari · iPhone',
    'Firefox · Android',
  ])
  expect([deviceNameOf(''), deviceNameOf('bot <b>')]).toEqual([null, null])
  expect(['203.0.113.77', '::ffff:203.0.113.77', '2001:db8:85a3::7334', ''].map(placeOf)).toEqual([
    '203.0.*.*',
    '203.0.*.*',
    '2001:db8:…',
    null,
  ])
})
test('DEV-2 the list shows every login of the account, this one first; an ended one is over at once, with the chat of its device, and no other', async () => {
  const venue = createMemoryVenue()
  const [ann, ben] = [await register(venue, mail), await register(venue, 'ben@kontor.test')]
  const { ctx } = venue.venue
  const open = (user: number, kind: 'main' | 'chat', device: string, agent: string) =>
    venue.venue.command((inner) => openSession(inner, user, kind, device, { agent, address: '203.0.113.77' }))
  for (const user of [ann, ben])
    for (const { id } of ctx.tables.sessions.group('user', user).slice())
      await venue.venue.command(({ tables }) => tables.sessions.remove(id))
  const [here, chat, other, otherChat, bens] = [
    await open(ann, 'main', 'd1', agents.chrome),
    await open(ann, 'chat', 'd1', agents.chrome),
    await open(ann, 'main', 'd2', agents.iphone),
    await open(ann, 'chat', 'd2', agents.iphone),
    await open(ben, 'main', 'd1', ''),
  ]
  const callerWith = (token: string, isChat = false) =>
    callerOf(ctx, {
      authorization: isChat ? null : token,
      tokenOa: isChat ? token : null,
      lang: 'en',
      device: 'd1',
      address: '::1',
      appVersion: 100,
      isChat,
    })
  const list = async () => {
    const { message } = answerOf((await venue.ask('GET /api/user/logins', {}, callerWith(here))).answer)
    return typeof message === 'object' && message !== null && 'list' in message && Array.isArray(message.list)
      ? message.list
      : []
  }
  const times = {
    push: 0,
    since_time: '2026-01-05 00:00:00',
    used_time: '2026-01-05 00:00:00',
    place: '203.0.*.*',
    id: expect.stringMatching(/^[\w-]{22}$/),
  }
  const before = await list()
  expect(before).toEqual([
    { ...times, device: 'Chrome · Windows', is_this: 1 },
    { ...times, device: 'Safari · iPhone', is_this: 0 },
  ])
  const end = async (user: number, id: string) =>
    answerOf((await venue.ask('POST /api/user/logins/end', { id }, { user })).answer)
  expect((await end(ben, before[1].id)).reason).toBe('not_found')
  expect((await end(ann, before[1].id)).type).toBe('ok')
  expect((await end(ann, before[1].id)).reason).toBe('not_found')
  expect([here, other, bens].map((token) => callerWith(token).user)).toEqual([ann, 0, ben])
  expect([chat, otherChat].map((token) => callerWith(token, true).user)).toEqual([ann, 0])
  await open(ann, 'main', 'd3', agents.android)
  await open(ann, 'main', 'd4', '')
  expect(answerOf((await venue.ask('POST /api/user/logins/end_others', {}, callerWith(here))).answer).data).toEqual({
    ended: 2,
  })
  expect(await list()).toEqual([{ ...times, device: 'Chrome · Windows', is_this: 1 }])
  expect([callerWith(chat, true).user, callerWith(bens).user]).toEqual([ann, ben])
})
test('SF30 while no mail leaves no code is issued, each attempt counts, and who is logged in goes on', async () => {
  let isDown = false
  const letters: string[] = []
  const venue = createMemoryVenue({
    settings: { demo: false },
    messenger: { isThere: true, send: async ({ text }) => (isDown ? false : letters.push(text) > 0) },
  })
  const ask = async (body: object, user = 0, path = 'sms_mail') =>
    answerOf((await venue.ask(`POST /api/${path}`, body, { user })).answer)
  await ask({ user_string: mail, type: 'register' })
  const made = await ask(
    {
      type: 'email',
      user_string: mail,
      code: /\d{6}/.exec(letters[0] ?? '')?.[0],
      password: 'secret1',
      re_password: 'secret1',
    },
    0,
    'user/register',
  )
  const user = Number(made.data?.['id'])
  isDown = true
  const told: (string | undefined)[] = []
  for (let n = 0; n < 6; n += 1) {
    venue.clock.advance(61_000)
    told.push((await ask({ user_string: mail, type: 'forget' })).reason)
  }
  expect(told.slice(0, 4)).toEqual(['send_failed', 'send_failed', 'send_failed', 'send_failed'])
  expect(told.at(-1)).toBe('code_too_many')
  expect(letters).toHaveLength(1)
  expect(answerOf((await venue.ask('GET /api/user/center', {}, { user })).answer).type).toBe('ok')
})
test('AT72 WORD-1 every message of the venue to an account bears its word, and no other message does', async () => {
  const texts: string[] = []
  const venue = createMemoryVenue({
    settings: { demo: false },
    messenger: { isThere: true, send: async ({ text }) => (texts.push(text), true) },
  })
  const ask = (body: object, user = 0, path = 'sms_mail') => venue.ask(`POST /api/${path}`, body, { user })
  await ask({ user_string: mail, type: 'register' })
  const code = /\d{6}/.exec(texts[0] ?? '')?.[0]
  const made = answerOf(
    (
      await ask(
        { type: 'email', user_string: mail, code, password: 'secret1', re_password: 'secret1' },
        0,
        'user/register',
      )
    ).answer,
  )
  const user = Number(made.data?.['id'])
  expect(answerOf((await ask({ word: 'blue tide' }, user, 'user/mail_word')).answer).data).toMatchObject({
    mail_word: 'blue tide',
  })
  await ask({ user_string: mail, type: 'forget' })
  await ask({ user_string: 'ben@kontor.test', type: 'register' })
  expect(texts.map((text) => text.includes('Your anti-phishing word: blue tide'))).toEqual([false, true, false])
})

test('T45 favourites belong to the account: kept in their order, once each, told to its other devices', async () => {
  const { ask, ann } = await walletVenue()
  const keep = async (markets: readonly string[]) =>
    answerOf((await ask('POST /api/user/favourites', { markets }, { user: ann })).answer)
  const center = async () => answerOf((await ask('GET /api/user/center', {}, { user: ann })).answer).message
  expect(await center()).toMatchObject({ favourites: null })
  expect((await keep(['ETH-USDT', 'BTC-USDT', 'ETH-USDT'])).data).toEqual({ markets: ['ETH-USDT', 'BTC-USDT'] })
  expect(await center()).toMatchObject({ favourites: ['ETH-USDT', 'BTC-USDT'] })
  expect((await keep(['<b>'])).type).toBe('error')
})
