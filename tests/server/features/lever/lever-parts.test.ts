import { formatDec, parseDec } from '#contract/wire/money.ts'
import { seededRandom } from '#server/core/random.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { leverVenue, units, usdt } from '#tests/support/lever-venue.ts'
import { expect, test } from 'vitest'

const seed = Number(process.env['SEED'] ?? Math.floor(Date.now() / 86_400_000))
const one = 10n ** 8n
/** By definition, not by division: the largest whole number whose `all`-fold is not above `amount` × `lots`. */
const largestPart = (amount: bigint, lots: number, all: number) => {
  let [low, high] = [0n, amount + 1n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle * BigInt(all) <= amount * BigInt(lots)) low = middle
    else high = middle
  }
  return low
}
type Body = Record<string, unknown>
const unitsOf = (body: Body | undefined, name: string) => parseDec(String(body?.[name]))
const sumNames = ['number', 'origin_caution_money', 'caution_money', 'trade_fee', 'overnight_money'] as const

test(`P10 LEV-43 parts and rest are what a naive twin divides, and the money of the account agrees to the unit (seed ${seed})`, async () => {
  const random = seededRandom(seed)
  const { submit, close, mark, money, ann, eventsOf, venue, received, clock, ask } = await leverVenue(1)
  await ask(
    'POST /api/wallet/change',
    { number: '9000', currency_id: usdt, from_field: 'change', to_field: 'lever' },
    { user: ann },
  )
  let closedParts = 0
  for (let round = 0; round < 25; round += 1) {
    await mark(90_000 + random.int(2_000_000) / 100)
    const before = money(ann).all
    const share = 2 + random.int(9)
    const { data: opened } = await submit(ann, { share, type: 1 + random.int(2), multiple: [5, 10, 20][random.int(3)] })
    if (random.unit() < 0.2) {
      clock.advance(86_400_000)
      await venue.runDue()
    }
    await mark(90_000 + random.int(2_000_000) / 100)
    const [held] = [...venue.ctx.tables.leverPositions.group('user', ann)]
    const firstFee = held?.fee ?? 0n
    const nights = held?.nightMoney ?? 0n
    const twin = new Map<string, bigint>([
      ['number', held?.number ?? 0n],
      ['origin_caution_money', held?.firstMargin ?? 0n],
      ['caution_money', held?.margin ?? 0n],
      ['trade_fee', firstFee],
      ['overnight_money', nights],
    ])
    let left = share
    let profits = 0n
    while (left > 0) {
      const lots = 1 + random.int(left)
      const all = left
      left -= lots
      received.splice(0)
      const { data: answer } = await close(ann, opened?.['id'], { share: lots, expect: 1 })
      venue.flush()
      const [part] = eventsOf(ann, 'lever.positionChanged')
        .map(({ v }) => v)
        .filter(({ status }) => status === 3)
      for (const name of sumNames) {
        const has = twin.get(name) ?? 0n
        const share = left === 0 ? has : largestPart(has, lots, all)
        twin.set(name, has - share)
        // The answer to the last part is that part itself.
        expect([name, formatDec(share), formatDec(left === 0 ? share : has - share)]).toEqual([
          name,
          part?.[name],
          answer?.[name],
        ])
      }
      const profit = unitsOf(part, 'fact_profits')
      const moved =
        (unitsOf(part, 'close_price') - unitsOf(part, 'price')) *
        unitsOf(part, 'number') *
        (part?.['type'] === 1 ? 1n : -1n)
      expect(profit * one <= moved && moved < (profit + 1n) * one).toBe(true)
      profits += profit
      const rest = { id: opened?.['id'], share: left, status: 1, part_of: null }
      expect([part, answer]).toMatchObject(
        left > 0
          ? [{ share: lots, close_reason: 'user', part_of: opened?.['id'] }, rest]
          : [{ id: opened?.['id'], share: lots }, { status: 3 }],
      )
      expect(money(ann)).toMatchObject({
        held: left > 0 ? (twin.get('caution_money') ?? 0n) : 0n,
        all: before - firstFee - nights + profits,
      })
      expect(venue.audit()).toEqual([])
      closedParts += 1
      await mark(90_000 + random.int(2_000_000) / 100)
    }
  }
  expect(closedParts).toBeGreaterThan(40)
})
test('LEV-43 a part of no lots or of too many is refused and moves nothing; one key closes one part', async () => {
  const { submit, call, close, money, ann, positions } = await leverVenue(1)
  const id = (await submit(ann, { share: 4 })).data?.['id']
  const before = money(ann)
  for (const share of [0, 5])
    expect(await close(ann, id, { share })).toMatchObject({ reason: 'lots_out_of_range', params: { min: 1, max: 4 } })
  expect(money(ann)).toEqual(before)
  const key = '01890a5d-ac96-474b-bcce-b302099a8058'
  const first = await call(ann, 'close', { id, share: 1 }, key)
  expect(await call(ann, 'close', { id, share: 1 }, key)).toEqual(first)
  expect((await positions(ann, { status: 1 })).message.data).toMatchObject([{ id, share: 3 }])
  expect((await positions(ann, { status: 3 })).message.data).toMatchObject([{ share: 1, part_of: id }])
  expect((await close(ann, id)).data).toMatchObject({ status: 3, share: 3 })
})
test('LEV-43 a part whose loss nothing else covers takes the rest of the position with it, once', async () => {
  const { submit, close, mark, money, ann, venue } = await leverVenue(1)
  const loser = (await submit(ann, { share: 8, multiple: 10 })).data?.['id']
  await submit(ann, { type: 2, share: 8, multiple: 100 })
  await mark(75_000)
  expect((await close(ann, loser, { share: 7 })).type).toBe('ok')
  expect(money(ann).free >= 0n).toBe(true)
  expect(money('insurance').all).toBe(0n)
  expect(venue.audit()).toEqual([])
})
test('LEV-44 a reverse closes and opens the other side in one step; refused, both stay undone', async () => {
  const { submit, call, mark, money, ann, positions, eventsOf, venue } = await leverVenue(1)
  const id = (await submit(ann, { share: 2 })).data?.['id']
  await mark(101_000)
  const before = { money: money(ann), list: (await positions(ann)).message.data }
  expect(await call(ann, 'reverse', { id, seen_price: '110000', slippage: '0.1' })).toMatchObject({
    reason: 'price_moved',
    params: { price: '100995' },
  })
  expect({ money: money(ann), list: (await positions(ann)).message.data }).toEqual(before)
  const key = '01890a5d-ac96-474b-bcce-b302099a8059'
  const done = await call(ann, 'reverse', { id, expect: 1, seen_price: '100995' }, key)
  expect(done.data).toMatchObject({
    closed: { id, status: 3, close_price: '101000' },
    opened: { type: 2, share: 2, multiple: 10, status: 1, price: '100995' },
  })
  expect(await call(ann, 'reverse', { id, expect: 1, seen_price: '100995' }, key)).toEqual(done)
  expect(eventsOf(ann, 'lever.positionChanged').map(({ why }) => why)).toEqual(['opened', 'closed', 'opened'])
  expect(money(ann).all).toBe(units(1000) - money('fee').all - money('house').all)
  expect(venue.audit()).toEqual([])
})
test('LEV-43 what is split survives a restart, and an older folder knows of no parts', async () => {
  const store = openSqlite(':memory:')
  const { submit, close, ann, venue } = await leverVenue(1, { store })
  const id = Number((await submit(ann, { share: 5 })).data?.['id'])
  await close(ann, id, { share: 2 })
  venue.flush()
  const again = createMemoryVenue({ store, startMs: venue.ctx.now() })
  expect(again.venue.ctx.tables.leverPositions.need(id)).toMatchObject({ lots: 3, partOf: null, status: 'trading' })
  expect(again.venue.audit()).toEqual([])
})
test('LEV-45 every opening and closing is a fill with its role; their fees and profits are those of the account', async () => {
  const { submit, close, mark, call, money, ann, venue } = await leverVenue(1)
  const id = (await submit(ann, { share: 3 })).data?.['id']
  const waits = (await submit(ann, { type: 2, status: 0, target_price: '101000', stop_loss_price: '102000' })).data?.[
    'id'
  ]
  await mark(101_010)
  await close(ann, id, { share: 1 })
  await mark(102_000)
  venue.flush()
  const fills = async (query: Body = {}) => {
    const { message } = await call(ann, 'fills', query)
    return Object(message)
  }
  const { data, total } = await fills()
  expect([total, data]).toMatchObject([
    4,
    [
      {
        position_id: waits,
        type: 2,
        act: 'close',
        role: 'taker',
        share: 1,
        price: '102000',
        fee: '0',
        profit: '-9.95',
        reason: 'stop_loss',
      },
      {
        position_id: id,
        type: 1,
        act: 'close',
        role: 'taker',
        share: 1,
        number: '0.01',
        price: '101010',
        fee: '0',
        profit: '10.05',
        reason: 'user',
      },
      {
        position_id: waits,
        type: 2,
        act: 'open',
        role: 'maker',
        share: 1,
        price: '101005',
        fee: '0.505',
        profit: '0',
        reason: null,
      },
      {
        position_id: id,
        type: 1,
        act: 'open',
        role: 'taker',
        share: 3,
        price: '100005',
        fee: '1.500075',
        profit: '0',
        reason: null,
      },
    ],
  ])
  const sum = (name: string) => data.reduce((all: bigint, fill: Body) => all + parseDec(String(fill[name])), 0n)
  expect([sum('fee'), sum('profit')]).toEqual([money('fee').all, -money('house').all])
  const totals = []
  for (const query of [
    { type: 2 },
    { act: 'open' },
    { role: 'maker' },
    { currency_id: 2, legal_id: usdt },
    { limit: 1, page: 4 },
    { from: 1 },
    { to: 1 },
  ])
    totals.push((await fills(query)).total)
  expect(totals).toEqual([2, 2, 1, 0, 4, 4, 0])
})
