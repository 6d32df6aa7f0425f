import { rounds } from '#contract/option/option.ts'

import { decode } from '#contract/wire/coded.ts'
import { createRoundChannels } from '#server/features/option/channels.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { arrived, dial, openGateway } from '#tests/support/gateway.ts'
import { optionActs, optionVenue, start } from '#tests/support/option-venue.ts'
import { expect, test } from 'vitest'

const channel = 'round:BTC-USDT:60'

test('OPT-4 a subscriber gets a snapshot and then each change of phase, each delta based on the one before', async () => {
  const harness = await openGateway()
  const { user, token } = await harness.enter()
  const client = await dial(harness.url)
  try {
    await client.wait(({ k }) => k === 'hello')
    await client.ask('auth', { token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
    const { until } = optionActs(harness)
    await until(1000)
    expect((await client.ask('sub', { c: channel }))['r']).toMatchObject({ mode: 'fresh' })
    const snapshot = await client.wait(({ c, k }) => c === channel && k === 'snap')
    expect(snapshot).toMatchObject({
      d: {
        rounds: [{ no: 1, phase: 'open', match_id: 1 }, { no: 2, phase: 'scheduled' }, { no: 3 }],
        server_now_ms: start + 1000,
      },
    })
    for (let ms = 1500; ms <= 61_000; ms += 500) {
      await until(ms)
      harness.beat()
      await arrived()
      if (ms % 10_000 === 0) await client.ask('ping')
    }
    // The fifth and last change of phase so far.
    await client.wait(({ c, d }) => c === channel && JSON.stringify(d).includes('settled'))
    const deltas = client.frames.filter(({ c, k }) => c === channel && k === 'delta')
    expect(deltas.map(({ d }) => d)).toMatchObject([
      { round: { no: 1, phase: 'locked', rev: 3 }, server_now_ms: start + 40_000 },
      { round: { no: 1, phase: 'settling' } },
      { round: { no: 2, phase: 'open' } },
      { round: { no: 4, phase: 'scheduled' } },
      { round: { no: 1, phase: 'settled', delivery_price: '100.00' } },
    ])
    const firstSeq = Number(snapshot['s'])
    expect(deltas.map(({ b, s }) => [b, s])).toEqual([1, 2, 3, 4, 5].map((n) => [firstSeq + n - 1, firstSeq + n]))
    const money = harness.venue.ctx.ledger.balance({ owner: user, asset: 3, kind: 'micro' })
    expect(money.held).toBe(0n)
  } finally {
    client.end()
    await harness.stop()
  }
})
test('OPT-4 only existing series of rounds have a channel', () => {
  const { publisher } = createMemoryVenue().venue
  expect(publisher.has(channel)).toBe(true)
  for (const name of [
    'round:BTC-USDT',
    'round:BTC-USDT:61',
    'round:BTC-USDT:60:1',
    'round:*:60',
    'round',
    'round:A-C:60',
    'depth:BTC-USDT:60',
  ])
    expect([name, publisher.has(name), publisher.snap(name)]).toEqual([name, false, null])
})
test('OPT-4 the end of a round is sent even if the next one has begun', () => {
  const of = (id: string, phase: string) => ({ round: { id, phase } })
  expect(rounds.merge(of('1', 'settling'), of('1', 'settled'))).toEqual(of('1', 'settled'))
  expect(rounds.merge(of('1', 'settled'), of('2', 'open'))).toBeNull()
})
test('OPT-4 a snapshot with all changes applied equals the current snapshot, at any time', async () => {
  const { until, silence, venue } = await optionVenue(0)
  const source = createRoundChannels(venue.ctx)
  const assembled = new Map<string, unknown>()
  const currentRounds = () => {
    const read = decode(rounds.snap, source.families.round.snap(['BTC-USDT', '60'])?.d)
    if (!read.success) throw new Error('unreadable')
    return read.data.rounds
  }
  source.drain()
  for (const round of currentRounds()) assembled.set(round.id, round)
  for (const ms of [700, 39_900, 40_100, 60_000, 60_300, 130_000, 250_100, 700_000, 3_601_000, 3_640_000]) {
    if (ms < 300_000) await until(ms)
    else await silence(ms)
    for (const change of source.drain()) {
      if (change.c !== channel) continue
      const read = decode(rounds.delta, change.d)
      if (!read.success) throw new Error('unreadable')
      assembled.set(read.data.round.id, read.data.round)
    }
    expect(currentRounds().map(({ id }) => assembled.get(id))).toEqual(currentRounds())
    expect(source.drain()).toEqual([])
  }
})
