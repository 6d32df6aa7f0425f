import { card, evm, pin, tron, usdt, walletVenue } from '#tests/server/features/wallet/wallet-venue.ts'
import { kycId } from '#server/identity/rows.ts'
import { expect, test } from 'vitest'

const btc = 1
const day = 86_400_000

/** Ann at level 2 may take out 1000 a day, at level 1 300; nothing is decided by itself. */
async function limited(withdraw: object = {}) {
  const v = await walletVenue({
    settings: { demoReview: false, withdraw: { perDay: 9, dayMost1: '300', dayMost2: '1000', ...withdraw } },
  })
  const { call, venue, ann } = v
  await venue.command(({ tables, ledger, now }) => {
    tables.users.put({ ...tables.users.need(v.ben), powers: ['deskMoney', 'deskSettings'] })
    for (const [coin, network, address] of [
      [usdt, 'TRC20', tron],
      [btc, 'BSC', evm],
    ] as const)
      tables.addresses.put({
        id: tables.addresses.nextId(),
        user: ann,
        coin,
        network,
        address,
        notes: null,
        usableAt: 0,
        at: now(),
      })
    ledger.post({
      type: 1,
      ref: 'grant',
      info: 'grant',
      postings: [
        { owner: 'external', asset: btc, kind: 'change', free: -100000000n },
        { owner: ann, asset: btc, kind: 'change', free: 100000000n },
      ],
    })
  })
  const out = (number: string, currency = usdt) =>
    call('POST /api/wallet/out', { currency, number, pay_password: pin, address: currency === usdt ? tron : evm })
  const decide = (id: number, decision: string) =>
    call(
      'POST /api/desk/decide',
      { id: `withdraw-${id}`, decision, reason: 'No.', ...(decision === 'pass' && { txid: 'a'.repeat(64) }) },
      v.ben,
    )
  const left = async () => {
    const { day_limit, day_used, day_left } = Object(
      (await call('POST /api/wallet/get_info', { currency: usdt })).message,
    )
    return [day_limit, day_used, day_left]
  }
  return { ...v, out, decide, left }
}

test('WDR-7 what leaves in a day of UTC is worth at most the limit of the level; the refusal says what is left and until when', async () => {
  const v = await limited()
  expect(await v.left()).toEqual(['1000', '0', '1000'])
  await v.out('600.5')
  expect(await v.left()).toEqual(['1000', '600.5', '399.5'])
  const resets_ms = (Math.floor(v.clock.now() / day) + 1) * day
  const held = v.spot(v.ann)
  expect(await v.out('399.51')).toMatchObject({
    reason: 'withdraw_limit',
    params: { left: '399.5', limit: '1000', resets_ms },
  })
  expect(v.spot(v.ann)).toBe(held)
  expect((await v.out('399.5')).type).toBe('ok')
  expect((await v.out('10')).reason).toBe('withdraw_limit')
  await v.turn(resets_ms - v.clock.now())
  expect(await v.left()).toEqual(['1000', '0', '1000'])
  expect(v.venue.audit()).toEqual([])
})
test('WDR-7 what is rejected may leave on the same day, what was sent may not, and a new day owes nothing to the one before', async () => {
  const v = await limited()
  await v.out('700')
  await v.out('200')
  await v.decide(1, 'reject')
  await v.decide(2, 'pass')
  expect(await v.left()).toEqual(['1000', '200', '800'])
  await v.out('800')
  await v.turn(day)
  await v.out('100')
  await v.decide(3, 'reject')
  expect(await v.left()).toEqual(['1000', '100', '900'])
})
test('WDR-7 a coin counts by the index of when it was asked for, bank withdrawals count too, and a price that moves later changes nothing', async () => {
  const v = await limited()
  v.quote(100_000)
  expect((await v.out('0.011', btc)).reason).toBe('withdraw_limit')
  await v.out('0.004', btc)
  expect(await v.left()).toEqual(['1000', '400', '600'])
  v.quote(200_000)
  expect(await v.left()).toEqual(['1000', '400', '600'])
  await v.call('POST /api/user/cash_save', card)
  const outBank = async (num: string) => {
    const { quote_id } = await v.priced({ kind: 'bank_out', from: usdt, to: 'JPY', num })
    const more = { currency: usdt, number: num, fiat: 'JPY', way: 'bank', pay_password: pin, quote_id }
    return v.call('POST /api/wallet/out2', more)
  }
  expect((await outBank('601')).reason).toBe('withdraw_limit')
  expect((await outBank('600')).type).toBe('ok')
  expect(await v.left()).toEqual(['1000', '1000', '0'])
})
test('WDR-7 the limit is that of the level as it is now, and what is used already stays used', async () => {
  const v = await limited()
  await v.out('400')
  await v.venue.command(({ tables }) => tables.kycs.put({ ...tables.kycs.need(kycId(v.ann, 2)), status: 'rejected' }))
  expect(await v.left()).toEqual(['300', '400', '0'])
  expect((await v.out('10')).params).toMatchObject({ left: '0' })
})
test('WDR-7 a limit is raised by two people and lowered by one, and counts at once', async () => {
  const v = await limited()
  const set = (value: string) =>
    v.call('POST /api/desk/settings', { name: 'withdraw.dayMost2', value, reason: 'Asked for by the board.' }, v.ben)
  expect(Object((await set('2000')).message)).toMatchObject({
    value: '1000',
    waits: expect.stringContaining('change-'),
  })
  expect(await v.left()).toEqual(['1000', '0', '1000'])
  expect(Object((await set('50')).message)).toMatchObject({ value: '50' })
  expect((await v.out('51')).reason).toBe('withdraw_limit')
})
test('WDR-7 ten at once do not pass the limit together', async () => {
  const v = await limited({ perDay: 100 })
  const told = await Promise.all(Array.from({ length: 10 }, () => v.out('300')))
  expect(told.filter(({ type }) => type === 'ok').length).toBeLessThanOrEqual(3)
  expect((await v.left())[1]).toBe('900')
})
