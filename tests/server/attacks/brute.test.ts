import { openHarness, type Harness } from './harness.ts'
import { answerOf, codeFor, register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let harness: Harness
beforeEach(async () => {
  harness = await openHarness()
})
afterEach(() => harness.close())

const mail = 'ann@kontor.test'
const times = <T>(count: number, work: (at: number) => T) => Array.from({ length: count }, (_, at) => work(at))
const reasonsOf = (all: readonly { answer: { reason?: string } }[]) => {
  const counted: Record<string, number> = {}
  for (const {
    answer: { reason = 'ok' },
  } of all)
    counted[reason] = (counted[reason] ?? 0) + 1
  return counted
}
/** A wrong code of six digits, a different one for each `at`. */
const wrongCode = (right: string, at: number) => String((Number(right) + 1 + at) % 1_000_000).padStart(6, '0')

test('K4 of two hundred parallel guesses at one code, over all calls that accept it, only five are compared', async () => {
  await register(harness, mail)
  harness.clock.advance(61_000)
  const code = await codeFor(harness, mail, 'forget')
  const passwords = { password: 'stolen1', repassword: 'stolen1' }
  const all = await Promise.all(
    times(200, (at) =>
      at % 2 === 0
        ? harness.call('POST /api/user/check_email', {
            email_code: wrongCode(code, at),
            user_string: mail,
            type: 'forget',
          })
        : harness.call('POST /api/user/forget', { account: mail, code: wrongCode(code, at), ...passwords }),
    ),
  )
  expect(reasonsOf(all)).toEqual({ code_wrong: 5, code_too_many: 195 })
  const lastTry = await harness.call('POST /api/user/forget', { account: mail, code, ...passwords })
  expect(lastTry.answer.reason).toBe('code_too_many')
})
test('AT40 one address can send ten codes a minute, over all aliases of the call', async () => {
  const limited = await openHarness({ rateFactor: 1 })
  const all = await Promise.all(
    times(14, (at) =>
      limited.call(at % 2 ? 'POST /api/sms_mail' : 'POST /api/user/sms_mail', {
        user_string: `someone${at}@kontor.test`,
        type: 'register',
      }),
    ),
  )
  expect(reasonsOf(all)).toEqual({ ok: 10, too_many: 4 })
  await limited.close()
})
test('K4 one code registers one account, however many calls use it at the same time', async () => {
  const code = await codeFor(harness, mail)
  const body = { type: 'email', user_string: mail, code, password: 'secret1', re_password: 'secret1' }
  const all = await Promise.all(times(8, () => harness.call('POST /api/user/register', body)))
  expect(reasonsOf(all)['ok']).toBe(1)
  expect([...harness.venue.ctx.tables.users.all()].filter(({ email }) => email === mail).length).toBe(1)
  expect(harness.venue.audit()).toEqual([])
})
test('K4 a code is valid for one account and one purpose only', async () => {
  await register(harness, mail)
  await register(harness, 'ben@kontor.test')
  harness.clock.advance(61_000)
  const code = await codeFor(harness, 'ben@kontor.test', 'forget')
  const passwords = { password: 'stolen1', repassword: 'stolen1' }
  expect((await harness.call('POST /api/user/forget', { account: mail, code, ...passwords })).answer.reason).toBe(
    'code_expired',
  )
  const other = await harness.call('POST /api/user/check_email', {
    email_code: code,
    user_string: 'ben@kontor.test',
    type: 'login',
  })
  expect(other.answer.reason).toBe('code_expired')
})
test('K4 parallel guesses at a password, over both logins and all spellings of the account, are compared five times; then even the right one is locked out', async () => {
  await register(harness, mail)
  const all = await Promise.all(
    times(60, (at) =>
      at % 3 === 0
        ? harness.call('POST /chat/sys/login', { mobile: mail.toUpperCase(), password: `wrong${at}` })
        : harness.call('POST /api/user/login', {
            user_type: 'email',
            user_string: at % 3 === 1 ? ` ${mail}` : 'Ann@Kontor.Test',
            password: `wrong${at}`,
          }),
    ),
  )
  expect(reasonsOf(all)).toEqual({ login_wrong: 5, account_locked: 55 })
  const right = { user_type: 'email', user_string: mail, password: 'secret1' }
  expect((await harness.call('POST /api/user/login', right)).answer.reason).toBe('account_locked')
  harness.clock.advance(5 * 60_000 + 1)
  expect((await harness.call('POST /api/user/login', right)).answer.type).toBe('ok')
})
test('K4 neither the answer nor the lock reveals whether an account exists', async () => {
  await register(harness, mail)
  const guess = (user_string: string) =>
    harness.call('POST /api/user/login', { user_type: 'email', user_string, password: 'wrong12' })
  const [known, unknown] = [await guess(mail), await guess('nobody@kontor.test')]
  expect(known.text).toBe(unknown.text)
  const forget = (account: string) =>
    harness.call('POST /api/user/forget', { account, code: '123456', password: 'secret2', repassword: 'secret2' })
  expect((await forget('nobody@kontor.test')).text).toBe((await forget('nobody2@kontor.test')).text)
  const send = async (user_string: string) => {
    const { data, ...rest } = (await harness.call('POST /api/sms_mail', { user_string, type: 'forget' })).answer
    return { rest, names: Object.keys(data ?? {}), target: String(data?.['target']) }
  }
  expect(await send('xxx@kontor.test')).toEqual({ ...(await send('xxy@kontor.test')), target: 'xx***@kontor.test' })
})
test('K4 W-14 parallel guesses at the fund password, over both calls that accept it, are compared five times; then it is locked for a day', async () => {
  const user = await register(harness, mail)
  const token = { Authorization: await harness.tokenOf(user) }
  const sent = await harness.call('POST /api/set/sms_other_mail', {}, token)
  const code = String(sent.answer.data?.['demo_code'])
  const pin = { password: '246813', re_password: '246813' }
  expect((await harness.call('POST /api/safe/update_password', { ...pin, code }, token)).answer.type).toBe('ok')
  const all = await Promise.all(
    times(60, (at) => {
      const wrong = String(200_000 + at)
      return at % 2 === 0
        ? harness.call('POST /api/safe/update_password', { ...pin, oldpassword: wrong }, token)
        : harness.call('POST /api/user/e_pwd', { type: 2, ...pin, old_password: wrong }, token)
    }),
  )
  expect(reasonsOf(all)).toEqual({ pay_password_wrong: 4, pay_password_locked: 56 })
  harness.clock.advance(86_400_000 - 1)
  expect(
    (await harness.call('POST /api/safe/update_password', { ...pin, oldpassword: '246813' }, token)).answer.reason,
  ).toBe('pay_password_locked')
  harness.clock.advance(1)
  expect(
    (await harness.call('POST /api/safe/update_password', { ...pin, oldpassword: '246813' }, token)).answer.type,
  ).toBe('ok')
})
test('AT36 the chat token is accepted by the chat service only', async () => {
  const user = await register(harness, mail)
  const chat = { TOKEN_OA: await harness.tokenOf(user, 'chat') }
  expect((await harness.call('GET /api/user/center', {}, chat)).answer.type).toBe('999')
  expect((await harness.call('POST /api/coin/trade', {}, chat)).answer.type).toBe('999')
  expect((await harness.call('POST /chat/sys/checkLoginStatus', {}, chat)).answer.code).toBe(200)
  const asMain = { Authorization: chat.TOKEN_OA }
  expect((await harness.call('GET /api/user/center', {}, asMain)).answer.type).toBe('999')
})
test('AT24 a locked account can log in by neither of the two login calls', async () => {
  const user = await register(harness, mail)
  await harness.venue.command(({ tables, now }) =>
    tables.users.put({ ...tables.users.need(user), accountUntil: now() + 1000 }),
  )
  expect(
    (await harness.call('POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1' })).answer
      .reason,
  ).toBe('account_locked')
  expect((await harness.call('POST /chat/sys/login', { mobile: mail, password: 'secret1' })).answer.reason).toBe(
    'account_locked',
  )
})
test('K4 with verification codes switched off, an account still cannot be taken over without its password', async () => {
  const harness = await openHarness({ settings: { identity: { verification: '0' } } })
  const { answer } = await harness.ask('POST /api/user/register', {
    type: 'email',
    user_string: mail,
    password: 'secret1',
    re_password: 'secret1',
  })
  const token = { Authorization: await harness.tokenOf(Number(answerOf(answer).data?.['id'])) }
  const passwords = { password: 'stolen1', repassword: 'stolen1' }
  expect(
    (await harness.call('POST /api/user/forget', { account: mail, code: '123456', ...passwords })).answer.reason,
  ).toBe('code_expired')
  expect((await harness.call('POST /api/user/forget', { account: mail, ...passwords })).answer.reason).toBe(
    'code_required',
  )
  expect(
    (await harness.call('POST /api/user/e_pwd', { password: 'stolen1', code: '123456' }, token)).answer.reason,
  ).toBe('code_expired')
  expect((await harness.call('POST /api/safe/update_password', { password: '246813' }, token)).answer.type).toBe('ok')
  expect(
    (await harness.call('POST /api/safe/update_password', { password: '864201', code: '123456' }, token)).answer.reason,
  ).toBe('code_expired')
  await harness.close()
})
