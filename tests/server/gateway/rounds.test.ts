import { rounds } from '#contract/option.ts'

import { decode } from '#contract/wire/coded.ts'
import { createRoundChannels } from '#server/features/option/channels.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { dial, openGateway } from '#tests/support/gateway.ts'
import { optionActs, optionVenue, start } from '#tests/support/option-venue.ts'
import { expect, test } from 'vitest'

const channel = 'round:BTC-USDT:60'

test('OPT-4 a follower gets the rounds whole and then each phase as it comes, each on the one before', async () => {
  const harness = await openGateway()
  const { user, token } = await harness.enter()
  const line = await dial(harness.url)
  try {
    await line.wait(({ k }) => k === 'hello')
    await line.ask('auth', { token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
    const { until } = optionActs(harness)
    await until(1000)
    expect((await line.ask('sub', { c: channel }))['r']).toMatchObject({ mode: 'fresh' })
    const whole = await line.wait(({ c, k }) => c === channel && k === 'snap')
    expect(whole).toMatchObject({ d: { rounds: [{ no: 1, phase: 'open', match_id: 1 }, { no: 2, phase: 'scheduled' }, { no: 3 }], server_now_ms: start + 1000 } })
    for (let ms = 1500; ms <= 61_000; ms += 500) {
      await until(ms)
      harness.beat()
      if (ms % 10_000 === 0) await line.ask('ping')
    }
    // The fifth change of phase: after it nothing more has happened.
    await line.wait(({ c, d }) => c === channel && JSON.stringify(d).includes('settled'))
    const deltas = line.heard.filter(({ c, k }) => c === channel && k === 'delta')
    expect(deltas.map(({ d }) => d)).toMatchObject([
      { round: { no: 1, phase: 'locked', rev: 3 }, server_now_ms: start + 40_000 }, { round: { no: 1, phase: 'settling' } }, { round: { no: 2, phase: 'open' } },
      { round: { no: 4, phase: 'scheduled' } }, { round: { no: 1, phase: 'settled', delivery_price: '100.00' } },
    ])
    const held = Number(whole['s'])
    expect(deltas.map(({ b, s }) => [b, s])).toEqual([1, 2, 3, 4, 5].map((n) => [held + n - 1, held + n]))
    const money = harness.venue.ctx.ledger.balance({ owner: user, asset: 3, kind: 'micro' })
    expect(money.held).toBe(0n)
  } finally {
    line.end()
    await harness.stop()
  }
})
test('OPT-4 only rounds that there are have a channel', () => {
  const { publisher } = createMemoryVenue().venue
  expect(publisher.has(channel)).toBe(true)
  for (const name of ['round:BTC-USDT', 'round:BTC-USDT:61', 'round:BTC-USDT:60:1', 'round:*:60', 'round', 'round:A-C:60', 'depth:BTC-USDT:60'])
    expect([name, publisher.has(name), publisher.snap(name)]).toEqual([name, false, null])
})
test('OPT-4 the end of a round is told though the next has begun', () => {
  const of = (id: string, phase: string) => ({ round: { id, phase } })
  expect(rounds.merge(of('1', 'settling'), of('1', 'settled'))).toEqual(of('1', 'settled'))
  expect(rounds.merge(of('1', 'settled'), of('2', 'open'))).toBeNull()
})
test('OPT-4 the changes laid on a whole make the whole of now, whenever one looks', async () => {
  const { until, silence, venue } = await optionVenue(0)
  const feed = createRoundChannels(venue.ctx)
  const shown = new Map<string, unknown>()
  const wholeNow = () => {
    const read = decode(rounds.snap, feed.families.round.snap(['BTC-USDT', '60'])?.d)
    if (!read.success) throw new Error('unreadable')
    return read.data.rounds
  }
  feed.drain()
  for (const round of wholeNow()) shown.set(round.id, round)
  for (const ms of [700, 39_900, 40_100, 60_000, 60_300, 130_000, 250_100, 700_000, 3_601_000, 3_640_000]) {
    if (ms < 300_000) await until(ms)
    else await silence(ms)
    for (const change of feed.drain()) {
      if (change.c !== channel) continue
      const read = decode(rounds.delta, change.d)
      if (!read.success) throw new Error('unreadable')
      shown.set(read.data.round.id, read.data.round)
    }
    expect(wholeNow().map(({ id }) => shown.get(id))).toEqual(wholeNow())
    expect(feed.drain()).toEqual([])
  }
})
