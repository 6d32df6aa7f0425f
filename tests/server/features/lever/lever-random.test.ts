import { positionRank, positionStatus, type Position, type position } from '#contract/lever.ts'
import { parseDec } from '#contract/wire/money.ts'
import { decode } from '#contract/wire/coded.ts'
import { seededRandom } from '#server/core/random.ts'
import { btc, eth, leverVenue, usdt } from '#tests/support/lever-venue.ts'
import type * as z from 'zod/mini'
import { expect, test } from 'vitest'

/** Another seed each day, printed by the name of the test; a failing one goes on failing when it is put here. */
const seed = Math.floor(Date.now() / 86_400_000)
const steps = 400
type Shown = z.input<typeof position>
const isShown = (v: unknown): v is Shown => typeof v === 'object' && v !== null && 'caution_money' in v
const statusOf = ({ status }: Shown): Position['status'] => {
  const known = decode(positionStatus, status)
  if (!known.success) throw new Error(`status ${status}`)
  return known.data
}
const sum = (all: readonly bigint[]) => all.reduce((so, each) => so + each, 0n)

/** People who do what they like in two markets whose marks jump and stop, seen by a twin that only adds up what it is told. */
async function crowd(start: number) {
  const harness = await leverVenue(3)
  const random = seededRandom(start)
  for (const user of harness.users) await harness.ask('POST /api/wallet/change', { number: '9000', currency_id: usdt, from_field: 'change', to_field: 'lever' }, { user })
  const marks = new Map([[btc, 100_000], [eth, 4000]])
  const pick = <T>(all: readonly T[]): T | undefined => all[random.int(all.length)]
  /** The twin: the last that was told of each position. */
  const told = new Map<number, Shown>()
  const backwards: string[] = []
  const listen = () => {
    for (const { event: { ev, v } } of harness.heard.splice(0)) {
      if (ev !== 'lever.positionChanged' || !isShown(v)) continue
      const id = Number(v.id)
      const before = told.get(id)
      const isForward = !before || (v.rev > before.rev && positionRank[statusOf(v)] >= positionRank[statusOf(before)] && positionRank[statusOf(before)] < 3)
      if (!isForward) backwards.push(`${id}: ${statusOf(before)} ${before.rev} -> ${statusOf(v)} ${v.rev}`)
      told.set(id, v)
    }
  }
  const near = (name: string, most: number) => ((marks.get(name) ?? 1) * (1 + (random.unit() - 0.5) * 2 * most)).toFixed(2)
  const own = (user: number) => [...told.values()].filter((each) => Number(each.user_id) === user && positionRank[statusOf(each)] < 2)
  const open = async (user: number) => {
    const name = pick([btc, eth]) ?? btc
    const isLimit = random.unit() < 0.3
    await harness.submit(user, {
      market: name, type: pick([1, 2]), status: isLimit ? 0 : 1, share: 1 + random.int(name === btc ? 40 : 90), multiple: pick([5, 10, 20, 50, 100]),
      ...(isLimit && { target_price: near(name, 0.03) }),
      ...(random.unit() < 0.3 && { target_profit_price: near(name, 0.05), stop_loss_price: near(name, 0.05) }),
    })
  }
  const move = async () => {
    const name = pick([btc, eth]) ?? btc
    const most = random.unit() < 0.08 ? 0.2 : 0.012
    const price = Number(near(name, most))
    marks.set(name, price)
    if (random.unit() < 0.1) harness.clock.turn(2500)
    else harness.quote(marks.get(name === btc ? eth : btc) ?? 1, name === btc ? eth : btc)
    await harness.mark(price, name)
  }
  const sleepADay = async () => {
    harness.clock.turn(86_400_000)
    await harness.venue.runDue()
  }
  const step = async () => {
    const user = pick(harness.users) ?? 0
    const idOf = (...statuses: string[]) => pick(own(user).filter((each) => statuses.includes(statusOf(each))))?.id ?? 1
    const dice = random.unit()
    if (dice < 0.45) await move()
    else if (dice < 0.7) await open(user)
    else if (dice < 0.78) await harness.close(user, idOf('trading'))
    else if (dice < 0.84) await harness.cancel(user, idOf('pending'))
    else if (dice < 0.98) await harness.setStop(user, idOf('pending', 'trading'), { target_profit_price: near(btc, 0.05), stop_loss_price: near(btc, 0.05) })
    else await sleepADay()
    harness.venue.flush()
    listen()
  }
  return { ...harness, step, told, backwards }
}

test(`P1 P2 P3 P5 L2 L4 L5 whatever people and prices do, the books add up after each step (seed ${seed})`, async () => {
  const { step, told, backwards, users, money, venue, bugs } = await crowd(seed)
  for (let n = 0; n < steps; n += 1) {
    await step()
    expect(venue.audit()).toEqual([])
    const all = [...told.values()]
    const of = (statuses: readonly string[]) => all.filter((each) => statuses.includes(statusOf(each)))
    const open = of(['pending', 'trading'])
    // P1: what is held is the margin of what is open, person by person.
    for (const user of users) expect(money(user).held).toBe(sum(open.filter((each) => Number(each.user_id) === user).map((each) => parseDec(each.caution_money))))
    // P2: the house has what the closed ones lost; the fee account what was paid for opening and for nights.
    expect(money('house').all).toBe(-sum(of(['closed']).map((each) => parseDec(each.fact_profits))))
    expect(money('fee').all).toBe(sum(of(['trading', 'closed', 'pending']).map((each) => parseDec(each.trade_fee) + parseDec(each.overnight_money))))
    // Conservation: nothing comes from nowhere but what was granted.
    expect(sum(users.map((user) => money(user).all)) + money('house').all + money('fee').all + money('insurance').all).toBe(BigInt(users.length) * parseDec('10000'))
    // P3: nobody below zero, and the insurance never earns.
    for (const user of users) expect(money(user).free >= 0n).toBe(true)
    expect(money('insurance').all <= 0n).toBe(true)
  }
  expect(bugs).toEqual([])
  // P5: every life only goes forward, and ends once.
  expect(backwards).toEqual([])
})
test('P5 every way a position may end is met on such ways', async () => {
  const ended = new Set<string>()
  for (const start of [1, 2, 3, 4]) {
    const { step, told } = await crowd(start)
    for (let n = 0; n < steps; n += 1) await step()
    for (const each of told.values()) ended.add(`${statusOf(each)} ${each.close_reason ?? ''}`)
  }
  const ways = ['closed user', 'closed take_profit', 'closed stop_loss', 'closed liquidated', 'cancelled user', 'cancelled liquidated']
  expect([...ended]).toEqual(expect.arrayContaining(ways))
})
test(`P7 after each tick no account whose marks are fresh stays at or under the burst rate (seed ${seed})`, async () => {
  const { step, users, positions, venue, clock } = await crowd(seed + 1)
  let lowest = Infinity
  for (let n = 0; n < steps; n += 1) {
    await step()
    const isFresh = venue.ctx.markets.all().filter(({ pair }) => [btc, eth].includes(pair.market)).every((market) => clock.now() - (market.quote()?.at ?? 0) <= 2000)
    if (!isFresh) continue
    for (const user of users) {
      const { rate_profits_total, message } = await positions(user, { status: 1 })
      if (message.total > 0) lowest = Math.min(lowest, Number(rate_profits_total['hazard_rate']))
    }
  }
  expect(lowest).toBeGreaterThan(49.99)
  expect(lowest).toBeLessThan(1000)
})
test(`M7 the same deeds and prices make the same books (seed ${seed})`, async () => {
  const ends = []
  for (let run = 0; run < 2; run += 1) {
    const { step, users, money, venue } = await crowd(seed + 2)
    for (let n = 0; n < 120; n += 1) await step()
    ends.push({ journal: venue.ctx.journal.end().seq, money: [...users, 'house' as const, 'fee' as const, 'insurance' as const].map((owner) => money(owner)) })
  }
  expect(ends[0]).toEqual(ends[1])
})
