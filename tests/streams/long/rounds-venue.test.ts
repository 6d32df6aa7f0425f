import type { OptionOrder } from '#contract/option/option.ts'
import { roundRank } from '#contract/option/option.ts'
import { deadlineOf, roundViewOf } from '#machines/option/option-round.ts'
import { optionRoundLogic } from '#src/features/option/option-round.actors.ts'
import { beatMs, openWakingClient, type WakingClient } from '#tests/support/waking-client.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createActor } from 'xstate'

/** Rounds of 60 s as a page follows them, over a real socket to a real venue. */
let client: WakingClient
beforeEach(async () => {
  client = await openWakingClient()
})
afterEach(() => client.stop())

const marginMs = 1000
const minute = 60_000
const hours8 = 8 * 60 * minute

/** The round machine as the page starts it; every view it gives is compared with the venue's clock. */
function followRounds({ feeds, harness, running }: WakingClient) {
  const actor = createActor(optionRoundLogic({ feeds }), { input: { market: 'BTC-USDT', seconds: 60, marginMs } })
  const faults: string[] = []
  /** Until then no view is checked: a device whose steady clock stopped needs one timer tick to detect the sleep. */
  const grace = { untilMs: 0 }
  let last: { no: number; rank: number; phase: string; left: number | null } | null = null
  actor.subscribe((snapshot) => {
    const { round, phase, left, isOffered } = roundViewOf(snapshot)
    const now = harness.clock.now()
    if (round === null || phase === null || now <= grace.untilMs) return
    const deadline = deadlineOf(snapshot)
    const shown = { no: round.no, rank: roundRank[phase], phase, left }
    const detail = `round ${round.no} ${phase} ${left} s at ${now - round.open_ms} ms`
    const fault = (what: string) => faults.push(`${what}: ${detail}`)
    const isSamePhase = last !== null && last.no === shown.no && last.phase === phase
    // Between two ticks the device shows the time of the previous tick.
    if (left !== null && deadline !== null && left * 1000 > deadline - now + beatMs) fault('more time than is left')
    if (isOffered && now - beatMs > round.lock_ms) fault('offered after the lock')
    if (last !== null && shown.no < last.no) fault('an older round')
    if (last !== null && shown.no === last.no && shown.rank < last.rank) fault('an earlier phase')
    if (isSamePhase && left !== null && last !== null && last.left !== null && left > last.left) fault('jumped back')
    last = { ...shown, left: left ?? (isSamePhase ? (last?.left ?? null) : null) }
  })
  actor.start()
  running.add(() => actor.stop())
  const view = () => roundViewOf(actor.getSnapshot())
  /** Whether the view shows the current round, and a countdown within 2.5 s of the venue's clock. */
  const isRight = () => {
    const { round, left, phase } = view()
    const now = harness.clock.now()
    const deadline = deadlineOf(actor.getSnapshot())
    if (round === null || left === null || deadline === null) return false
    const isCurrent =
      round.open_ms <= now && now < round.close_ms && phase === (now < round.lock_ms - marginMs ? 'open' : 'locked')
    return isCurrent && deadline - now - left * 1000 < 2500
  }
  return { view, isRight, faults, grace }
}

async function buy({ harness, user, feeds, running }: WakingClient) {
  const settled: OptionOrder[] = []
  const open: (readonly OptionOrder[] | null)[] = []
  running.add(feeds.optionHistory$.subscribe((order) => settled.push(order)))
  running.add(feeds.optionOrders$.subscribe(({ value }) => open.push(value)))
  const { answer } = await harness.ask(
    'POST /api/microtrade/submit',
    { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: '10' },
    { user },
    '01890000-0000-4000-8000-000000000001',
  )
  expect(answer).toMatchObject({ type: 'ok' })
  return { settled, open: () => open.at(-1)?.map(({ id }) => id) }
}

for (const { name, sleepMs, isSteady } of [
  { name: 'over the close, its steady clock stopped', sleepMs: minute, isSteady: false },
  { name: 'over the close, its steady clock went on', sleepMs: minute, isSteady: true },
  { name: 'for eight hours, its steady clock stopped', sleepMs: hours8, isSteady: false },
  { name: 'for eight hours, its steady clock went on', sleepMs: hours8, isSteady: true },
])
  test(`RT-18 silent socket, device asleep ${name}: new socket, the right round, the result once`, async () => {
    const { harness, device, pass, until, goSilent } = client
    const { view, isRight, faults, grace } = followRounds(client)
    expect(await until(isRight, 5000)).toBeLessThan(5000)
    const { settled, open } = await buy(client)
    await until(() => open()?.length === 1, 3000)
    expect(open()).toEqual([1])
    goSilent()
    await pass(minute, false)
    if (sleepMs > minute) {
      harness.clock.advance(sleepMs - minute)
      await harness.venue.runDue()
    }
    if (isSteady) device.slept(sleepMs)
    else grace.untilMs = harness.clock.now() + 1000
    // Two timer ticks: enough to detect the sleep.
    const wokenMs = await until(() => view().round?.no === sleepMs / minute + 1 && isRight(), 10_000)
    expect(wokenMs).toBeLessThanOrEqual(5000)
    await until(() => settled.length > 0, 3000)
    expect(settled.map(({ id, status }) => [id, status])).toEqual([[1, 'closed']])
    expect(await until(() => open()?.length === 0, 2000)).toBeLessThan(2000)
    await pass(3000)
    expect(settled).toHaveLength(1)
    expect(faults).toEqual([])
    expect(harness.bugs).toEqual([])
  }, 60_000)

for (const { name, wrongMs } of [
  { name: 'five minutes ahead', wrongMs: 5 * minute },
  { name: 'five minutes behind', wrongMs: -5 * minute },
])
  test(`RT-25 a wall clock ${name}, set right, then wrong: never more time than is left, no jump back`, async () => {
    const { device, pass, until } = client
    device.setWrong(wrongMs)
    const { view, isRight, faults } = followRounds(client)
    expect(await until(isRight, 5000)).toBeLessThan(5000)
    for (const next of [0, -wrongMs, wrongMs]) {
      await pass(7000)
      expect(isRight()).toBe(true)
      device.setWrong(next)
      // The jump is detected within a second; until the next sample no time is shown.
      expect(await until(() => !view().isTimeKnown, 1500)).toBeLessThanOrEqual(1100)
      expect([view().left, view().isOffered]).toEqual([null, false])
      expect(await until(isRight, 3000)).toBeLessThanOrEqual(2000)
    }
    await pass(minute)
    expect(isRight()).toBe(true)
    expect(view().round?.no).toBe(2)
    expect(faults).toEqual([])
  }, 60_000)

test('RT-25 a wall clock that drifts by a second a minute is not a jump: the countdown goes on', async () => {
  const { device, pass, until, harness } = client
  const { view, isRight, faults } = followRounds(client)
  expect(await until(isRight, 5000)).toBeLessThan(5000)
  const began = harness.clock.now()
  for (let n = 0; n < 60; n += 1) {
    device.setWrong((harness.clock.now() - began) / 60)
    await pass(500)
    expect(view().isTimeKnown).toBe(true)
  }
  expect(isRight()).toBe(true)
  expect(faults).toEqual([])
}, 60_000)

test('OPT-26 without a socket, polling shows the right round and reports its end once', async () => {
  await client.stop()
  client = await openWakingClient({ hasSocket: false })
  const { view, isRight, faults } = followRounds(client)
  const { pass, until } = client
  expect(await until(isRight, 10_000)).toBeLessThan(10_000)
  const { settled, open } = await buy(client)
  await until(() => open()?.length === 1, 10_000)
  await pass(minute)
  expect(await until(() => settled.length > 0, 10_000)).toBeLessThan(10_000)
  expect(await until(() => view().round?.no === 2 && isRight(), 10_000)).toBeLessThan(10_000)
  await pass(10_000)
  expect(settled.map(({ id, status }) => [id, status])).toEqual([[1, 'closed']])
  expect(open()).toEqual([])
  expect(faults).toEqual([])
}, 60_000)
