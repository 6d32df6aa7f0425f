import {
  leverTransitions,
  mayLeverTransition,
  positionRank,
  type LeverTransition,
  type PositionStatus,
} from '#contract/lever/lever-position.ts'
import { shareLoss } from '#server/features/lever/losses.ts'
import { createMarks } from '#server/features/lever/marks.ts'
import { chargeNights } from '#server/features/lever/nights.ts'
import { eth, leverVenue, units, usdt } from '#tests/support/lever-venue.ts'
import { answerOf } from '#tests/support/people.ts'
import { expect, test } from 'vitest'

const begin = units(1000)
const day = 86_400_000
const nineLots = { share: 9 }

test('P7 LEV-9 at the liquidation price the entries of the account end, then its positions, and one tick before it none', async () => {
  const { submit, mark, money, positions, ann, ben, eventsOf, venue } = await leverVenue(2)
  const { data } = await submit(ann, nineLots)
  expect(data).toMatchObject({ liquidation_price: '93944.14' })
  const waiting = (await submit(ann, { status: 0, target_price: '90000', multiple: 100 })).data?.['id']
  await submit(ben)
  const liquidationPrice = (await positions(ann, { status: 1 })).message.data[0]?.['liquidation_price']
  expect(liquidationPrice).toBe('94049.14')
  await mark(94_049.15)
  expect((await positions(ann, { status: 1 })).message.total).toBe(1)
  await mark(94_049.14)
  // With the 9.45 of the entry the account is worth more than half of its margin: one position stays, down to another
  // price.
  expect((await positions(ann)).message.data).toMatchObject([
    { id: waiting, status: 4, close_reason: 'liquidated' },
    { status: 1, liquidation_price: '93944.14' },
  ])
  expect(eventsOf(ann, 'lever.entriesCancelled')).toMatchObject([
    { v: { ids: [waiting], released: '9.45', legal_name: 'USDT' } },
  ])
  await mark(93_944.14)
  expect((await positions(ann)).message.data).toMatchObject([
    { id: waiting, status: 4 },
    { status: 3, close_reason: 'liquidated', close_price: '93944.14', fact_profits: '-545.4774' },
  ])
  expect(money(ann)).toEqual({
    free: begin - units(545.4774 + 4.500225),
    held: 0n,
    all: begin - units(545.4774 + 4.500225),
  })
  expect(money('insurance').all).toBe(0n)
  expect((await positions(ben, { status: 1 })).message.total).toBe(1)
  expect(
    eventsOf(ann, 'lever.positionChanged')
      .slice(-2)
      .map(({ why }) => why),
  ).toEqual(['cancelled', 'liquidated'])
  expect(venue.audit()).toEqual([])
})
test('LIQ-2 nobody is liquidated while money of theirs lies in an order: it is cancelled, and that is told', async () => {
  const { submit, mark, positions, ann, eventsOf, venue, ask } = await leverVenue(1)
  await submit(ann, { share: 4, multiple: 100 })
  const waiting = (await submit(ann, { status: 0, target_price: '80000', share: 9 })).data?.['id']
  await mark(93_500)
  expect((await positions(ann)).message.data).toMatchObject([{ id: waiting, status: 4 }, { status: 1 }])
  expect(eventsOf(ann, 'lever.entriesCancelled')).toMatchObject([{ v: { ids: [waiting], released: '723.6' } }])
  const told = (await ask('GET /api/notification/list', {}, { user: ann })).answer
  expect(answerOf(told).message).toMatchObject({
    list: [{ subject: 'entries_cancelled', kind: 'risk', amount: '723.6', coin: 'USDT' }],
  })
  expect(venue.audit()).toEqual([])
})
test('LIQ-2 a stop that is reached goes before the liquidation, and may prevent it', async () => {
  const { submit, mark, positions, ann } = await leverVenue(1)
  const kept = (await submit(ann, { share: 1, multiple: 100 })).data?.['id']
  const stopped = (await submit(ann, { share: 9, multiple: 100, stop_loss_price: '92000' })).data?.['id']
  await mark(90_600)
  expect((await positions(ann)).message.data).toMatchObject([
    { id: stopped, status: 3, close_reason: 'stop_loss' },
    { id: kept, status: 1 },
  ])
})
test('LIQ-2 what is due is decided again where it is done: what has changed meanwhile is left alone', async () => {
  const { submit, cancel, close, quote, clock, positions, venue, ann } = await leverVenue(1)
  const later: (() => Promise<unknown>)[] = []
  const { step } = createMarks({
    ctx: venue.ctx,
    command: (work) =>
      new Promise((resolve) => {
        later.push(() => venue.command(work).then(resolve))
      }),
  })
  const turn = () => new Promise((done) => setImmediate(done))
  const waiting = (await submit(ann, { status: 0, target_price: '99000' })).data?.['id']
  const large = (await submit(ann, { share: 7, type: 2 })).data?.['id']
  clock.advance(250)
  quote(98_900)
  void step()
  await turn()
  clock.advance(250)
  quote(113_500)
  void step()
  await turn()
  expect(later).toHaveLength(2)
  clock.advance(250)
  quote(100_000)
  await cancel(ann, waiting)
  await close(ann, large)
  for (const each of later) await each()
  expect((await positions(ann)).message.data).toMatchObject([
    { id: large, status: 3, close_reason: 'user' },
    { id: waiting, status: 4, close_reason: 'user' },
  ])
})
test('P3 a jump beyond the liquidation price takes the whole balance, and the insurance account pays the rest', async () => {
  const { submit, mark, money, ann, venue } = await leverVenue(1)
  await submit(ann, nineLots)
  await mark(80_000)
  expect(money(ann)).toEqual({ free: 0n, held: 0n, all: 0n })
  expect(money('house').all).toBe(units(1800.45))
  expect(money('insurance').all).toBe(-units(1800.45 - 1000 + 4.500225))
  expect(venue.audit()).toEqual([])
})
test('P3 beyond the fund the house pays up to its limit of a day, what is left is for the winners; the next day it pays again', async () => {
  const { venue, clock } = await leverVenue(1)
  const [fund, limit] = [units(250_000), units(100_000)]
  const share = () => venue.command((ctx) => shareLoss(ctx, usdt, fund + (limit * 3n) / 4n))
  expect(await share()).toEqual({ fund, house: (limit * 3n) / 4n, haircut: 0n })
  expect(await share()).toEqual({ fund, house: limit / 4n, haircut: limit / 2n })
  expect(await share()).toEqual({ fund, house: 0n, haircut: (limit * 3n) / 4n })
  clock.advance(day)
  expect(await share()).toEqual({ fund, house: (limit * 3n) / 4n, haircut: 0n })
})
test('P3 an account with losses in two coins ends at zero, not below', async () => {
  const { submit, mark, quote, money, ann, venue } = await leverVenue(1)
  await submit(ann, { share: 5 })
  await submit(ann, { market: eth, share: 10 })
  await submit(ann, { type: 2, share: 1, multiple: 100 })
  quote(2800, eth)
  await mark(85_000)
  expect(money(ann)).toEqual({ free: 0n, held: 0n, all: 0n })
  expect(money('insurance').all < 0n).toBe(true)
  expect(money('house').all + money('fee').all + money('insurance').all).toBe(begin)
  expect(venue.audit()).toEqual([])
})
test('LEV-10 a loss is covered by the profit of other positions before the insurance account pays', async () => {
  const { submit, close, mark, money, positions, ann, venue } = await leverVenue(1)
  const long = (await submit(ann, { share: 4 })).data?.['id']
  const short = (await submit(ann, { share: 4, type: 2 })).data?.['id']
  const waiting = (await submit(ann, { status: 0, target_price: '90000', multiple: 100 })).data?.['id']
  await mark(120_000)
  expect((await close(ann, short)).data).toMatchObject({ status: 3, close_reason: 'user', fact_profits: '-800.2' })
  expect((await positions(ann)).message.data).toMatchObject([
    { id: waiting, status: 4 },
    { id: short, status: 3 },
    { id: long, status: 3, close_reason: 'liquidated', fact_profits: '799.8' },
  ])
  expect(money('insurance').all).toBe(0n)
  expect(money(ann).all).toBe(begin - units(0.4) - money('fee').all)
  expect(venue.audit()).toEqual([])
})
test.each(['first', 'last'])(
  'LEV-10 only as many positions are closed as the loss needs, the most valuable before the others: it was opened %s',
  async (turn) => {
    const { submit, close, mark, positions, ann, venue } = await leverVenue(1)
    if (turn === 'first') await submit(ann, { share: 4, multiple: 20 })
    const small = (await submit(ann, { market: eth, share: 1 })).data?.['id']
    if (turn === 'last') await submit(ann, { share: 4, multiple: 20 })
    const short = (await submit(ann, { share: 4, type: 2, multiple: 20 })).data?.['id']
    await mark(130_000)
    expect(await close(ann, short)).toMatchObject({ type: 'ok' })
    expect((await positions(ann, { status: 1 })).message.data).toMatchObject([{ id: small, caution_money: '40.003' }])
    expect(venue.audit()).toEqual([])
  },
)
test('LEV-10 a loss that is covered to the last unit closes no further position', async () => {
  /**
   * Closes a short at a loss that one other position covers, with so much less money; what is free then, and the
   * positions that are left.
   */
  const closeWith = async (less: bigint) => {
    const { submit, close, mark, money, positions, ann, venue } = await leverVenue(1)
    await submit(ann, { share: 4, multiple: 20 })
    const small = (await submit(ann, { market: eth, share: 1 })).data?.['id']
    const short = (await submit(ann, { share: 5, type: 2, multiple: 20 })).data?.['id']
    await mark(150_000)
    const cell = { asset: usdt, kind: 'lever', free: -less } as const
    await venue.command(
      ({ ledger }) =>
        void ledger.post({
          type: 1,
          ref: 'less',
          postings: [
            { ...cell, owner: ann },
            { ...cell, owner: 'house', free: less },
          ],
        }),
    )
    await close(ann, short)
    return {
      free: money(ann).free,
      left: (await positions(ann, { status: 1 })).message.data.map(({ id }) => id === small),
    }
  }
  const { free } = await closeWith(0n)
  expect(free).toBeGreaterThan(0n)
  expect(await closeWith(free)).toEqual({ free: 0n, left: [true] })
})
test('LEV-10 a close whose loss other positions must cover is refused until their mark prices are fresh', async () => {
  const { submit, close, mark, quote, clock, positions, ann, venue } = await leverVenue(1)
  await submit(ann, { market: eth, share: 10, type: 2 })
  const loser = (await submit(ann, { share: 2, multiple: 5 })).data?.['id']
  quote(1000, eth)
  clock.advance(2100)
  await mark(60_000)
  expect(await close(ann, loser)).toMatchObject({ type: 'error', reason: 'feed_stale' })
  expect((await positions(ann, { status: 1 })).message.total).toBe(2)
  quote(1000, eth)
  expect(await close(ann, loser)).toMatchObject({ type: 'ok' })
  expect((await positions(ann, { status: 1 })).message.total).toBe(0)
  expect(venue.audit()).toEqual([])
})
test('P7 an account is not liquidated while one of its mark prices is too old', async () => {
  const { submit, mark, clock, positions, ann } = await leverVenue(1)
  await submit(ann, { share: 8 })
  await submit(ann, { market: eth, share: 1, multiple: 100 })
  clock.advance(2001)
  await mark(80_000)
  expect((await positions(ann, { status: 1 })).message.total).toBe(2)
  await mark(4000, eth)
  expect((await positions(ann, { status: 1 })).message.total).toBe(0)
})

test('LEV-8 the warning is sent at the warning rate and at each tenth of the way, at most once in five seconds, and again after a recovery', async () => {
  const { submit, mark, marks, clock, eventsOf, ann } = await leverVenue(1)
  const id = (await submit(ann, nineLots)).data?.['id']
  const rates = () => eventsOf(ann, 'lever.riskRose').map(({ v }) => v['hazard_rate'])
  await mark(96_945)
  expect(rates()).toEqual([])
  await mark(96_900)
  expect(eventsOf(ann, 'lever.riskRose')).toMatchObject([
    {
      v: {
        legal_id: usdt,
        legal_name: 'USDT',
        warn: '80',
        burst: '50',
        hazard_rate: '79.55',
        positions: [{ id, liquidation_price: '93944.14' }],
      },
    },
  ])
  await mark(96_600)
  expect(rates()).toEqual(['79.55'])
  clock.advance(4800)
  await mark(96_600)
  expect(rates()).toEqual(['79.55', '76.55'])
  clock.advance(6000)
  await mark(96_590)
  await marks.step()
  expect(rates()).toEqual(['79.55', '76.55'])
  await mark(99_000)
  await mark(96_900)
  expect(rates()).toEqual(['79.55', '76.55', '79.55'])
})

test('LEV-7 a night is charged to the margin, once a day, for positions opened before', async () => {
  const { submit, clock, quote, money, positions, ann, eventsOf, venue } = await leverVenue(1)
  await submit(ann)
  const fee = money('fee').all
  clock.advance(day - 1000)
  await venue.runDue()
  expect((await positions(ann)).message.data).toMatchObject([{ overnight_money: '0', rev: 1 }])
  clock.advance(1000)
  quote(100_000)
  await submit(ann)
  for (let n = 0; n < 3; n += 1) await venue.runDue()
  venue.flush()
  expect((await positions(ann)).message.data).toMatchObject([
    { overnight_money: '0' },
    { overnight_money: '0.20001', caution_money: '99.80499', origin_caution_money: '100.005', rev: 2 },
  ])
  expect(money('fee').all - fee).toBe(units(0.500025 + 0.20001))
  expect(eventsOf(ann, 'lever.positionChanged').map(({ why }) => why)).toEqual(['opened', 'opened', 'overnight'])
  expect(venue.audit()).toEqual([])
})
test('LEV-7 nights during a downtime are charged one by one, and never more than the margin', async () => {
  const { submit, clock, money, quote, close, positions, ann, venue } = await leverVenue(1)
  await submit(ann, { multiple: 100 })
  clock.advance(3 * day)
  for (let n = 0; n < 6; n += 1) await venue.runDue()
  const [shown] = (await positions(ann)).message.data
  expect(shown).toMatchObject({ overnight_money: '0.60003', caution_money: '9.40047' })
  clock.advance(60 * day)
  for (let n = 0; n < 70; n += 1) await venue.runDue()
  expect((await positions(ann)).message.data).toMatchObject([{ overnight_money: '10.0005', caution_money: '0' }])
  expect(venue.audit()).toEqual([])
  quote(100_000)
  expect((await close(ann, shown?.['id'])).data).toMatchObject({ status: 3, fact_profits: '-0.05' })
  expect(money(ann)).toMatchObject({ held: 0n, all: begin - units(0.500025 + 10.0005 + 0.05) })
  expect(venue.audit()).toEqual([])
})

test('LEV-7 a night that is charged twice is paid once', async () => {
  const { submit, clock, venue, positions, ann } = await leverVenue(1)
  await submit(ann)
  clock.advance(day)
  await venue.runDue()
  const nextDay = String(Math.floor(clock.now() / day))
  await venue.command((ctx) => chargeNights(ctx, nextDay))
  venue.flush()
  expect((await positions(ann)).message.data).toMatchObject([{ overnight_money: '0.20001', rev: 2 }])
})
test('LEV-2 a position that would be liquidated at once is not opened', async () => {
  const { submit, money, ann } = await leverVenue(1, {
    settings: { lever: { burstHazardRate: '105', warnHazardRate: '150' } },
  })
  expect(await submit(ann, nineLots)).toMatchObject({ type: 'ok' })
  const before = money(ann)
  expect(await submit(ann, { market: eth, share: 2 })).toMatchObject({ type: 'error', reason: 'insufficient_balance' })
  expect(await submit(ann, { market: eth, share: 2, multiple: 100 })).toMatchObject({ type: 'ok' })
  expect(money(ann).held).toBe(before.held + units(8.0006))
})

const statuses = ['pending', 'trading', 'closing', 'closed', 'cancelled'] as const satisfies readonly PositionStatus[]
const steps: readonly LeverTransition[] = [
  'activate',
  'cancel',
  'lapse',
  'stopPending',
  'setStop',
  'overnight',
  'close',
  'end',
  'settle',
]
test('P5 LEV-6 the status of a position only goes forward, and an ended position allows no transition', () => {
  const allowed = statuses.map((status) => [status, steps.filter((step) => mayLeverTransition(step, status))])
  expect(Object.fromEntries(allowed)).toEqual({
    pending: ['activate', 'cancel', 'lapse', 'stopPending'],
    trading: ['setStop', 'overnight', 'close', 'end'],
    closing: ['settle'],
    closed: [],
    cancelled: [],
  })
  for (const step of steps)
    for (const from of leverTransitions[step].from)
      expect(positionRank[leverTransitions[step].to]).toBeGreaterThanOrEqual(positionRank[from])
})
test('LEV-6 every call in every status is accepted or refused as the table of transitions says', async () => {
  const { submit, close, cancel, setStop, ann } = await leverVenue(1)
  const stops = { target_profit_price: '', stop_loss_price: '' }
  const create = {
    pending: async () => (await submit(ann, { status: 0, target_price: '90000' })).data?.['id'],
    trading: async () => (await submit(ann)).data?.['id'],
    closed: async () => {
      const { data } = await submit(ann)
      await close(ann, data?.['id'])
      return data?.['id']
    },
    cancelled: async () => {
      const { data } = await submit(ann, { status: 0, target_price: '90000' })
      await cancel(ann, data?.['id'])
      return data?.['id']
    },
  }
  const outcome: Record<string, unknown[]> = {}
  for (const [status, make] of Object.entries(create)) {
    const answers = [
      await close(ann, await make()),
      await cancel(ann, await make()),
      await setStop(ann, await make(), stops),
    ]
    outcome[status] = answers.map(({ type, reason }) => reason ?? type)
  }
  expect(outcome).toEqual({
    pending: ['step_refused', 'ok', 'ok'],
    trading: ['ok', 'step_refused', 'ok'],
    closed: ['step_refused', 'step_refused', 'step_refused'],
    cancelled: ['step_refused', 'step_refused', 'step_refused'],
  })
})
test('P6 the stop of a pending entry must lie beyond its price, and acts once the position trades', async () => {
  const { submit, setStop, mark, positions, ann } = await leverVenue(1)
  const { data } = await submit(ann, { status: 0, target_price: '99000' })
  expect(await setStop(ann, data?.['id'], { target_profit_price: '98000', stop_loss_price: '' })).toMatchObject({
    reason: 'stop_wrong_side',
  })
  expect(await setStop(ann, data?.['id'], { target_profit_price: '99500', stop_loss_price: '98000' })).toMatchObject({
    type: 'ok',
  })
  await mark(97_000)
  expect((await positions(ann, { status: 1 })).message.total).toBe(1)
  await mark(97_000)
  expect((await positions(ann)).message.data).toMatchObject([
    { status: 3, close_reason: 'stop_loss', price: '97005', fact_profits: '-0.05' },
  ])
})
