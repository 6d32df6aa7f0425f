import { allCalls } from '#contract/endpoints.ts'
import { caseKinds, deskPowers, powerOfKind } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { defaultSettings, settingsOf } from '#server/settings.ts'
import { deskVenue } from './desk-venue.ts'
import { singleOf } from '#server/features/chat/members.ts'
import { chatIdOf } from '#server/features/chat/places.ts'
import { support, waitForDesk } from '#server/features/chat/service.ts'
import { expect, test } from 'vitest'

/** A body with which each call reads its fields; a case of each kind exists. */
const bodies: Readonly<Record<string, object>> = {
  home: {},
  cases: { kind: 'kyc' },
  case: { id: 'kyc-100001' },
  decide: { id: 'kyc-100001', decision: 'pass' },
  assign: { id: 'kyc-100001' },
  ask: { id: 'kyc-100001', text: 'Why.' },
  log: {},
  settings: {},
  house: {},
  setSetting: { name: 'spot.coinTradeFee', value: '0.002', reason: 'Why.' },
  users: { keyword: 'ann' },
  person: { id: 100003 },
  setUser: { user_id: 100003, level: 0, reason: 'Why.' },
  note: { user_id: 100003, text: 'Why.' },
  service: {},
  talk: {},
  answer: { text: 'Hello.' },
  closeTalk: {},
  products: { kind: 'seat' },
  setProduct: { kind: 'seat', changes: [], reason: 'Why.' },
  money: {},
  addPool: { id: 'USDT-ERC20', csv: '', rotate: 0, reason: 'Why.' },
  ready: {},
  makeBatch: { network: 'TRC20', ids: [1] },
  tellBatch: {},
  dissolveBatch: { id: 'batch-1' },
  outage: { from_ms: 1, to_ms: 2, reason: 'Why.' },
  markets: {},
  halt: { market: 'BTC-USDT', halt: 0, reason: 'Why.' },
  news: {},
  publish: { id: 1, remove: 1, reason: 'Why.' },
}
const calls = allCalls.filter(({ feature }) => feature === 'desk')
/** The powers that open each call with these bodies. */
const needed = (name: string): readonly string[] => {
  if (name === 'home') return deskPowers
  if (['cases', 'case', 'decide', 'assign', 'ask'].includes(name)) return ['deskKyc']
  if (['users', 'person', 'setUser', 'note'].includes(name)) return ['deskUser']
  if (['service', 'talk', 'answer', 'closeTalk'].includes(name)) return ['deskService']
  if (name === 'ready' || name.endsWith('Batch')) return ['deskMoney']
  if (name === 'money') return ['deskSettings', 'deskMoney']
  return ['news', 'publish'].includes(name) ? ['deskNews'] : ['deskSettings']
}

test('DESK-1 each call of the desk is open to the holders of its power, and to all others there is no such call', async () => {
  const venue = await deskVenue()
  const wrong: string[] = []
  const id = await venue.command((ctx) => {
    const chat = singleOf(ctx, support, venue.ann)
    waitForDesk(ctx, chat.id, venue.ann)
    return chatIdOf(chat)
  })
  const bodyOf = (name: string) => ({ ...bodies[name], ...(['talk', 'answer', 'closeTalk'].includes(name) && { id }) })
  for (const { name, endpoint } of calls)
    for (const power of [...deskPowers, 'addNewGroup']) {
      await venue.hold(venue.ben, [power])
      const { reason } = await venue.as(venue.ben, `${endpoint.method} /api/${endpoint.path}`, bodyOf(name))
      const mayReach = needed(name).includes(power)
      if ((reason !== 'not_found') !== mayReach) wrong.push(`${name} with ${power}: ${reason}`)
      if (endpoint.does === 'changes' && mayReach) await venue.reset()
    }
  expect(wrong).toEqual([])
  expect(Object.keys(bodies).toSorted()).toEqual(Object.keys(desk).toSorted())
})

test('DESK-1 without a power a call is refused before its fields are read, and a visitor is asked to log in', async () => {
  const venue = await deskVenue()
  for (const { endpoint } of calls) {
    const routeKey = `${endpoint.method} /api/${endpoint.path}`
    expect([endpoint.path, (await venue.as(venue.ann, routeKey, { nonsense: 1 })).reason]).toEqual([
      endpoint.path,
      'not_found',
    ])
    expect([endpoint.path, (await venue.as(0, routeKey, { nonsense: 1 })).reason]).toEqual([
      endpoint.path,
      'not_logged_in',
    ])
  }
})

test('DESK-1 a queue is open to the power of its kind alone', async () => {
  const venue = await deskVenue({ deposit: { hasDemoAddresses: false } })
  const seen: string[] = []
  for (const power of deskPowers) {
    await venue.hold(venue.ben, [power])
    for (const kind of caseKinds) {
      const { reason } = await venue.as(venue.ben, 'GET /api/desk/cases', { kind })
      if (reason === undefined) seen.push(`${power} ${kind}`)
    }
    const { message } = await venue.as(venue.ben, 'GET /api/desk/index', {})
    expect(message).toMatchObject({
      powers: [power],
      queues: caseKinds.filter((kind) => powerOfKind[kind] === power).map((kind) => ({ kind })),
    })
  }
  expect(seen.toSorted()).toEqual(caseKinds.map((kind) => `${powerOfKind[kind]} ${kind}`).toSorted())
})

test('DESK-2 an account that DESK_ACCOUNTS names holds every power, and loses them with the name', async () => {
  const { identity } = defaultSettings(true, settingsOf({ DESK_ACCOUNTS: ' Boss@Kontor.test, +852-91234567 ' }))
  expect(identity.operators).toEqual(['boss@kontor.test', '852-91234567'])
  expect(() => settingsOf({ DESK_ACCOUNTS: 'boss@kontor.test; ann' })).toThrow('DESK_ACCOUNTS')
  const venue = await deskVenue({ identity: { operators: ['ben@kontor.test'] } })
  expect((await venue.as(venue.ben, 'GET /api/desk/index', {})).message).toMatchObject({ powers: [...deskPowers] })
  expect((await venue.as(venue.ann, 'GET /api/desk/index', {})).reason).toBe('not_found')
})

test('DESK-3 a verification waits in the queue with what a decider compares, and passing it is pushed, logged and seen', async () => {
  const venue = await deskVenue()
  await venue.hold(venue.ben, ['deskKyc', 'deskSettings'])
  const { message: queue } = await venue.as(venue.ben, 'GET /api/desk/cases', { kind: 'kyc' })
  expect(queue).toMatchObject({
    count: 1,
    list: [
      { id: venue.annCase, kind: 'kyc', status: 'open', title: 'Ann Lee', signals: ['new_account'], decided_ms: null },
    ],
  })
  const { message: full } = await venue.as(venue.ben, 'GET /api/desk/case', { id: venue.annCase })
  expect(full).toMatchObject({
    user: { id: venue.ann, account: 'an***@kontor.test' },
    may: ['pass', 'reject'],
    is_own: 0,
    relatives: [],
    history: [],
    facts: [
      { name: 'name', value: 'Ann Lee' },
      { name: 'country', value: 'HK' },
      { name: 'card', value: 'A1234567' },
      { name: 'level', value: '0' },
      { name: 'worth', unit: 'USDT' },
      { name: 'since' },
    ],
  })
  const { message: passed } = await venue.as(venue.ben, 'POST /api/desk/decide', {
    id: venue.annCase,
    decision: 'pass',
  })
  expect(passed).toMatchObject({ status: 'passed', rev: 2 })
  venue.flush()
  expect(venue.eventsOf(venue.ann, 'kyc.changed').at(-1)).toMatchObject({ v: { level: 1, review_status: 2 } })
  expect((await venue.as(venue.ben, 'GET /api/desk/log', {})).message).toMatchObject({
    count: 1,
    list: [
      {
        by: { id: venue.ben },
        action: 'pass',
        kind: 'kyc',
        case_id: venue.annCase,
        before: '{"status":"open"}',
        after: '{"status":"passed"}',
        reason: null,
      },
    ],
  })
  expect((await venue.as(venue.ben, 'GET /api/desk/cases', { kind: 'kyc' })).message).toMatchObject({ count: 0 })
  expect(
    (await venue.as(venue.ben, 'GET /api/desk/cases', { kind: 'kyc', status: 'passed', keyword: 'ann' })).message,
  ).toMatchObject({ count: 1 })
})

test.each([
  ['no reason to reject', { decision: 'reject', reason: ' ' }, 'reason_required'],
  ['a case that has moved on', { decision: 'pass', expect: 0 }, 'state_moved'],
  ['no such case', { id: 'kyc-999999', decision: 'pass' }, 'not_found'],
  ['no such kind', { id: 'cards-100001', decision: 'pass' }, 'not_found'],
])('DESK-4 a decision with %s is refused, changes nothing and writes no line', async (_, change, reason) => {
  const venue = await deskVenue()
  await venue.hold(venue.ben, ['deskKyc', 'deskSettings'])
  expect((await venue.as(venue.ben, 'POST /api/desk/decide', { id: venue.annCase, ...change })).reason).toBe(reason)
  expect((await venue.as(venue.ben, 'GET /api/desk/log', {})).message).toMatchObject({ count: 0 })
  expect((await venue.as(venue.ben, 'GET /api/desk/cases', { kind: 'kyc' })).message).toMatchObject({ count: 1 })
})

test('DESK-5 nobody decides a case of their own', async () => {
  const venue = await deskVenue()
  await venue.hold(venue.ann, ['deskKyc'])
  expect((await venue.as(venue.ann, 'GET /api/desk/case', { id: venue.annCase })).message).toMatchObject({
    is_own: 1,
    may: [],
  })
  expect((await venue.as(venue.ann, 'POST /api/desk/decide', { id: venue.annCase, decision: 'pass' })).reason).toBe(
    'own_case',
  )
})

test('AT15 a passed verification can be rejected again with a reason, the advanced level falls with it, and both are decided once', async () => {
  const venue = await deskVenue()
  await venue.hold(venue.ben, ['deskKyc', 'deskSettings'])
  const decide = (decision: string, reason = '') =>
    venue.as(venue.ben, 'POST /api/desk/decide', { id: venue.annCase, decision, reason })
  await decide('pass')
  expect((await decide('pass')).reason).toBe('step_refused')
  await venue.pass(venue.ann, 2)
  const wish = { currency_id: 1, legal_id: 3, num: '100', type: 1, seconds: 60 }
  expect((await decide('reject', 'The card was reported lost.')).message).toMatchObject({
    status: 'rejected',
    reason: 'The card was reported lost.',
  })
  expect(venue.statusesOf(venue.ann)).toEqual(['rejected', 'rejected'])
  expect((await venue.as(venue.ann, 'POST /api/microtrade/submit', wish)).reason).toBe('kyc_needed')
  expect((await decide('reject', 'Again.')).reason).toBe('step_refused')
  expect((await venue.as(venue.ben, 'GET /api/desk/log', {})).message).toMatchObject({
    count: 2,
    list: [{ action: 'reject' }, { action: 'pass' }],
  })
})

test('DESK-6 the same card or address on another account is shown with that account', async () => {
  const venue = await deskVenue()
  await venue.hold(venue.ben, ['deskKyc'])
  await venue.command(({ tables }) => {
    const row = tables.kycs.need(`${venue.ann}:1`)
    tables.kycs.put({ ...row, address: '8B, 21 Nathan Road' })
    tables.kycs.put({
      ...row,
      id: `${venue.cleo}:1`,
      user: venue.cleo,
      status: 'rejected',
      address: '8b 21  nathan road',
    })
  })
  const { message } = await venue.as(venue.ben, 'GET /api/desk/case', { id: venue.annCase })
  expect(message).toMatchObject({
    signals: ['card_elsewhere', 'address_elsewhere', 'new_account'],
    relatives: [
      { id: venue.cleo, shares: 'card', kyc: 0 },
      { id: venue.cleo, shares: 'address', kyc: 0 },
    ],
  })
})

test('DESK-26 a second application is a case of its own: the id of the first one answers with it and decides nothing', async () => {
  const venue = await deskVenue()
  await venue.hold(venue.ben, ['deskKyc'])
  const caseOf = async (id: string) => (await venue.as(venue.ben, 'GET /api/desk/case', { id })).message
  const decide = (id: string, decision: string, reason = '') =>
    venue.as(venue.ben, 'POST /api/desk/decide', { id, decision, reason })
  await decide(venue.annCase, 'reject', 'The name differs.')
  expect(await caseOf(venue.annCase)).toMatchObject({ id: venue.annCase, status: 'rejected' })
  await venue.as(venue.ann, 'POST /api/user/real_name', { name: 'Ann Lee', country: 'HK', card_id: 'A1234567' })
  const second = `${venue.annCase}-2`
  expect((await venue.as(venue.ben, 'GET /api/desk/cases', { kind: 'kyc' })).message).toMatchObject({
    count: 1,
    list: [{ id: second, signals: ['tried_before', 'new_account'] }],
  })
  const open = {
    id: second,
    status: 'open',
    may: ['pass', 'reject'],
    history: [{ action: 'reject', case_id: venue.annCase }],
  }
  expect(await caseOf(second)).toMatchObject(open)
  expect(await caseOf(venue.annCase)).toMatchObject(open)
  expect((await venue.as(venue.ben, 'GET /api/desk/case', { id: `${venue.annCase}-3` })).reason).toBe('not_found')
  expect(await decide(venue.annCase, 'pass')).toMatchObject({ reason: 'state_moved', params: { now: { id: second } } })
  expect((await decide(second, 'pass')).message).toMatchObject({ id: second, status: 'passed' })
  expect(await caseOf(second)).toMatchObject({
    history: [
      { action: 'pass', case_id: second },
      { action: 'reject', case_id: venue.annCase },
    ],
  })
})

test('DESK-26 the demo decides a second application under the id of that application', async () => {
  const venue = await deskVenue({ demoReview: true })
  await venue.hold(venue.ben, ['deskKyc'])
  for (const card_id of ['A12', 'A1234567']) {
    await venue.as(venue.cleo, 'POST /api/user/real_name', { name: 'Cleo', country: 'HK', card_id: `C${card_id}` })
    venue.clock.advance(10_000)
    await venue.runDue()
  }
  const { message } = await venue.as(venue.ben, 'GET /api/desk/case', { id: `kyc-${venue.cleo}` })
  expect(message).toMatchObject({
    id: `kyc-${venue.cleo}-2`,
    status: 'passed',
    history: [
      { action: 'pass', case_id: `kyc-${venue.cleo}-2` },
      { action: 'reject', case_id: `kyc-${venue.cleo}` },
    ],
  })
})

test('DESK-7 with DEMO_REVIEW=0 nothing is decided by itself, and production never decides by itself', async () => {
  const decided = async (demoReview: boolean) => {
    const venue = await deskVenue({ demoReview })
    venue.clock.advance(60_000)
    await venue.runDue()
    return venue.statusesOf(venue.ann)
  }
  expect(await decided(true)).toEqual(['passed'])
  expect(await decided(false)).toEqual(['underReview'])
  expect(defaultSettings(true, settingsOf({ DEMO_REVIEW: '0' })).demoReview).toBe(false)
  expect(defaultSettings(false, settingsOf({ DEMO_REVIEW: '1' })).demoReview).toBe(false)
})
