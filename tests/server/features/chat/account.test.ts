import { chatVenue, folk, rowsIn, type ChatVenue } from '#tests/support/chat/chat-venue.ts'
import { pin } from '#tests/support/otc/otc-venue.ts'
import { codeFor } from '#tests/support/people.ts'
import { openSession, hashToken } from '#server/identity/callers.ts'
import { beforeEach, expect, test } from 'vitest'

let chat: ChatVenue
const { ann, ben, cleo } = folk
beforeEach(async () => {
  chat = await chatVenue()
})
const fund = (user: number, amount: bigint) =>
  chat.venue.command(
    ({ ledger }) =>
      void ledger.post({
        type: 200,
        ref: 't',
        postings: [
          { owner: 'external', asset: 3, kind: 'change', free: -amount },
          { owner: user, asset: 3, kind: 'change', free: amount },
        ],
      }),
  )
const records = (more: object = {}) => chat.rowOf('account.records', { timeDuring: '2026-01', ...more }, ann)

test('CHAT-30 a top-up moves spot to trust: bounded, with the fund password, booked as such', async () => {
  await fund(ann, 600_000_000_000n)
  const topUp = (amount: string, tradePwd = pin) => chat.reasonOf('account.topUp', { amount, tradePwd }, ann)
  expect(await topUp('')).toBe('amount_required')
  expect(await topUp('5000.01')).toBe('amount_above_max')
  expect(await chat.reasonOf('account.topUp', { amount: '1', tradePwd: pin }, ben)).toBe('insufficient_balance')
  expect(await topUp('100', '000000')).toBe('pay_password_wrong')
  expect(await topUp('100')).toBe('ok')
  expect(await chat.rowOf('account.balance', {}, ann)).toMatchObject({ accountBalance: '10100' })
  expect((await records({ tradeType: 3 }))['recordList']).toMatchObject([
    { tradeTitle: '723', tradeValue: '100', tradeDirection: 'in', tradeType: 3, source: 'ledger' },
    { tradeTitle: '200' },
  ])
})
test('CHAT-6 the totals of a month add up to the ledger, whatever is hidden or noted; ledger records take a remark alone', async () => {
  const group = await chat.launch()
  const { redBagId } = Object(
    await chat.done(
      'packets.sendToGroup',
      { chatGroupId: group, redBagValue: '9', redBagNums: 3, redBagRule: 2, tradePwd: pin },
      ann,
    ),
  )
  for (const user of [ben, cleo, ann]) await chat.call('packets.takeFromGroup', { redBagId, chatGroupId: group }, user)
  const month = await records()
  expect(month).toMatchObject({ count: 5, monthAccountInfo: { inputAmount: '10003', outputAmount: '9' } })
  const [first] = rowsIn(month['recordList'])
  expect(await chat.reasonOf('account.updateRecord', { id: first?.['id'], tradeTitle: 'x' }, ann)).toBe(
    'record_readonly',
  )
  expect(await chat.reasonOf('account.updateRecord', { id: first?.['id'], remark: 'x' }, ben)).toBe('not_found')
  expect(await chat.rowOf('account.updateRecord', { id: first?.['id'], remark: 'My own' }, ann)).toMatchObject({
    remark: 'My own',
    source: 'ledger',
  })
  await chat.rowOf('account.deleteRecord', { id: first?.['id'] }, ann)
  expect(await records()).toMatchObject({ count: 4, monthAccountInfo: { inputAmount: '10003', outputAmount: '9' } })
  expect(await records({ tradeType: 1 })).toMatchObject({ monthAccountInfo: { inputAmount: '3', outputAmount: '9' } })
  expect(await chat.rowOf('account.records', { timeDuring: '2025-12' }, ann)).toMatchObject({
    count: 0,
    monthAccountInfo: { inputAmount: '0', outputAmount: '0' },
  })
})
test('CHAT-31 notes are added, changed and removed by their owner, and move no money', async () => {
  expect(await chat.reasonOf('account.addRecord', { tradeTitle: 'Lunch' }, ann)).toBe('amount_required')
  expect(await chat.reasonOf('account.addRecord', { tradeValue: '5' }, ann)).toBe('title_required')
  const note = await chat.rowOf(
    'account.addRecord',
    { tradeTitle: 'Lunch', tradeValue: '5.50', tradeDirection: 'out', tradeType: 5, createTime: '2026-01-03 12:00:00' },
    ann,
  )
  expect(note).toMatchObject({ tradeValue: '5.5', source: 'own', createTime: '2026-01-03 12:00:00', tradeType: 5 })
  expect(await chat.rowOf('account.updateRecord', { id: note['id'], tradeValue: '6' }, ann)).toMatchObject({
    tradeTitle: 'Lunch',
    tradeValue: '6',
  })
  expect(await chat.reasonOf('account.deleteRecord', { id: note['id'] }, ben)).toBe('not_found')
  expect(await records()).toMatchObject({ count: 2, monthAccountInfo: { outputAmount: '0' } })
  await chat.rowOf('account.deleteRecord', { id: note['id'] }, ann)
  expect(await records()).toMatchObject({ count: 1 })
})
test('CHAT-5 AT32 a password that is checked opens nothing; an allowance is for one packet, one session, one sum and two minutes', async () => {
  const group = await chat.launch()
  const { one, two } = await chat.venue.command((ctx) => ({
    one: hashToken(openSession(ctx, ann, 'main', 'd1')),
    two: hashToken(openSession(ctx, ann, 'main', 'd2')),
  }))
  const send = async (session: string, redBagValue = '5') =>
    (
      await chat.call(
        'packets.sendToGroup',
        { chatGroupId: group, redBagValue, redBagNums: 1, redBagRule: 2 },
        ann,
        session,
      )
    )['reason'] ?? 'ok'
  const allow = (session: string) =>
    chat.call('account.authorisePayment', { tradePwd: pin, accountBalance: '5' }, ann, session)
  await chat.call('account.checkPin', { tradePwd: pin }, ann, one)
  expect(await send(one)).toBe('pay_password_required')
  await allow(one)
  expect(await send(two)).toBe('pay_password_required')
  expect(await send(one, '5.01')).toBe('pay_password_required')
  expect([await send(one), await send(one)]).toEqual(['ok', 'pay_password_required'])
  await allow(one)
  chat.clock.advance(120_000)
  expect(await send(one)).toBe('pay_password_required')
  const guesses = []
  for (let guess = 0; guess < 6; guess += 1)
    guesses.push(await chat.reasonOf('account.checkPin', { tradePwd: '000000' }, ben))
  expect(guesses).toEqual([
    'pay_password_wrong',
    'pay_password_wrong',
    'pay_password_wrong',
    'pay_password_wrong',
    'pay_password_locked',
    'pay_password_locked',
  ])
  expect(await chat.reasonOf('account.checkPin', { tradePwd: pin }, ben)).toBe('pay_password_locked')
  expect(await chat.reasonOf('account.changePin', { tradePwd: '135791', oldTradePwd: pin }, ann)).toBe('ok')
  expect(await chat.reasonOf('account.checkPin', { tradePwd: pin }, ann)).toBe('pay_password_wrong')
})
test('CHAT-28 powers are asked for, and granted by who may grant', async () => {
  const grant = (user: number) =>
    chat.reasonOf('account.setPower', { userId: String(ben), powerCode: 'deskNews', powerFlag: 1 }, user)
  expect(await chat.done('account.mayI', { powerCode: 'addNewGroup' }, ann)).toBe(true)
  expect(await chat.reasonOf('account.mayI', { powerCode: 'fly' }, ann)).toBe('power_unknown')
  expect(await grant(ann)).toBe('forbidden')
  await chat.venue.command(({ tables }) => void tables.users.put({ ...tables.users.need(ann), powers: ['grantPower'] }))
  expect(await grant(ann)).toBe('ok')
  expect(await chat.done('account.mayI', { powerCode: 'deskNews' }, ben)).toBe(true)
})
test('CHAT-29 registering by the chat opens the one account; names and numbers that are taken or reserved are refused', async () => {
  const register = async (more: object, mail = 'new@kontor.test') => {
    const code = await codeFor(chat, mail)
    return chat.call(
      'account.register',
      { userName: 'Newcomer', mobile: mail, password: 'secret1', code, chatNumber: 'trader_1', ...more },
      0,
    )
  }
  expect((await register({ userName: 'Official Support' }, 'a@kontor.test'))['reason']).toBe('name_reserved')
  expect((await register({ password: 'x' }, 'b@kontor.test'))['reason']).toBe('password_too_short')
  expect((await register({ code: '000000' }, 'c@kontor.test'))['reason']).toBe('code_wrong')
  const made = await register({})
  expect(made).toMatchObject({ code: 200, data: { userName: 'Newcomer', chatNumber: 'trader_1' } })
  expect((await register({}, 'd@kontor.test'))['reason']).toBe('chat_number_taken')
  expect(await chat.done('account.chatNumberUsed', { chatNumber: 'TRADER_1' }, 0)).toBe(true)
  expect([
    await chat.done('account.mobileUsed', { mobile: 'new@kontor.test' }, 0),
    await chat.done('account.mobileUsed', { mobile: '100001@kontor.test' }, ann),
  ]).toEqual([false, true])
  expect(rowsIn(await chat.done('friends.searchUser', { keyWord: 'trader_1' }, ann))).toMatchObject([
    { userName: 'Newcomer' },
  ])
})
test.each(['86-13800138000', '+86-13800138000', '13800138000', '1-2025550123', 'phone@kontor.test'])(
  'CHAT-29 who registered as %s logs in with the same words',
  async (mobile) => {
    const open = await chatVenue({ settings: { identity: { verification: '0' } } })
    const made = await open.call('account.register', { userName: 'Newcomer', mobile, password: 'secret1' }, 0)
    expect(made).toMatchObject({ code: 200 })
    const { id } = Object(made['data'])
    expect(await open.call('account.login', { mobile, password: 'secret1', userDeviceId: 'd1' }, 0)).toMatchObject({
      code: 200,
      data: { userInfo: { id } },
    })
    expect(await open.reasonOf('account.login', { mobile, password: 'secret2' }, 0)).toBe('login_wrong')
  },
)
test.each(['86-12345', '999-12345678', '+13105551234', '12345'])(
  'CHAT-29 no account is opened for %s, which is no number of that country',
  async (mobile) => {
    expect(await chat.reasonOf('account.register', { userName: 'Newcomer', mobile, password: 'secret1' }, 0)).toBe(
      'account_malformed',
    )
  },
)
