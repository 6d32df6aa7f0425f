import { card, pin, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { useMethod } from '#server/features/wallet/bank/methods.ts'
import { expect, test } from 'vitest'

const intl = {
  real_name: 'ann  lee',
  bank_account: 'DE89 3704 0044 0532 0130 00',
  swift_code: 'deutdeff',
  bank_name: 'Deutsche Bank',
  bank_address: 'Frankfurt',
  residence_address: 'Hong Kong',
  postal_code: '999077',
}
const save = (call: Awaited<ReturnType<typeof walletVenue>>['call'], body: Readonly<Record<string, unknown>>) =>
  call('POST /api/user/cash_save', body)

test('BNK-2 a way is bound once its needed fields are set; absent keeps, blank removes', async () => {
  const { call, upload, ann } = await walletVenue()
  expect(await call('POST /api/user/cash_info')).toMatchObject({ message: { real_name: '', ways: [], rev: 0 } })
  expect(await save(call, card)).toMatchObject({ data: { ways: ['bank'], bank_account: '6225888888888888', rev: 1 } })
  const code = await upload(ann, 'qr')
  expect(await save(call, { alipay_account: 'ann@pay', alipay_qr_code: code })).toMatchObject({
    data: { ways: ['bank', 'ali_pay'], bank_name: 'HSBC', rev: 2 },
  })
  expect(await save(call, { alipay_account: '', pay_password: pin })).toMatchObject({
    data: { ways: ['bank'], alipay_account: '', rev: 3 },
  })
})
test('BNK-2 an account abroad is bound with its code and its addresses', async () => {
  const { call } = await walletVenue()
  expect(await save(call, intl)).toMatchObject({
    data: { ways: ['intl_bank'], swift_code: 'DEUTDEFF', bank_account: 'DE89370400440532013000' },
  })
})
test.each<[string, Readonly<Record<string, unknown>>, string]>([
  ['no holder', { bank_name: 'HSBC', bank_account: '12345678' }, 'real_name_required'],
  ['the name of somebody else', { ...card, real_name: 'BEN LEE' }, 'real_name_differs'],
  ['a bank but no account', { bank_id: 1 }, 'bank_account_required'],
  ['an IBAN whose check fails', { ...intl, bank_account: 'DE89370400440532013001' }, 'bank_account_malformed'],
  ['a code that is none', { ...intl, swift_code: 'DEUT' }, 'bank_account_malformed'],
  ['a bank that is not in the list', { ...card, bank_id: 999 }, 'bank_unknown'],
  ['no bank', { ...card, bank_name: '' }, 'bank_unknown'],
  ['a file of nobody', { wechat_account: 'ann', wechat_qr_code: 'voucher/none.png' }, 'file_unknown'],
  ['an older copy', { ...card, expect: 7 }, 'state_moved'],
])('BNK-3 methods with %s are refused as %s', async (_, body, reason) => {
  const { call } = await walletVenue()
  expect(await save(call, { ...body, pay_password: pin }).then(({ reason: told }) => told)).toBe(reason)
  expect(await call('POST /api/user/cash_info')).toMatchObject({ message: { rev: 0 } })
})
test('BNK-4 a bound payee changes only with the fund password, and not while it is in use; then withdrawals are held', async () => {
  const { call, venue, ann, clock } = await walletVenue({ settings: { identity: { credentialHoldMs: 86_400_000 } } })
  await save(call, card)
  const change = { bank_account: '62258888' }
  expect(await save(call, change)).toMatchObject({ reason: 'pay_password_required' })
  expect(await save(call, { ...change, pay_password: '000000' })).toMatchObject({
    reason: 'pay_password_wrong',
    params: { left: 4 },
  })
  await venue.command((ctx) => useMethod(ctx, ann, 'bank', 'ad:1'))
  expect(await save(call, { ...change, pay_password: pin })).toMatchObject({
    reason: 'method_in_use',
    params: { way: 'bank' },
  })
  await venue.command(({ tables }) => tables.methodUses.remove('ad:1|bank'))
  expect(await save(call, { ...change, pay_password: pin })).toMatchObject({ data: { bank_account: '62258888' } })
  expect(await call('GET /api/user/isLock')).toMatchObject({
    message: { withdraw_lock: 1, withdraw_until_ms: clock.now() + 86_400_000, reason: 'credential' },
  })
})
test('BNK-5 before verification any name may be saved; a name that then differs is not bound', async () => {
  const { call, venue, ann } = await walletVenue()
  const named = (name: string) =>
    venue.command(({ tables }) =>
      tables.kycs.put({
        ...(tables.kycs.get(`${ann}:1`) ?? tables.kycs.need(`${ann}:1`)),
        name,
        status: name === '' ? 'none' : 'passed',
      }),
    )
  await named('')
  expect(await save(call, { ...card, real_name: 'SOMEBODY' })).toMatchObject({ data: { ways: ['bank'] } })
  await named('ANN LEE')
  expect(await call('POST /api/user/cash_info')).toMatchObject({ message: { ways: [] } })
})

test('P9 the banks to choose from are named in the language of the reader', async () => {
  const { ask, ann } = await walletVenue()
  const namesIn = async (lang: 'en' | 'hk' | 'kr') => {
    return JSON.stringify(answerOf((await ask('POST /api/user/cash_info', {}, { user: ann, lang }, null)).answer))
  }
  expect(await namesIn('en')).toContain('"HSBC"')
  expect(await namesIn('hk')).toContain('匯豐銀行')
  expect(await namesIn('kr')).toContain('KB국민은행')
})
