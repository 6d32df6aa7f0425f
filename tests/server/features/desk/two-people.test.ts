import { settingRisk, settingTakesTwo } from '#contract/desk/desk-risk.ts'
import type { SomeSettings } from '#server/settings.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { deskVenue } from './desk-venue.ts'
import { expect, test } from 'vitest'

const why = 'Asked for by the board.'
type Body = Readonly<Record<string, unknown>>
const all = ['deskSettings', 'deskUser', 'grantPower', 'deskMoney']

/** Ben and Cleo hold every power that matters here; `rows` are all their acts, newest first. */
async function open(settings: SomeSettings = {}) {
  const venue = await deskVenue({ demo: true, finance: {}, ...settings })
  const { as, ben, cleo, hold } = venue
  await hold(ben, all)
  await hold(cleo, all)
  const act = (call: string, body: Body, by = ben) => as(by, `POST /api/desk/${call}`, { reason: why, ...body })
  const decide = (id: string, decision: string, by: number, more: Body = {}) =>
    as(by, 'POST /api/desk/decide', { id, decision, ...more })
  const log = async (): Promise<Body[]> => Object((await as(ben, 'GET /api/desk/log', {})).message).list
  const seen = async (id: string, by = cleo) => (await as(by, 'GET /api/desk/case', { id })).message
  const fee = (value: string, by = ben) => act('settings', { name: 'spot.coinTradeFee', value }, by)
  return { ...venue, act, decide, log, seen, fee }
}
type Desk = Awaited<ReturnType<typeof open>>

test('DESK-27 every setting of the desk has a class of risk', async () => {
  const { as, ben } = await open()
  const { message } = await as(ben, 'GET /api/desk/settings', {})
  const names: string[] = Object.values(Object(message)).map((each) => Object(each).name)
  expect(names.toSorted()).toEqual(Object.keys(settingRisk).toSorted())
})
test.each([
  ['spot.coinTradeFee', '0.002', '0.001', true],
  ['spot.coinTradeFee', '0.001', '0.001', false],
  ['option.exposure', '1', '2', true],
  ['option.exposure', '2', '1', false],
  ['identity.addressHoldMs', '2', '1', true],
  ['identity.addressHoldMs', '1', '10', false],
  ['spot.hasMaker', '1', '0', false],
  ['market.cnyPerUsdt', '7', '8', false],
  ['what.isNotListed', '1', '2', true],
])('DESK-27 %s from %s to %s takes two people: %s', (name, before, after, isTwo) =>
  expect(settingTakesTwo(name, before, after)).toBe(isTwo),
)

/** What one may ask for and not do: the call, what it changes, as it stands, and how it stands after two. */
const acts: [string, string, (desk: Desk) => Body, (desk: Desk) => unknown, string, string][] = [
  [
    'a fee',
    'settings',
    () => ({ name: 'spot.coinTradeFee', value: '0.002' }),
    ({ venue }) => venue.ctx.settings.spot.coinTradeFee,
    '"0.001"',
    '"0.002"',
  ],
  [
    'the sum above which two approve',
    'settings',
    () => ({ name: 'desk.fourEyesAbove', value: '1' }),
    ({ venue }) => venue.ctx.settings.desk.fourEyesAbove,
    '"10000"',
    '"1"',
  ],
  [
    'the same, raised',
    'settings',
    () => ({ name: 'desk.fourEyesAbove', value: '1000000000' }),
    ({ venue }) => venue.ctx.settings.desk.fourEyesAbove,
    '"10000"',
    '"1000000000"',
  ],
  [
    'the terms of a product',
    'product',
    () => ({ kind: 'hosting', id: '1', changes: [{ name: 'dayRate', value: '0.05' }] }),
    ({ venue }) => venue.ctx.tables.hostingProducts.get(1)?.dayRate,
    '{"dayRate":"0.0025"}',
    '{"dayRate":"0.05"}',
  ],
  [
    'the fee of a coin',
    'product',
    () => ({ kind: 'coin', id: '3', changes: [{ name: 'chainFee', value: '0' }] }),
    ({ venue }) => venue.ctx.tables.coins.need(3).chainFee,
    '{"chainFee":"1"}',
    '{"chainFee":"0"}',
  ],
  [
    'powers',
    'user',
    ({ ann }) => ({ user_id: ann, powers: ['deskMoney'] }),
    ({ venue, ann }) => venue.ctx.tables.users.need(ann).powers,
    '{"powers":[]}',
    '{"powers":["deskMoney"]}',
  ],
  [
    'a higher agent level',
    'user',
    ({ ann }) => ({ user_id: ann, level: 3 }),
    ({ venue, ann }) => venue.ctx.tables.users.need(ann).agentLevel,
    '{"level":0}',
    '{"level":3}',
  ],
]
test.each(acts)(
  'DESK-27 %s: one proposes and changes nothing, another passes; the log says before and after',
  async (_, call, bodyOf, stateOf, before, after) => {
    const desk = await open()
    const { act, decide, log, seen, ben, cleo, ann } = desk
    const was = JSON.stringify(stateOf(desk))
    const proposed = await act(call, bodyOf(desk))
    const [line] = await log()
    expect([proposed.reason, line]).toMatchObject([
      undefined,
      { action: 'propose', by: { id: ben }, before, after, reason: why },
    ])
    const id = String(line?.['case_id'])
    expect(JSON.stringify(stateOf(desk))).toBe(was)
    expect(await seen(id, ben)).toMatchObject({ needs_two: 1, may: ['reject'], approved: { by: { id: ben } } })
    expect(await seen(id)).toMatchObject({ may: ['pass', 'reject'], change: { before, after } })
    expect((await decide(id, 'pass', ben)).reason).toBe('second_needed')
    expect((await decide(id, 'pass', ann)).reason).toBe('not_found')
    expect(JSON.stringify(stateOf(desk))).toBe(was)
    expect((await decide(id, 'pass', cleo)).message).toMatchObject({ status: 'passed' })
    expect(JSON.stringify(stateOf(desk))).not.toBe(was)
    expect(await log()).toMatchObject([{ action: 'pass', by: { id: cleo }, before, after }, { action: 'propose' }])
    expect(desk.venue.audit()).toEqual([])
  },
)

test('DESK-27 what only takes risk away one person does at once: a halt, a lower limit, a product closed, powers and level taken', async () => {
  const { act, as, venue, ann, ben, log, hold } = await open()
  await hold(ann, ['deskMoney'])
  await venue.command(({ tables }) => tables.users.put({ ...tables.users.need(ann), agentLevel: 2 }))
  for (const [call, body] of [
    ['halt', { halt: 1 }],
    ['settings', { name: 'earnings.USDT', value: '1' }],
    ['product', { kind: 'hosting', id: '1', changes: [{ name: 'isOpen', value: '0' }] }],
    ['user', { user_id: ann, powers: [] }],
    ['user', { user_id: ann, level: 0 }],
  ] as const)
    expect([call, (await act(call, body)).reason]).toEqual([call, undefined])
  expect(venue.ctx.tables.deskActs.count()).toBe(0)
  expect((await log()).map(({ action }) => action)).toEqual(['user', 'user', 'product.change', 'setting', 'halt'])
  expect((await as(ben, 'GET /api/desk/markets', {})).message).toMatchObject({ all_halted: 1, all_waits: null })
  expect((await act('halt', { halt: 0 })).message).toMatchObject({ all_halted: 1, all_waits: 'change-1' })
})

test('DESK-27 a proposal is rejected with a reason, by its author too, and not by whom it would benefit', async () => {
  const { act, decide, seen, venue, cleo, ben, ann, hold } = await open()
  await hold(ann, ['grantPower'])
  await act('user', { user_id: ann, level: 3 })
  expect(await seen('grant-1', ann)).toMatchObject({ is_own: 1, may: [] })
  for (const decision of ['pass', 'reject'])
    expect((await decide('grant-1', decision, ann, { reason: why })).reason).toBe('own_case')
  expect((await decide('grant-1', 'reject', ben)).reason).toBe('reason_required')
  expect((await decide('grant-1', 'reject', ben, { reason: why })).message).toMatchObject({
    status: 'rejected',
    reason: why,
  })
  expect((await decide('grant-1', 'pass', cleo)).reason).toBe('step_refused')
  expect(venue.ctx.tables.users.need(ann).agentLevel).toBe(0)
})

test('DESK-27 a later proposal about the same replaces the one that waits; what has changed meanwhile is not passed', async () => {
  const { fee, act, decide, seen, venue, cleo } = await open()
  await fee('0.002')
  expect((await fee('0.003')).message).toMatchObject({ value: '0.001', waits: 'change-2' })
  expect([await seen('change-1'), (await decide('change-1', 'pass', cleo)).reason]).toMatchObject([
    { status: 'cancelled', may: [] },
    'step_refused',
  ])
  await act('settings', { name: 'option.exposure', value: '60000' })
  await act('settings', { name: 'option.exposure', value: '10' })
  expect(await seen('change-3')).toMatchObject({ signals: ['moved', 'first_approval'] })
  expect((await decide('change-3', 'pass', cleo)).reason).toBe('state_moved')
  expect(venue.ctx.settings.option.exposure).toBe('10')
})

test('DESK-27 a proposal ends to be an approval with the power of its author', async () => {
  const { fee, decide, venue, ben, cleo, hold } = await open()
  await fee('0.002')
  await hold(ben, [])
  expect((await decide('change-1', 'pass', cleo)).message).toMatchObject({ status: 'open' })
  expect(venue.ctx.settings.spot.coinTradeFee).toBe('0.001')
})

test('DESK-27 the demo is the second person after a while', async () => {
  const { fee, venue, clock, log } = await open({ demoReview: true })
  await fee('0.002')
  clock.advance(60_000)
  await venue.runDue()
  expect(venue.ctx.settings.spot.coinTradeFee).toBe('0.002')
  expect((await log()).filter(({ kind }) => kind === 'change')).toMatchObject([
    { action: 'pass', by: null },
    { action: 'propose' },
  ])
})

type Login = { mail: string; device: string; address: string; inviter?: string }
test.each<[string, Partial<Login>, Body[]]>([
  ['nothing', {}, []],
  ['a device', { device: 'phone' }, [{ by: ['device'] }]],
  ['an address', { address: '203.0.113.7' }, [{ by: ['address'] }]],
  ['both', { device: 'phone', address: '203.0.113.7' }, [{ by: ['device', 'address'] }]],
  ['an address that everybody has', { address: '127.0.0.1' }, []],
  ['an invitation', { inviter: 'eve@kontor.test' }, [{ by: ['invitation'] }]],
])(
  'DESK-28 who approves for an account tied to them by %s is told before, and the log says so',
  async (_, tie, ties) => {
    const { ask, venue, hold, decide, seen, log, as } = await open()
    const join = async ({ mail, device, address, inviter }: Login) => {
      const code = inviter && [...venue.ctx.tables.users.all()].find(({ email }) => email === inviter)?.code
      return register(
        { ask: (route, body) => ask(route, body, { device, address }) },
        mail,
        code ? { extension_code: code } : {},
      )
    }
    const eve = await join({
      mail: 'eve@kontor.test',
      device: 'phone',
      address: tie.address === '127.0.0.1' ? '127.0.0.1' : '203.0.113.7',
    })
    const bob = await join({ mail: 'bob@kontor.test', device: 'desk', address: '198.51.100.1', ...tie })
    await hold(eve, ['deskKyc', 'deskUser'])
    await as(bob, 'POST /api/user/real_name', { name: 'Bob Ho', country: 'HK', card_id: 'B7654321' })
    const told = ties.map((each) => ({ id: bob, ...each }))
    expect(Object(await seen(`kyc-${bob}`, eve)).ties).toMatchObject(told)
    expect((await decide(`kyc-${bob}`, 'pass', eve)).message).toMatchObject({ status: 'passed' })
    expect((await log())[0]?.['ties']).toMatchObject(told)
    await as(eve, 'POST /api/desk/user', { user_id: bob, what: 'withdraw', until_ms: 0, reason: why })
    expect((await log())[0]).toMatchObject({ action: 'user', ties: told })
  },
)

test('DESK-28 the second of two who is tied to the first, or to whom an act benefits, is told, and the log says so', async () => {
  const { ask, hold, act, decide, seen, log, ann, ben, cleo } = await open()
  for (const mail of ['ben@kontor.test', 'cleo@kontor.test'])
    await ask(
      'POST /api/user/login',
      { user_type: 'email', user_string: mail, password: 'secret1' },
      { device: 'shared' },
    )
  await hold(ann, [])
  await act('user', { user_id: ann, level: 1 })
  const ties = [ben, ann].map((id) => ({ id, by: ['device'] }))
  expect(Object(await seen('grant-1')).ties).toMatchObject(ties)
  await decide('grant-1', 'pass', cleo)
  expect((await log())[0]).toMatchObject({ action: 'pass', by: { id: cleo }, ties })
  expect(answerOf((await ask('GET /api/desk/log', {}, { user: ann })).answer).reason).toBe('not_found')
})
