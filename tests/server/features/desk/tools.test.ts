import { languages } from '#contract/wire/languages.ts'
import { parseDec } from '#contract/wire/money.ts'
import { isApproved, type Wish } from '#server/features/desk/approvals.ts'
import { promise } from '#server/features/finance/earnings/house.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { deskVenue } from './desk-venue.ts'
import { expect, test } from 'vitest'

const why = 'Asked for by the board.'
const order = { currency_id: 1, legal_id: 3, type: 1, kind: 'limit', amount: '0.001', target_price: '50000' }
const textsIn = (langs: readonly string[], word = 'News') =>
  langs.map((lang) => ({ lang, title: `${word} ${lang}`, content: 'Text.' }))
const open = async (...powers: string[]) => {
  const venue = await deskVenue()
  await venue.hold(venue.ben, powers)
  const log = async () => (await venue.asOperator('GET /api/desk/log', {})).message
  return { ...venue, log }
}

test('DESK-8 a setting is changed within its range and with a reason, counts at once and again after a restart', async () => {
  const store = openSqlite(':memory:')
  const venue = await deskVenue({}, store)
  await venue.hold(venue.ben, ['deskSettings'])
  const set = (value: string, more: object = {}) =>
    venue.as(venue.ben, 'POST /api/desk/settings', { name: 'spot.coinTradeFee', value, reason: why, ...more })
  expect((await set('0.06')).reason).toBe('setting_range')
  expect((await set('1e-3')).reason).toBe('setting_range')
  expect((await set('0.002', { reason: '' })).reason).toBe('reason_required')
  expect((await set('0.002', { expect: '0.5' })).reason).toBe('state_moved')
  expect((await set('0.002', { name: 'core.demo' })).reason).toBe('keyword_unknown')
  expect(venue.venue.ctx.settings.spot.coinTradeFee).toBe('0.001')
  const fee = { name: 'spot.coinTradeFee', type: 'decimal', min: '0', max: '0.05', initial: '0.001' }
  expect((await set('0.002', { expect: '0.001' })).message).toEqual({ ...fee, value: '0.001', waits: 'change-1' })
  expect((await venue.second()).message).toMatchObject({ status: 'passed' })
  expect((await venue.as(venue.ben, 'GET /api/desk/settings', {})).message).toContainEqual({
    ...fee,
    value: '0.002',
    waits: null,
  })
  expect((await set('5', { name: 'market.cnyPerUsdt' })).message).toMatchObject({ value: '5', waits: null })
  const change = { about: 'spot.coinTradeFee', before: '"0.001"', after: '"0.002"' }
  expect((await venue.as(venue.ben, 'GET /api/desk/log', {})).message).toMatchObject({
    count: 3,
    list: [
      { action: 'setting', about: 'market.cnyPerUsdt', after: '"5"', by: { id: venue.ben } },
      { ...change, action: 'pass', reason: null },
      { ...change, action: 'propose', reason: why, by: { id: venue.ben } },
    ],
  })
  venue.flush()
  expect(createMemoryVenue({ store }).venue.ctx.settings.spot.coinTradeFee).toBe('0.002')
})

test('DESK-9 a halted market takes no new order, lets open ones be cancelled, and stays halted over a restart until it is resumed', async () => {
  const store = openSqlite(':memory:')
  const venue = await deskVenue({}, store)
  await venue.hold(venue.ben, ['deskSettings'])
  const halt = (halt: number, more: object = {}) =>
    venue.as(venue.ben, 'POST /api/desk/halt', { market: 'BTC-USDT', halt, reason: why, ...more })
  const submit = (more: object = {}) => venue.as(venue.ann, 'POST /api/coin/trade', { ...order, ...more })
  const rested = await submit()
  expect((await halt(1, { market: 'XXX-USDT' })).reason).toBe('not_found')
  expect((await halt(1, { reason: '' })).reason).toBe('reason_required')
  const { message } = await halt(1)
  expect(message).toMatchObject({
    all_halted: 0,
    list: expect.arrayContaining([expect.objectContaining({ market: 'BTC-USDT', is_halted: 1 })]),
  })
  expect((await submit()).reason).toBe('market_closed')
  expect((await submit({ currency_id: 2, target_price: '2000', amount: '0.01' })).reason).toBeUndefined()
  expect((await venue.as(venue.ann, 'POST /api/coin/cancel', { id: rested.data?.['id'] })).reason).toBeUndefined()
  venue.flush()
  const again = createMemoryVenue({ store })
  expect((await again.ask('POST /api/coin/trade', order, { user: venue.ann }, crypto.randomUUID())).refused).toBe(
    'market_closed',
  )
  expect((await halt(0)).reason).toBeUndefined()
  expect((await submit()).reason).toBe('market_closed')
  await venue.second()
  expect((await submit()).reason).toBeUndefined()
  await venue.as(venue.ben, 'POST /api/desk/halt', { halt: 1, reason: why })
  expect((await submit({ currency_id: 2, target_price: '2000', amount: '0.01' })).reason).toBe('market_closed')
  expect((await venue.as(venue.ben, 'GET /api/desk/log', {})).message).toMatchObject({
    list: [
      { action: 'halt', about: 'all' },
      { action: 'pass', about: 'BTC-USDT', before: '{"halted":true}', after: '{"halted":false}' },
      { action: 'propose', about: 'BTC-USDT' },
      { action: 'halt', about: 'BTC-USDT', before: '{"halted":false}', after: '{"halted":true}' },
    ],
  })
})

test('DESK-10 a lock is pushed with its end, an account lock ends all logins, and unlocking lifts it', async () => {
  const { venue, clock, as, ann, ben, eventsOf, flush } = await open('deskUser')
  const until = clock.now() + 86_400_000
  const lock = (what: string, until_ms: number, more: object = {}) =>
    as(ben, 'POST /api/desk/user', { user_id: ann, what, until_ms, reason: why, ...more })
  expect((await lock('trade', until, { reason: '' })).reason).toBe('reason_required')
  expect((await lock('trade', until, { user_id: ben })).reason).toBe('own_case')
  expect((await lock('trade', until)).message).toMatchObject({
    id: ann,
    lock: { trade_lock: 1, trade_until_ms: until, reason: why },
  })
  flush()
  expect(eventsOf(ann, 'account.lockChanged').at(-1)).toMatchObject({
    why: 'desk',
    v: { trade_lock: 1, trade_until_ms: until },
  })
  expect((await as(ann, 'POST /api/coin/trade', order)).reason).toBe('trade_locked')
  expect((await lock('trade', 0)).message).toMatchObject({ lock: { trade_lock: 0, reason: null } })
  expect((await as(ann, 'POST /api/coin/trade', order)).reason).toBeUndefined()
  await as(0, 'POST /api/user/login', { user_type: 'email', user_string: 'ann@kontor.test', password: 'secret1' })
  // That of the registration, and this one.
  expect(venue.ctx.tables.sessions.group('user', ann)).toHaveLength(2)
  await lock('account', until)
  expect(venue.ctx.tables.sessions.group('user', ann)).toEqual([])
})

test('DESK-10 accounts are found by number, mail or a part of it, phone or nickname, and powers are granted by holders of grantPower alone', async () => {
  const { as, ann, ben, hold, second } = await open('deskUser')
  const find = async (keyword: string) => (await as(ben, 'GET /api/desk/users', { keyword })).message
  expect((await as(ben, 'GET /api/desk/users', {})).reason).toBe('keyword_required')
  for (const keyword of [String(ann), 'ANN@kontor.test', 'Ann', `K${ann}`])
    expect(await find(keyword)).toMatchObject({ count: 1, list: [{ id: ann, account: 'an***@kontor.test' }] })
  expect(await find('n@kontor')).toMatchObject({ count: 0 })
  const grant = (powers: string[]) => as(ben, 'POST /api/desk/user', { user_id: ann, powers, reason: why })
  expect((await grant(['deskKyc'])).reason).toBe('not_found')
  await hold(ben, ['deskUser', 'grantPower'])
  expect((await grant(['deskKyc'])).message).toMatchObject({ powers: [], waits: 'grant-1' })
  await second()
  expect((await as(ann, 'GET /api/desk/index', {})).message).toMatchObject({ powers: ['deskKyc'] })
  expect((await grant([])).message).toMatchObject({ powers: [] })
})

test('DESK-11 a text is published in seven languages or not at all, each reader is told in their own, and it can be changed and removed', async () => {
  const { as, ann, ben, venue, eventsOf, flush, log } = await open('deskNews')
  const publish = (body: object) => as(ben, 'POST /api/desk/news', body)
  await as(0, 'POST /api/user/login', { user_type: 'email', user_string: 'ann@kontor.test', password: 'secret1' })
  const { lang } = venue.ctx.tables.users.need(ann)
  const before = venue.ctx.tables.news.count()
  expect(await publish({ c_id: 4, texts: textsIn(languages.slice(1)) })).toMatchObject({
    reason: 'title_required',
    params: { lang: languages[0] },
  })
  expect(venue.ctx.tables.news.count()).toBe(before)
  const { message } = await publish({ c_id: 4, texts: textsIn(languages), notify: 1 })
  expect(message).toMatchObject({ list: languages.map((each) => ({ c_id: 4, lang: each, title: `News ${each}` })) })
  flush()
  expect(eventsOf(ann, 'news.published')).toMatchObject([{ v: { title: `News ${lang}` } }])
  const { message: found } = await as(ann, 'POST /api/news/list', { c_id: 4, lang: 'th', keyword: 'news th' })
  expect(found).toMatchObject({ count: 1 })
  const { message: mine } = await as(ben, 'GET /api/desk/news', { c_id: 4 })
  const id = Number(JSON.parse(JSON.stringify(mine)).list[0].id)
  await publish({ id, texts: textsIn(languages, 'Changed') })
  expect((await as(ann, 'POST /api/news/detail', { id })).message).toMatchObject({
    title: expect.stringContaining('Changed'),
  })
  expect((await publish({ id, remove: 1 })).reason).toBe('reason_required')
  expect((await publish({ id, remove: 1, reason: why })).message).toEqual({ list: [] })
  expect((await as(ann, 'POST /api/news/detail', { id })).reason).toBe('not_found')
  expect(await log()).toMatchObject({
    count: 3,
    list: [{ action: 'news.remove', reason: why }, { action: 'news.change' }, { action: 'news.publish' }],
  })
})

test('DESK-11 an initial text that was removed does not come back at the next start', async () => {
  const store = openSqlite(':memory:')
  const venue = await deskVenue({}, store)
  await venue.hold(venue.ben, ['deskNews'])
  const all = () => [...venue.venue.ctx.tables.news.all()]
  const [first] = all()
  await venue.as(venue.ben, 'POST /api/desk/news', { id: first?.id, remove: 1, reason: why })
  venue.flush()
  const again = createMemoryVenue({ store }).venue.ctx.tables.news
  expect(again.count()).toBe(all().length)
  expect(again.one('key', `${first?.key}|en`)).toBeUndefined()
})

test('DESK-12 above the setting two people pass a case, for one amount and one state of it', async () => {
  const { venue, command, hold, ann, ben } = await open()
  await hold(ann, ['deskMoney'])
  await hold(ben, ['deskMoney'])
  const approve = (by: number, worth: string, more: Partial<Wish> = {}) =>
    command((ctx) =>
      isApproved(ctx, by, {
        id: 'deposit-1',
        kind: 'deposit',
        stake: parseDec(worth),
        rev: 1,
        credited: null,
        txid: null,
        ...more,
      }),
    )
  expect(venue.ctx.settings.desk.fourEyesAbove).toBe('10000')
  expect(await approve(ann, '10000')).toBe(true)
  expect(await approve(ann, '10000.01')).toBe(false)
  await expect(approve(ann, '10000.01')).rejects.toThrow('second_needed')
  expect(await approve(ben, '10000.01', { credited: '5' })).toBe(false)
  expect(await approve(ann, '10000.01', { rev: 2, credited: '5' })).toBe(false)
  expect(await approve(ben, '10000.01', { rev: 2, credited: '5' })).toBe(true)
})
test('L11 the desk sees what the house has promised and paid in each coin, and moves its limit', async () => {
  const venue = await deskVenue()
  await venue.hold(venue.ben, ['deskSettings'])
  const house = async () => (await venue.as(venue.ben, 'GET /api/desk/house', {})).message
  expect(await house()).toEqual([
    { currency_name: 'USDT', limit: '500000', paid: '0', promised: '0', room: '500000' },
    { currency_name: 'BTC', limit: '5', paid: '0', promised: '0', room: '5' },
    { currency_name: 'ETH', limit: '150', paid: '0', promised: '0', room: '150' },
  ])
  await venue.venue.command((ctx) => promise(ctx, 'hosting', 3, 10n ** 8n))
  expect(
    (await venue.as(venue.ben, 'POST /api/desk/settings', { name: 'earnings.USDT', value: '0', reason: why })).message,
  ).toMatchObject({ value: '0', initial: '500000' })
  expect(await house()).toMatchObject([
    { currency_name: 'USDT', limit: '0', promised: '1', room: '0' },
    { currency_name: 'BTC' },
    { currency_name: 'ETH' },
  ])
  await expect(venue.venue.command((ctx) => promise(ctx, 'hosting', 3, 1n))).rejects.toMatchObject({
    reason: 'product_closed',
  })
  expect((await venue.as(venue.ann, 'GET /api/desk/house', {})).reason).toBe('not_found')
})

test('DESK-35 one person is seen whole: money, bookings, devices, the cases the reader may decide and what the desk did; nobody else sees it', async () => {
  const venue = await open('deskUser')
  const read = (who: number, id = venue.ann) => venue.as(who, 'GET /api/desk/user', { id })
  expect((await read(venue.cleo)).reason).toBe('not_found')
  expect((await read(venue.ben, 999_999)).reason).toBe('not_found')
  await venue.as(venue.ben, 'POST /api/desk/user', {
    user_id: venue.ann,
    what: 'withdraw',
    until_ms: venue.venue.ctx.now() + 60_000,
    reason: why,
  })
  const seen = (await read(venue.ben)).message
  expect(seen).toMatchObject({
    user: { id: venue.ann, kyc: 0 },
    cases: [],
    acts: [{ action: 'user', about: String(venue.ann), reason: why, by: { id: venue.ben } }],
  })
  expect(seen).toHaveProperty('balances.0.held', '0')
  expect(seen).toHaveProperty('logs.0.user_id', venue.ann)
  expect(seen).toHaveProperty('devices.0.is_this', 0)
  await venue.hold(venue.ben, ['deskUser', 'deskKyc'])
  await venue.as(venue.ben, 'POST /api/desk/decide', { id: venue.annCase, decision: 'reject', reason: why })
  expect((await read(venue.ben)).message).toMatchObject({
    cases: [{ id: venue.annCase, status: 'rejected' }],
    acts: [{ action: 'reject', case_id: venue.annCase }, { action: 'user' }],
  })
})
test('a note about a case or a person stands in the log, by whom and when, and is seen with the case and the person; nobody writes about what they may not see', async () => {
  const venue = await open('deskUser', 'deskKyc')
  const { as, ann, ben, cleo, annCase } = venue
  const note = (who: number, about: object, text = why) => as(who, 'POST /api/desk/note', { ...about, text })
  expect([(await note(cleo, { case_id: annCase })).reason, (await note(ben, { user_id: 999_999 })).reason]).toEqual([
    'not_found',
    'not_found',
  ])
  expect((await note(ben, { case_id: annCase }, ' ')).reason).toBe('reason_required')
  expect((await note(ben, { case_id: annCase }, 'Called back.')).message).toMatchObject({
    action: 'note',
    case_id: annCase,
    by: { id: ben },
    reason: 'Called back.',
  })
  expect((await note(ben, { user_id: ann }, 'Speaks Thai.')).type).toBe('ok')
  const reasonsIn = (lines: unknown) => Object(lines).map(({ reason }: { reason: string }) => reason)
  expect(reasonsIn(Object((await as(ben, 'GET /api/desk/case', { id: annCase })).message).history)).toEqual([
    'Called back.',
  ])
  expect(reasonsIn(Object((await as(ben, 'GET /api/desk/user', { id: ann })).message).acts)).toEqual([
    'Speaks Thai.',
    'Called back.',
  ])
  await venue.hold(cleo, ['deskKyc'])
  expect([(await note(cleo, { user_id: ann })).reason, (await note(cleo, { case_id: annCase })).type]).toEqual([
    'not_found',
    'ok',
  ])
})
