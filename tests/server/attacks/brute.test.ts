import { openDoor, type Door } from './door.ts'
import { answerOf, codeFor, register } from '#tests/support/people.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let door: Door
beforeEach(async () => {
  door = await openDoor()
})
afterEach(() => door.close())

const mail = 'ann@kontor.test'
const times = <T>(count: number, work: (at: number) => T) => Array.from({ length: count }, (_, at) => work(at))
const reasonsOf = (all: readonly { answer: { reason?: string } }[]) => {
  const counted: Record<string, number> = {}
  for (const { answer: { reason = 'ok' } } of all) counted[reason] = (counted[reason] ?? 0) + 1
  return counted
}
/** A code of six digits that is not this one, another for each number. */
const notIt = (right: string, at: number) => String((Number(right) + 1 + at) % 1_000_000).padStart(6, '0')

test('K4 two hundred parallel guesses at one code, over every call that takes it, are compared five times in all', async () => {
  await register(door, mail)
  door.clock.turn(61_000)
  const code = await codeFor(door, mail, 'forget')
  const passwords = { password: 'stolen1', repassword: 'stolen1' }
  const all = await Promise.all(times(200, (at) => at % 2 === 0
    ? door.call('POST /api/user/check_email', { email_code: notIt(code, at), user_string: mail, type: 'forget' })
    : door.call('POST /api/user/forget', { account: mail, code: notIt(code, at), ...passwords })))
  expect(reasonsOf(all)).toEqual({ code_wrong: 5, code_too_many: 195 })
  const late = await door.call('POST /api/user/forget', { account: mail, code, ...passwords })
  expect(late.answer.reason).toBe('code_too_many')
})
test('AT40 codes to a hundred strangers are ten a minute from one address, by any of its names', async () => {
  const narrow = await openDoor({ rateFactor: 1 })
  const all = await Promise.all(times(14, (at) => narrow.call(at % 2 ? 'POST /api/sms_mail' : 'POST /api/user/sms_mail', { user_string: `someone${at}@kontor.test`, type: 'register' })))
  expect(reasonsOf(all)).toEqual({ ok: 10, too_many: 4 })
  await narrow.close()
})
test('K4 one code registers once, however many carry it at the same time', async () => {
  const code = await codeFor(door, mail)
  const body = { type: 'email', user_string: mail, code, password: 'secret1', re_password: 'secret1' }
  const all = await Promise.all(times(8, () => door.call('POST /api/user/register', body)))
  expect(reasonsOf(all)['ok']).toBe(1)
  expect(door.venue.ctx.tables.users.count()).toBe(1)
  expect(door.venue.audit()).toEqual([])
})
test('K4 a code is for one account and one purpose', async () => {
  await register(door, mail)
  await register(door, 'ben@kontor.test')
  door.clock.turn(61_000)
  const code = await codeFor(door, 'ben@kontor.test', 'forget')
  const passwords = { password: 'stolen1', repassword: 'stolen1' }
  expect((await door.call('POST /api/user/forget', { account: mail, code, ...passwords })).answer.reason).toBe('code_expired')
  const other = await door.call('POST /api/user/check_email', { email_code: code, user_string: 'ben@kontor.test', type: 'login' })
  expect(other.answer.reason).toBe('code_expired')
})
test('K4 parallel guesses at a password, over both logins and any spelling of the account, are compared five times; then the right one waits as well', async () => {
  await register(door, mail)
  const all = await Promise.all(times(60, (at) => at % 3 === 0
    ? door.call('POST /chat/sys/login', { mobile: mail.toUpperCase(), password: `wrong${at}` })
    : door.call('POST /api/user/login', { user_type: 'email', user_string: at % 3 === 1 ? ` ${mail}` : 'Ann@Kontor.Test', password: `wrong${at}` })))
  expect(reasonsOf(all)).toEqual({ login_wrong: 5, account_locked: 55 })
  const right = { user_type: 'email', user_string: mail, password: 'secret1' }
  expect((await door.call('POST /api/user/login', right)).answer.reason).toBe('account_locked')
  door.clock.turn(5 * 60_000 + 1)
  expect((await door.call('POST /api/user/login', right)).answer.type).toBe('ok')
})
test('K4 whether an account exists is told neither by the words nor by the wait', async () => {
  await register(door, mail)
  const guess = (user_string: string) => door.call('POST /api/user/login', { user_type: 'email', user_string, password: 'wrong12' })
  const [known, unknown] = [await guess(mail), await guess('nobody@kontor.test')]
  expect(known.text).toBe(unknown.text)
  const forget = (account: string) => door.call('POST /api/user/forget', { account, code: '123456', password: 'secret2', repassword: 'secret2' })
  expect((await forget('nobody@kontor.test')).text).toBe((await forget('nobody2@kontor.test')).text)
  const send = async (user_string: string) => {
    const { data, ...rest } = (await door.call('POST /api/sms_mail', { user_string, type: 'forget' })).answer
    return { rest, names: Object.keys(data ?? {}), target: String(data?.['target']) }
  }
  expect(await send('xxx@kontor.test')).toEqual({ ...(await send('xxy@kontor.test')), target: 'xx***@kontor.test' })
})
test('K4 parallel guesses at the fund password, over both calls that take it, are compared five times, then it is locked for a day', async () => {
  const user = await register(door, mail)
  const token = { Authorization: await door.tokenOf(user) }
  const sent = await door.call('POST /api/set/sms_other_mail', {}, token)
  const code = String(sent.answer.data?.['demo_code'])
  const pin = { password: '123456', re_password: '123456' }
  expect((await door.call('POST /api/safe/update_password', { ...pin, code }, token)).answer.type).toBe('ok')
  const all = await Promise.all(times(60, (at) => {
    const wrong = String(200_000 + at)
    return at % 2 === 0
      ? door.call('POST /api/safe/update_password', { ...pin, oldpassword: wrong }, token)
      : door.call('POST /api/user/e_pwd', { type: 2, ...pin, old_password: wrong }, token)
  }))
  expect(reasonsOf(all)).toEqual({ pay_password_wrong: 4, pay_password_locked: 56 })
  door.clock.turn(86_400_000 - 1)
  expect((await door.call('POST /api/safe/update_password', { ...pin, oldpassword: '123456' }, token)).answer.reason).toBe('pay_password_locked')
  door.clock.turn(1)
  expect((await door.call('POST /api/safe/update_password', { ...pin, oldpassword: '123456' }, token)).answer.type).toBe('ok')
})
test('AT36 the token of the chat service opens nothing but the chat service', async () => {
  const user = await register(door, mail)
  const chat = { TOKEN_OA: await door.tokenOf(user, 'chat') }
  expect((await door.call('GET /api/user/center', {}, chat)).answer.type).toBe('999')
  expect((await door.call('POST /api/coin/trade', {}, chat)).answer.type).toBe('999')
  expect((await door.call('POST /chat/sys/checkLoginStatus', {}, chat)).answer.code).toBe(200)
  const asMain = { Authorization: chat.TOKEN_OA }
  expect((await door.call('GET /api/user/center', {}, asMain)).answer.type).toBe('999')
})
test('AT24 a locked account logs in by neither door', async () => {
  const user = await register(door, mail)
  await door.venue.command(({ tables, now }) => tables.users.put({ ...tables.users.need(user), accountUntil: now() + 1000 }))
  expect((await door.call('POST /api/user/login', { user_type: 'email', user_string: mail, password: 'secret1' })).answer.reason).toBe('account_locked')
  expect((await door.call('POST /chat/sys/login', { mobile: mail, password: 'secret1' })).answer.reason).toBe('account_locked')
})
test('K4 where codes are not asked for, nobody takes an account without its password all the same', async () => {
  const open = await openDoor({ settings: { identity: { verification: '0' } } })
  const { answer } = await open.ask('POST /api/user/register', { type: 'email', user_string: mail, password: 'secret1', re_password: 'secret1' })
  const token = { Authorization: await open.tokenOf(Number(answerOf(answer).data?.['id'])) }
  const passwords = { password: 'stolen1', repassword: 'stolen1' }
  expect((await open.call('POST /api/user/forget', { account: mail, code: '123456', ...passwords })).answer.reason).toBe('code_expired')
  expect((await open.call('POST /api/user/forget', { account: mail, ...passwords })).answer.reason).toBe('code_required')
  expect((await open.call('POST /api/user/e_pwd', { password: 'stolen1', code: '123456' }, token)).answer.reason).toBe('code_expired')
  expect((await open.call('POST /api/safe/update_password', { password: '123456' }, token)).answer.type).toBe('ok')
  expect((await open.call('POST /api/safe/update_password', { password: '654321', code: '123456' }, token)).answer.reason).toBe('code_expired')
  await open.close()
})
