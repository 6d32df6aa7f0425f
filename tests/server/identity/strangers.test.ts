import { createMemoryVenue } from '#server/memory.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { beforeEach, expect, test } from 'vitest'

const mail = 'ann@kontor.test'
let venue: ReturnType<typeof createMemoryVenue>
beforeEach(async () => {
  venue = createMemoryVenue()
  await register(venue, mail)
})
const own = { device: 'ann-phone', address: '192.0.2.1' }
const stranger = (n: number) => ({ device: `stranger-${n}`, address: `198.51.100.${n}` })
type From = { device: string; address: string }
const reasonOf = async (routeKey: string, body: object, from: From) =>
  answerOf((await venue.ask(routeKey, body, from)).answer).reason ?? 'ok'
const login = (from: From, password = 'secret1') =>
  reasonOf('POST /api/user/login', { user_type: 'email', user_string: mail, password }, from)
const codeOf = async (from: From, type = 'forget') => {
  const { reason = 'ok', data } = answerOf(
    (await venue.ask('POST /api/sms_mail', { user_string: mail, type }, from)).answer,
  )
  return { reason, code: String(data?.['demo_code']) }
}
const recover = (from: From, code: string, password = 'secret2') =>
  reasonOf('POST /api/user/forget', { account: mail, code, password, repassword: password }, from)
/** Wrong passwords of one stranger until it is shut out. */
const guessAs = async (n: number) => {
  const all = []
  for (let at = 0; at < 7; at += 1) all.push(await login(stranger(n), `wrong${at}`))
  return all
}

test('LOCK-20 a stranger who guesses at a password shuts out only itself', async () => {
  expect(await guessAs(1)).toEqual([
    ...Array.from({ length: 5 }, () => 'login_wrong'),
    'account_locked',
    'account_locked',
  ])
  expect(await login(own)).toBe('ok')
})
test('LOCK-20 strangers from many addresses are stopped together; a device the owner has used, and a right code, still open the account', async () => {
  expect(await login(own)).toBe('ok')
  const reasons = []
  for (let n = 1; n <= 12; n += 1) reasons.push(...(await guessAs(n)))
  expect(reasons.filter((reason) => reason === 'login_wrong')).toHaveLength(50)
  // Another device of the owner is shut out like a stranger, the known one is not, from wherever it comes.
  expect(await login({ device: 'ann-tablet', address: '192.0.2.1' })).toBe('account_locked')
  expect(await login({ ...own, address: '203.0.113.7' })).toBe('ok')
  const fresh = { device: 'ann-tablet', address: '203.0.113.7' }
  const { code } = await codeOf(fresh)
  expect(await recover(fresh, code)).toBe('ok')
  expect(await login({ device: 'ann-laptop', address: '203.0.113.8' }, 'secret2')).toBe('ok')
})
test('LOCK-20 a known device has its own five guesses', async () => {
  await login(own)
  const reasons = []
  for (let at = 0; at < 6; at += 1) reasons.push(await login(own, `wrong${at}`))
  expect(reasons).toEqual([...Array.from({ length: 5 }, () => 'login_wrong'), 'account_locked'])
})
test('LOCK-21 strangers who ask for codes and guess at them take neither the code nor the wait from the owner', async () => {
  const { code } = await codeOf(own)
  expect((await codeOf(stranger(1))).reason).toBe('ok')
  for (let at = 0; at < 8; at += 1)
    await recover(stranger(1), String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'))
  // The code of one installation is of no use to another.
  expect(await recover(stranger(2), code)).toBe('code_expired')
  expect(await recover(own, code)).toBe('ok')
})
test('LOCK-21 strangers send fifteen codes at most to one mailbox; a device its owner has used still gets one', async () => {
  await login(own)
  const reasons = []
  for (let n = 1; n <= 20; n += 1) reasons.push((await codeOf(stranger(n))).reason)
  expect(reasons).toEqual([
    ...Array.from({ length: 15 }, () => 'ok'),
    ...Array.from({ length: 5 }, () => 'code_too_many'),
  ])
  const { reason, code } = await codeOf(own)
  expect([reason, await recover(own, code)]).toEqual(['ok', 'ok'])
})
test('LOCK-21 one address gets five codes for a mailbox in twelve hours, whatever device it names', async () => {
  const reasons = []
  for (let n = 1; n <= 7; n += 1) reasons.push((await codeOf({ device: `d${n}`, address: '198.51.100.9' })).reason)
  expect(reasons).toEqual([...Array.from({ length: 5 }, () => 'ok'), 'code_too_many', 'code_too_many'])
  venue.clock.advance(12 * 3_600_000)
  expect((await codeOf({ device: 'd8', address: '198.51.100.9' })).reason).toBe('ok')
})
test('LOCK-21 a code is good for the address too, for a client that names another device, and is used up once', async () => {
  const { code } = await codeOf(own)
  const elsewhere = { device: '', address: own.address }
  expect(await recover(elsewhere, code)).toBe('ok')
  expect([await recover(own, code), await recover(elsewhere, code)]).toEqual(['code_expired', 'code_expired'])
})
