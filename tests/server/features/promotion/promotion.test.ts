import { logTypes } from '#contract/wire/booking.ts'
import { parseDec } from '#contract/wire/money.ts'
import { auditPromotion } from '#server/features/promotion/audit.ts'
import { invitersOf } from '#server/features/promotion/share.ts'
import { firstDayOf, dayOf } from '#server/features/promotion/spans.ts'
import { optionVenue } from '#tests/support/option-venue.ts'
import { answerOf, register } from '#tests/support/people.ts'
import { actsOf, spotVenue } from '#tests/support/spot-venue.ts'
import { leverVenue, verify } from '#tests/support/lever-venue.ts'
import { createMemoryVenue, memoryStartMs, type MemoryVenue } from '#server/memory.ts'
import { expect, test } from 'vitest'

const usdt = 3
const first3 = (rows: unknown) => (Array.isArray(rows) ? rows.slice(0, 3) : rows)
const codeOf = ({ venue }: Pick<MemoryVenue, 'venue'>, user: number) => venue.ctx.tables.users.need(user).code
/** Four people, each invited by the one before. */
async function chain(harness: MemoryVenue) {
  const users: number[] = []
  for (const name of ['top', 'mid', 'low', 'new']) {
    const above = users.at(-1)
    users.push(
      await register(
        harness,
        `${name}@kontor.test`,
        above === undefined ? {} : { extension_code: codeOf(harness, above) },
      ),
    )
  }
  const [top = 0, mid = 0, low = 0, fresh = 0] = users
  return { top, mid, low, fresh }
}
const feesOf = ({ venue }: Pick<MemoryVenue, 'venue'>, user: number, amount: string, asset = usdt) =>
  venue.command((ctx) => {
    const units = parseDec(amount)
    ctx.ledger.post({
      type: logTypes.spotGiven,
      ref: 'fee:test',
      postings: [
        { owner: user, asset, kind: 'change', free: -units },
        { owner: 'fee', asset, kind: 'change', free: units },
      ],
    })
    ctx.ledger.noteFee({ payer: user, asset, kind: 'change', amount: units, ref: 'fee:test' })
  })
const freeOf = ({ venue }: Pick<MemoryVenue, 'venue'>, owner: number | 'fee') =>
  venue.ctx.ledger.balance({ owner, asset: usdt, kind: 'change' }).free

test('B1 a fee is shared among three levels out of the fee account, each by the level of who earns, and the rest stays', async () => {
  const harness = createMemoryVenue()
  const { top, mid, low, fresh } = await chain(harness)
  await harness.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(mid), agentLevel: 2 }))
  const before = [top, mid, low].map((user) => freeOf(harness, user))
  await feesOf(harness, fresh, '10')
  const gained = [top, mid, low].map((user, at) => freeOf(harness, user) - (before[at] ?? 0n))
  expect(gained).toEqual([parseDec('0.1'), parseDec('0.8'), parseDec('1')])
  expect(freeOf(harness, 'fee')).toBe(parseDec('8.1'))
  expect(harness.venue.audit()).toEqual([])
})
test('B1 the share of a locked inviter stays with the venue, and no share is more than what is left of the fee', async () => {
  const harness = createMemoryVenue({ settings: { promotion: { rates: [['0.7', '0.6', '0.5']] } } })
  const { top, mid, low, fresh } = await chain(harness)
  await harness.venue.command(({ tables, now }) =>
    tables.users.put({ ...tables.users.need(low), accountUntil: now() + 1 }),
  )
  const before = [top, mid, low].map((user) => freeOf(harness, user))
  await feesOf(harness, fresh, '1')
  expect([top, mid, low].map((user, at) => freeOf(harness, user) - (before[at] ?? 0n))).toEqual([
    parseDec('0.4'),
    parseDec('0.6'),
    0n,
  ])
  expect([freeOf(harness, 'fee'), harness.venue.audit()]).toEqual([0n, []])
})
test('L15 who trades with somebody they invited is told the version that has their share of the other fee', async () => {
  const harness = await spotVenue(1)
  const { ann, ask, submit, venue } = harness
  const invited = await register(harness, 'invited@kontor.test', { extension_code: codeOf(harness, ann) })
  await submit(invited, { type: 2, amount: '0.01', target_price: '95000' })
  const before = freeOf(harness, ann)
  const { ledgerSeq } = await ask(
    'POST /api/coin/trade',
    { legal_id: 3, currency_id: 1, type: 1, amount: '0.01', target_price: '95000' },
    { user: ann },
  )
  // 950 paid, and a tenth of the fee of 0.95 on the other side.
  expect(freeOf(harness, ann) - before).toBe(parseDec('-949.905'))
  expect(ledgerSeq).toBe(Math.max(...venue.ctx.tables.balances.group('owner', ann).map(({ seq }) => seq)))
})
test('B1 a share is as fine as the coin, and a fee too small to share is not shared', async () => {
  const harness = createMemoryVenue()
  const { low, fresh } = await chain(harness)
  const before = freeOf(harness, low)
  await feesOf(harness, fresh, '0.000009')
  expect(freeOf(harness, low) - before).toBe(0n)
  await feesOf(harness, fresh, '0.000019')
  expect(freeOf(harness, low) - before).toBe(parseDec('0.000001'))
})
test('B1 AT12 the audit finds a loop of inviters, and a loop pays nobody for their own fee', async () => {
  const harness = createMemoryVenue()
  const { top, mid, fresh } = await chain(harness)
  await harness.venue.command(({ tables }) => tables.users.put({ ...tables.users.need(top), inviter: fresh }))
  expect(invitersOf(harness.venue.ctx, fresh).map(({ id }) => id)).not.toContain(fresh)
  expect(invitersOf(harness.venue.ctx, mid).map(({ id }) => id)).toEqual([top, fresh, mid + 1])
  expect([...auditPromotion(harness.venue.ctx)]).toEqual([{ rule: 'B1', at: String(top) }])
})
test('PRO-1 a fee of a spot trade is shared in the transaction of the trade, logged and told', async () => {
  const venue = await spotVenue(0)
  const { top, mid, low, fresh } = await chain(venue)
  const events: unknown[] = []
  venue.venue.deliveries$.subscribe((rows) =>
    events.push(...rows.map(({ user, body }): unknown => ({ user, ...JSON.parse(body) }))),
  )
  const { submit } = actsOf(venue)
  await submit(top, { type: 2, target_price: '95000', amount: '0.01' })
  const seq = venue.venue.ctx.journal.end().seq
  await submit(fresh, { type: 1, target_price: '95000', amount: '0.01' })
  venue.venue.flush()
  const entries = await venue.venue.store.entries(seq, 20)
  const rebates = entries.filter(({ type }) => type === logTypes.rebate)
  // 0.1 % of 0.01 BTC is 0.00001 BTC; the inviters are low, mid and top.
  expect(rebates.map(({ lines }) => lines)).toEqual([
    '[["fee",1,"change","-140","0"],' +
      `[${low},1,"change","100","0"],[${mid},1,"change","30","0"],[${top},1,"change","10","0"]]`,
  ])
  expect(events).toContainEqual({
    user: low,
    ev: 'promotion.rebateEarned',
    v: expect.objectContaining({
      type: 33,
      currency: 1,
      currency_name: 'BTC',
      from_user_id: fresh,
      from_account_number: 'ne***@kontor.test',
      level: 1,
      value: '0.000001',
    }),
  })
  expect(venue.venue.audit()).toEqual([])
})
test('PRO-2 the fee of a waiting contract is shared when it opens, and not at all when it is cancelled', async () => {
  const venue = await leverVenue(0)
  const { low, fresh } = await chain(venue)
  await verify(venue.venue, [fresh])
  await venue.mark(100_000)
  const paid = () => venue.venue.ctx.tables.rebateTotals.get(low)?.worth ?? '0'
  const order = { legal_id: usdt, currency_id: 1, type: 1, multiple: 10, share: 1 }
  await venue.call(fresh, 'submit', { ...order, status: 0, target_price: '90000' })
  const [waiting] = venue.venue.ctx.tables.leverPositions.group('user', fresh)
  expect([waiting?.status, paid()]).toEqual(['pending', '0'])
  await venue.call(fresh, 'cancel', { id: waiting?.id })
  expect(paid()).toBe('0')
  await venue.call(fresh, 'submit', { ...order, status: 1 })
  expect(paid()).not.toBe('0')
  expect(venue.venue.audit()).toEqual([])
})
test('PRO-2 the fee of a round is shared when it is settled; a void round gives it back and shares nothing', async () => {
  const venue = await optionVenue(0)
  const { low, fresh } = await chain(venue)
  await verify(venue.venue, [fresh])
  const paid = () => venue.venue.ctx.tables.rebateTotals.get(low)?.worth ?? '0'
  await venue.until(1000)
  await venue.submit(fresh)
  await venue.until(20_000)
  await venue.silence(120_000)
  const fee = venue.venue.ctx.ledger.balance({ owner: 'fee', asset: usdt, kind: 'micro' }).free
  expect([paid(), fee, venue.venue.audit()]).toEqual(['0', 0n, []])
})
test('PRO-3 the ranking has ten places by what was earned in the span, who had it earlier first, masked, with my row marked', async () => {
  const harness = createMemoryVenue()
  const users: number[] = []
  for (let n = 1; n <= 12; n += 1) users.push(await register(harness, `a${n}@kontor.test`))
  const [first = 0, second = 0] = users
  const day = dayOf(memoryStartMs)
  await harness.venue.command(({ tables }) =>
    users.forEach((user, at) => {
      const worth = String(at < 2 ? 100 : 50 - at)
      tables.rebateTotals.put({ user, worth, at: 1000 - at })
      tables.rebateDays.put({ id: `${user}|${day}`, user, day, worth: at === 11 ? '500' : worth, at: 1000 - at })
    }),
  )
  const ranking = async (time: string) =>
    answerOf((await harness.ask('POST /api/user/invite_list', { time }, { user: first })).answer).message
  const all = await ranking('all')
  expect(all).toHaveLength(10)
  expect(first3(all)).toMatchObject([
    { rank: 1, user_id: second, total: '100', mine: 0 },
    { rank: 2, user_id: first, account: 'a1***@kontor.test', mine: 1 },
    { rank: 3, total: '48' },
  ])
  expect(first3(await ranking('day'))).toMatchObject([
    { rank: 1, account: 'a1***@kontor.test', total: '500' },
    { user_id: second },
    { user_id: first },
  ])
  harness.clock.advance(86_400_000)
  expect([await ranking('day'), (await ranking('week')) === null]).toEqual([[], false])
  expect(await ranking('week')).toHaveLength(10)
  harness.clock.advance(31 * 86_400_000)
  expect(await ranking('month')).toEqual([])
})
test('PRO-3 a span begins at the platform day, on Monday, and on the first of the month', () => {
  const at = Date.UTC(2026, 2, 11, 23, 59)
  expect(
    (['day', 'week', 'month', 'all'] as const).map((span) =>
      new Date(firstDayOf(span, at) * 86_400_000).toISOString().slice(0, 10),
    ),
  ).toEqual(['2026-03-11', '2026-03-09', '2026-03-01', '1970-01-01'])
})
test('PRO-4 summary, poster, invitations and rebates tell the caller their own, and masked', async () => {
  const harness = createMemoryVenue()
  const { top, mid, fresh } = await chain(harness)
  const call = async (place: string, body: object = {}, user = top) =>
    answerOf((await harness.ask(place, body, { user })).answer).message
  await feesOf(harness, fresh, '10')
  harness.venue.flush()
  const code = codeOf(harness, top)
  expect(await call('GET /api/user/invite')).toMatchObject({
    extension_code: code,
    invite_num: 3,
    invite_return_total: '0.1',
    share_url: `/#/pages/user/login/register?code=${code}`,
    return_rate1: '10',
    return_rate2: '3',
    return_rate3: '1',
    total_return_rate: '14',
    agent_level: 0,
    agent_name: null,
  })
  expect(await call('GET /api/user/my_poster')).toMatchObject({
    extension_code: code,
    pics: ['/posters/floor.svg', '/posters/dawn.svg', '/posters/tide.svg'],
  })
  expect(await call('GET /api/user/my_share')).toMatchObject({
    share_title: 'Trade with me on Kontor',
    extension_code: code,
  })
  expect(await call('POST /api/user/my_invite_list')).toMatchObject({
    total: 3,
    data: [{ level: 3, email: 'ne***@kontor.test' }, { level: 2 }, { id: mid, level: 1, parent_id: top }],
  })
  expect(await call('POST /api/user/my_invite_list', { status: 1 })).toMatchObject({ total: 0 })
  expect(await call('POST /api/user/my_account_return', { time: 'day' })).toMatchObject({
    total: 1,
    data: [{ type: 33, level: 3, value: '0.1', currency_name: 'USDT', from_account_number: 'ne***@kontor.test' }],
  })
  expect(await call('POST /api/user/my_account_return', {}, fresh)).toMatchObject({ total: 0 })
})
test('PRO-5 AT12 a code of nobody is refused like any other, and nobody can register by a code of their own', async () => {
  const harness = createMemoryVenue()
  const { answer } = await harness.ask('POST /api/sms_mail', { user_string: 'me@kontor.test', type: 'register' })
  const code = String(answerOf(answer).data?.['demo_code'])
  const body = { type: 'email', user_string: 'me@kontor.test', code, password: 'secret1', re_password: 'secret1' }
  expect(
    answerOf((await harness.ask('POST /api/user/register', { ...body, extension_code: 'ZZZZZZ' })).answer).reason,
  ).toBe('invite_unknown')
  expect([...harness.venue.ctx.tables.users.all()].filter(({ email }) => email === 'me@kontor.test')).toEqual([])
})
test('PRO-7 the demo has inviters whose ranking goes on beside the guests of the chat, out of fees that are balanced', async () => {
  const harness = createMemoryVenue({ settings: { promotion: { hasDemo: true }, chat: { hasBots: true } } })
  const user = await register(harness, 'me@kontor.test')
  const ranking = async () =>
    answerOf((await harness.ask('POST /api/user/invite_list', { time: 'day' }, { user })).answer).message
  expect(await ranking()).toHaveLength(5)
  harness.clock.advance(86_400_000)
  expect(await ranking()).toEqual([])
  await harness.venue.runDue()
  expect([await ranking(), harness.venue.audit()]).toMatchObject([
    [{ rank: 1, account: expect.stringMatching(/^Demo/), mine: 0 }, {}, {}, {}, {}],
    [],
  ])
})
