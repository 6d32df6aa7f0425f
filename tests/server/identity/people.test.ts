import { callerOf } from '#server/identity/callers.ts'
import { limits } from '#contract/wire/limits.ts'
import { decideKyc } from '#server/features/kyc/review.ts'
import { kycOf } from '#server/identity/people.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { answerOf, codeFor, register } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const mail = 'ann@kontor.test'
const login = (venue: ReturnType<typeof createMemoryVenue>, password = 'secret1', more = {}) =>
  venue.ask('POST /api/user/login', { user_type: 'email', user_string: mail, password, ...more }, { device: 'd1' })
const callerWith = (venue: ReturnType<typeof createMemoryVenue>, token: string) =>
  callerOf(venue.venue.ctx, {
    authorization: token,
    tokenOa: null,
    lang: 'en',
    device: 'd1',
    address: '::1',
    appVersion: 100,
  })

test('SES-1 a user registers with a code, logs in, and is identified by the token', async () => {
  const venue = createMemoryVenue()
  const id = await register(venue, mail)
  expect(id).toBeGreaterThan(100_000)
  const { answer } = await login(venue)
  const token = String(answerOf(answer).message)
  expect(token).toHaveLength(43)
  expect(callerWith(venue, token).user).toBe(id)
  expect(callerWith(venue, `${token}x`).user).toBe(0)
  const center = await venue.ask('GET /api/user/center', {}, { user: id })
  expect(answerOf(center.answer).message).toMatchObject({
    id,
    email: 'an***@kontor.test',
    usdt: '10000',
    has_password: 2,
  })
  expect(venue.venue.audit()).toEqual([])
})
test.each([
  ['no account', { user_string: '' }, 'account_required'],
  ['a malformed mail', { user_string: 'ann@' }, 'account_malformed'],
  ['no code', { code: '' }, 'code_required'],
  ['a wrong code', { code: '000000' }, 'code_wrong'],
  ['no password', { password: '' }, 'password_required'],
  ['a short password', { password: '12345', re_password: '12345' }, 'password_too_short'],
  ['another confirmation', { re_password: 'secret2' }, 'password_mismatch'],
  ['an unknown invitation', { extension_code: 'NOSUCH' }, 'invite_unknown'],
])('SES-2 registering with %s is refused as %s', async (_, change, reason) => {
  const venue = createMemoryVenue()
  const code = await codeFor(venue, mail)
  const body = {
    type: 'email',
    user_string: mail,
    code: code === '000000' ? '000001' : code,
    password: 'secret1',
    re_password: 'secret1',
    ...change,
  }
  const before = venue.venue.ctx.tables.users.count()
  const { answer } = await venue.ask('POST /api/user/register', body)
  expect(answerOf(answer)).toMatchObject({ type: 'error', reason })
  expect(venue.venue.ctx.tables.users.count()).toBe(before)
})
test.each([
  ['852', '9123 4567', true],
  ['+852', '91234567', true],
  ['852', '0912345678', false],
  ['852', '9123456789', false],
  ['886', '0912345678', true],
  ['44', '07911 123456', true],
  ['86', '13800138000', true],
  ['86', '13800138000123', false],
  ['999', '12345678', false],
])(
  'SES-22 a phone number counts the digits of its country before a code is sent: +%s %s',
  async (area_code, user_string, isRight) => {
    const venue = createMemoryVenue()
    const { answer } = await venue.ask('POST /api/sms_send', { area_code, user_string, type: 'register' })
    expect(answerOf(answer)).toMatchObject(isRight ? { type: 'ok' } : { type: 'error', reason: 'account_malformed' })
    const body = {
      type: 'mobile',
      areacode: area_code,
      user_string,
      password: 'secret1',
      re_password: 'secret1',
      code: '000000',
    }
    const asked = await venue.ask('POST /api/user/register', body)
    expect(answerOf(asked.answer).reason).toBe(isRight ? 'code_wrong' : 'account_malformed')
  },
)
test('SES-23 all countries have their dialling code, the most used ones first, each with its name', async () => {
  const venue = createMemoryVenue()
  const { message } = answerOf((await venue.ask('POST /api/area_code', { lang: 'jp' })).answer)
  expect(message).toHaveLength(245)
  expect(message).toEqual(
    expect.arrayContaining([
      { id: 1, name: '中華人民共和国香港特別行政区', area_code: '852', lang: 'jp' },
      { id: 17, name: 'アメリカ合衆国', area_code: '1', lang: 'jp' },
    ]),
  )
})
test('SES-3 a taken account is revealed only after a correct code', async () => {
  const venue = createMemoryVenue()
  await register(venue, mail)
  venue.clock.advance(61_000)
  const code = await codeFor(venue, mail)
  const body = { type: 'email', user_string: mail, password: 'secret1', re_password: 'secret1' }
  const wrong = await venue.ask('POST /api/user/register', { ...body, code: code === '111111' ? '111112' : '111111' })
  expect(answerOf(wrong.answer).reason).toBe('code_wrong')
  const right = await venue.ask('POST /api/user/register', { ...body, code })
  expect(answerOf(right.answer).reason).toBe('account_taken')
})
test('K4 of a hundred parallel guesses at a code only five are compared', async () => {
  const venue = createMemoryVenue()
  const code = await codeFor(venue, mail, 'forget')
  const wrong = code === '123456' ? '654321' : '123456'
  const all = await Promise.all(
    Array.from({ length: 100 }, () =>
      venue.ask('POST /api/user/check_email', { email_code: wrong, user_string: mail, type: 'forget' }),
    ),
  )
  const reasons = all.map(({ answer }) => answerOf(answer).reason)
  expect(reasons.filter((reason) => reason === 'code_wrong')).toHaveLength(5)
  expect(reasons.filter((reason) => reason === 'code_too_many')).toHaveLength(95)
  const right = await venue.ask('POST /api/user/check_email', { email_code: code, user_string: mail, type: 'forget' })
  expect(answerOf(right.answer).reason).toBe('code_too_many')
})
test('SIGN-8 checking the code of a forgotten password leaves it unspent: the new password takes it, and only once', async () => {
  const venue = createMemoryVenue()
  await register(venue, mail)
  venue.clock.advance(61_000)
  const code = await codeFor(venue, mail, 'forget')
  const check = async () =>
    answerOf(
      (await venue.ask('POST /api/user/check_email', { email_code: code, user_string: mail, type: 'forget' })).answer,
    )
  expect([(await check()).type, (await check()).type]).toEqual(['ok', 'ok'])
  const forget = async () =>
    answerOf(
      (await venue.ask('POST /api/user/forget', { account: mail, code, password: 'secret2', repassword: 'secret2' }))
        .answer,
    )
  expect(await forget()).toMatchObject({ type: 'ok' })
  expect((await forget()).type).toBe('error')
  expect(answerOf((await login(venue, 'secret2')).answer).type).toBe('ok')
})
test('SES-4 codes are sent at most once a minute and five times in twelve hours', async () => {
  const venue = createMemoryVenue()
  const send = async () =>
    answerOf((await venue.ask('POST /api/sms_mail', { user_string: mail, type: 'register' })).answer).reason ?? 'sent'
  expect(await send()).toBe('sent')
  expect(await send()).toBe('code_too_many')
  for (let sent = 1; sent < 5; sent++) {
    venue.clock.advance(60_000)
    expect(await send()).toBe('sent')
  }
  venue.clock.advance(60_000)
  expect(await send()).toBe('code_too_many')
  venue.clock.advance(12 * 3_600_000)
  expect(await send()).toBe('sent')
})
test('SES-5 wrong passwords lock the login for a while, whether or not the account exists', async () => {
  const venue = createMemoryVenue()
  await register(venue, mail)
  const guess = async (user_string: string, password: string) =>
    answerOf((await venue.ask('POST /api/user/login', { user_type: 'email', user_string, password })).answer).reason
  for (const account of [mail, 'nobody@kontor.test']) {
    for (let at = 0; at < 5; at++) expect(await guess(account, 'wrong12')).toBe('login_wrong')
    expect(await guess(account, 'secret1')).toBe('account_locked')
  }
  venue.clock.advance(6 * 60_000)
  expect(await guess(mail, 'secret1')).toBeUndefined()
})
test('SES-6 a sixth login ends the oldest; a new password ends the others', async () => {
  const venue = createMemoryVenue()
  const ended: string[] = []
  venue.venue.signals$.subscribe((signal) => signal.kind === 'sessionEnded' && ended.push(signal.why))
  const user = await register(venue, mail)
  const tokens: string[] = []
  for (let at = 0; at < 6; at++) {
    venue.clock.advance(1000)
    tokens.push(String(answerOf((await login(venue)).answer).message))
  }
  expect(tokens.map((token) => callerWith(venue, token).user)).toEqual([0, user, user, user, user, user])
  const caller = callerWith(venue, tokens[5] ?? '')
  const { answer } = await venue.ask(
    'POST /api/user/e_pwd',
    { old_password: 'secret1', password: 'secret2', re_password: 'secret2' },
    caller,
  )
  expect(answerOf(answer).type).toBe('ok')
  expect(tokens.map((token) => callerWith(venue, token).user)).toEqual([0, 0, 0, 0, 0, user])
  expect(ended).toEqual(['tooMany', 'tooMany', 'password', 'password', 'password', 'password'])
})
test('SES-7 a token expires after seven days without use', async () => {
  const venue = createMemoryVenue()
  const user = await register(venue, mail)
  const token = String(answerOf((await login(venue)).answer).message)
  venue.clock.advance(7 * 86_400_000)
  expect(callerWith(venue, token).user).toBe(user)
  venue.clock.advance(1)
  expect(callerWith(venue, token).user).toBe(0)
})
test('ACC-1 W-14 the fund password is set by a code, changed by the old one, and locked after five wrong guesses', async () => {
  const venue = createMemoryVenue()
  const user = await register(venue, mail)
  const set = (body: object) => venue.ask('POST /api/safe/update_password', body, { user })
  const first = { password: '246813', re_password: '246813' }
  expect(answerOf((await set(first)).answer).reason).toBe('code_required')
  const sent = await venue.ask('POST /api/set/sms_other_mail', {}, { user })
  const code = String(answerOf(sent.answer).data?.['demo_code'])
  expect(answerOf((await set({ ...first, password: '12345' })).answer).reason).toBe('pay_password_malformed')
  expect(answerOf((await set({ ...first, password: '123456', re_password: '123456', code })).answer).reason).toBe(
    'pay_password_common',
  )
  expect(answerOf((await set({ ...first, code })).answer)).toMatchObject({ type: 'ok', data: { has_password: 1 } })
  const next = { password: '864201', re_password: '864201' }
  for (let left = 4; left > 0; left--)
    expect(answerOf((await set({ ...next, oldpassword: '000000' })).answer)).toMatchObject({
      reason: 'pay_password_wrong',
      params: { left },
    })
  expect(answerOf((await set({ ...next, oldpassword: '000000' })).answer).reason).toBe('pay_password_locked')
  expect(answerOf((await set({ ...next, oldpassword: '246813' })).answer).reason).toBe('pay_password_locked')
  venue.clock.advance(24 * 3_600_000)
  expect(answerOf((await set({ ...next, oldpassword: '246813' })).answer).type).toBe('ok')
})
test('KYC-1 primary verification is reviewed by the demo; advanced verification needs primary first', async () => {
  const venue = createMemoryVenue()
  const user = await register(venue, mail)
  const early = await venue.ask('POST /api/user/real_name2', { card_id: 'A1234567' }, { user })
  expect(answerOf(early.answer).reason).toBe('kyc_primary_first')
  const { answer } = await venue.ask(
    'POST /api/user/real_name',
    { name: 'Ann Lee', country: 'HK', card_type: 'passport', card_id: 'A1234567' },
    { user },
  )
  expect(answerOf(answer).data).toMatchObject({ review_status: 1, card_type: 'passport', card_id: 'A1****67' })
  venue.clock.advance(4000)
  await venue.venue.runDue()
  const center = await venue.ask('GET /api/user/center', {}, { user })
  expect(answerOf(center.answer).message).toMatchObject({ review_status: 2, name: 'Ann Lee' })
})
test('KYC-2 an applicant is told how long the last reviews took, by the figures of the queue; too few tell nothing', async () => {
  const venue = createMemoryVenue({ settings: { demoReview: false } })
  const waitOf = async (user: number) => {
    const { answer } = await venue.ask('GET /api/user/center2', {}, { user })
    return Object(answerOf(answer).message).usual_wait_ms
  }
  const [users, told]: [number[], unknown[]] = [[], []]
  for (const hours of [1, 2, 3, 9]) {
    const user = await register(venue, `a${hours}@kontor.test`)
    users.push(user)
    const form = { name: 'Ann Lee', country: 'HK', card_id: `A123456${hours}` }
    await venue.ask('POST /api/user/real_name', form, { user })
    venue.clock.advance(hours * 3_600_000)
    told.push((await waitOf(user)).primary)
    await venue.venue.command((ctx) => decideKyc(ctx, kycOf(ctx, user, 1), hours === 2 ? 'reject' : 'pass', 'card_id'))
  }
  expect(told).toEqual([null, null, null, 3 * 3_600_000])
  expect(await waitOf(users[0] ?? 0)).toEqual({ primary: 9 * 3_600_000, advanced: null })
  await venue.venue.command((ctx) => decideKyc(ctx, kycOf(ctx, users[0] ?? 0, 1), 'reject', 'card_id'))
  expect(venue.venue.ctx.tables.kycWaits.get(1)?.waits).toHaveLength(4)
})
test('W-13 a visitor gets 999 from a call that needs a login, in their language', async () => {
  const venue = createMemoryVenue()
  const { answer } = await venue.ask('GET /api/user/center', {}, { lang: 'en' })
  expect(answerOf(answer)).toEqual({ type: '999', message: 'Please log in.', reason: 'not_logged_in' })
})
test('W-2 one key has one effect and one answer; another body under it is refused; an unseen key can be revoked', async () => {
  const venue = createMemoryVenue()
  const user = await register(venue, mail)
  const key = '0190a000-0000-4000-8000-000000000001'
  const rename = (userName: string, withKey = key) =>
    venue.ask('POST /chat/imUser/updateUserInfo', { userName }, { user }, withKey)
  const first = await rename('Ann')
  const again = await rename('Ann')
  expect(again.body).toBe(first.body)
  expect([first.replayed, again.replayed]).toEqual([false, true])
  expect(answerOf((await rename('Bob')).answer).reason).toBe('key_reused')
  const status = await venue.ask('POST /api/key/status', { key }, { user })
  expect(answerOf(status.answer).message).toMatchObject({ state: 'done', answer: { code: 200 } })
  const other = '0190a000-0000-4000-8000-000000000002'
  const revoked = await venue.ask('POST /api/key/status', { key: other, burn: 1 }, { user })
  expect(answerOf(revoked.answer).message).toMatchObject({ state: 'burnt' })
  expect(answerOf((await rename('Cat', other)).answer).reason).toBe('key_burnt')
})
test('SES-13 login needs a code in addition to the password, after a correct password', async () => {
  const venue = createMemoryVenue({ settings: { identity: { loginCode: true } } })
  await register(venue, mail)
  expect(answerOf((await login(venue, 'wrong12')).answer).reason).toBe('login_wrong')
  expect(answerOf((await login(venue)).answer).reason).toBe('code_required')
  const code = await codeFor(venue, mail, 'login')
  expect(answerOf((await login(venue, 'secret1', { code })).answer).type).toBe('ok')
  expect(answerOf((await login(venue, 'secret1', { code })).answer).reason).toBe('code_expired')
})
test('SIGN-10 a registration tells its session once: it works at once, and is not told again', async () => {
  const venue = createMemoryVenue()
  const code = await codeFor(venue, mail)
  const key = '0190a000-0000-4000-8000-000000000003'
  const body = { type: 'email', user_string: mail, code, password: 'harbour tides 9', re_password: 'harbour tides 9' }
  const first = await venue.ask('POST /api/user/register', body, {}, key)
  const { id, session } = answerOf(first.answer).data ?? {}
  expect(callerWith(venue, String(session)).user).toBe(id)
  const again = await venue.ask('POST /api/user/register', body, {}, key)
  expect([again.replayed, answerOf(again.answer).data]).toEqual([true, { id }])
})
test('SES-13 a right password without its code is no guess: the sixth attempt still enters', async () => {
  const venue = createMemoryVenue({ settings: { identity: { loginCode: true } } })
  await register(venue, mail)
  for (let n = 0; n < limits.maxGuesses + 1; n += 1)
    expect(answerOf((await login(venue)).answer).reason).toBe('code_required')
  const code = await codeFor(venue, mail, 'login')
  expect(answerOf((await login(venue, 'secret1', { code })).answer).type).toBe('ok')
})
