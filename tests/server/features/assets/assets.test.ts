import { answerOf } from '#tests/support/people.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { expect, test } from 'vitest'

const venueOf = async () => {
  const harness = await spotVenue(1)
  const call = async (routeKey: string, body: Record<string, unknown> = {}) =>
    answerOf((await harness.ask(routeKey, body, { user: harness.ann })).answer)
  const transfer = (more: Record<string, unknown> = {}) =>
    call('POST /api/wallet/change', { number: '100', currency_id: 3, from_field: 'change', to_field: 'lever', ...more })
  return { ...harness, call, transfer }
}
test('AST-1 the wallets show each coin in the accounts it can have, free and held, with their value', async () => {
  const { call, submit, ann } = await venueOf()
  await submit(ann, { type: 1, amount: '0.01', target_price: '90000' })
  const { message } = await call('POST /api/wallet/list')
  expect(message).toMatchObject({
    change_wallet: {
      balance: [
        { currency_name: 'USDT', change_balance: '9100', lock_change_balance: '900' },
        { currency_name: 'BTC', change_balance: '0.1', usdt_price: '96420' },
        {},
        {},
        {},
        {},
        {},
        {},
        {},
      ],
    },
    lever_wallet: {
      balance: [{ currency_name: 'USDT', lever_balance: '1000' }],
      totle: '1000',
      usdt_totle: '1000',
      CNY: '7100.00',
    },
    ExRate: '7.1',
    is_open_CTbi: 0,
  })
  expect(await call('POST /api/wallet/list', { currency_name: 'bt' })).toMatchObject({
    message: { change_wallet: { balance: [{ currency_name: 'BTC' }], totle: '26467' } },
  })
})
test('AST-2 one coin of one account is returned with its networks; an account it cannot have is not found', async () => {
  const { call } = await venueOf()
  expect(await call('POST /api/wallet/detail', { currency: 3, type: 'change' })).toMatchObject({
    message: {
      change_balance: '10000',
      is_charge: true,
      networks: [{ name: 'TRC20', enabled: 1 }, { name: 'BSC' }, { name: 'ERC20' }],
    },
  })
  expect(await call('POST /api/wallet/detail', { currency: 1, type: 'lever' })).toMatchObject({ reason: 'not_found' })
})
test('L17 a transfer moves money between own accounts and logs both sides', async () => {
  const { call, transfer, venue, ann } = await venueOf()
  expect(await transfer()).toMatchObject({
    type: 'ok',
    data: { from: { change_balance: '9900' }, to: { lever_balance: '1100' } },
  })
  const { message } = await call('GET /api/wallet/hzhistory')
  expect(message).toMatchObject({
    total: 2,
    data: [
      { type: 10, value: '100', account: 3, before: '1000', after: '1100' },
      { type: 9, value: '-100', account: 2, before: '10000', after: '9900' },
    ],
  })
  expect(venue.ctx.ledger.balance({ owner: ann, asset: 3, kind: 'legal' }).free).toBe(100_000_000_000n)
  expect(venue.audit()).toEqual([])
})
test.each([
  ['nothing', { number: '' }, 'amount_required'],
  ['zero', { number: '0' }, 'amount_required'],
  ['one and the same account', { to_field: 'change' }, 'same_account'],
  ['an account the coin cannot have', { currency_id: 1 }, 'account_unfit'],
  ['an unknown coin', { currency_id: 99 }, 'not_found'],
  ['more than the balance', { number: '10000.00000001' }, 'insufficient_balance'],
])('AST-3 a transfer of %s is refused as %s', async (_, change, reason) => {
  const { transfer, money, ann } = await venueOf()
  expect(await transfer(change)).toMatchObject({ type: 'error', reason })
  expect(money(ann, 3)).toBe('1000000000000+0')
})
test('AST-4 the account log is paged, newest first, by coin, account, type and time', async () => {
  const { call, transfer, clock } = await venueOf()
  const start = clock.now()
  for (let n = 0; n < 3; n += 1) {
    clock.advance(1000)
    await transfer()
  }
  expect(await call('POST /api/wallet/legal_log', { limit: 2, page: 2 })).toMatchObject({
    message: { count: 12, page: 2, list: [{ type: 10 }, { type: 9 }] },
  })
  expect(await call('POST /api/wallet/legal_log', { currency: 3, type: 3 })).toMatchObject({ message: { count: 4 } })
  expect(await call('POST /api/wallet/legal_log', { log_type: 200 })).toMatchObject({ message: { count: 6 } })
  expect(await call('POST /api/wallet/legal_log', { from: start + 1500, to: start + 2500 })).toMatchObject({
    message: { count: 2, list: [{ after: '1200' }, { after: '9800' }] },
  })
})
test('AST-5 coins with two or more accounts can be transferred; they are listed with all their balances', async () => {
  const { call } = await venueOf()
  const { message } = await call('GET /api/currency/user_currency_list')
  expect(message).toMatchObject([
    {
      name: 'USDT',
      wallet: { legal_balance: '1000', change_balance: '10000', lever_balance: '1000', micro_balance: '1000' },
    },
    { name: 'BTC', wallet: { legal_balance: '0', change_balance: '0.1' } },
    {},
    {},
    {},
    {},
    {},
    {},
    {},
  ])
})
