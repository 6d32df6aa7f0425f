import { createDeadlineRunner, createDeadlines, deadline, on } from '#server/core/deadlines.ts'
import { createCoreTables } from '#server/core/rows.ts'
import { seededRandom } from '#server/core/random.ts'
import { createSteadyClock } from '#server/core/steady-clock.ts'
import { createMemory } from '#server/core/tables.ts'
import { createPace } from '#server/gateway/pace.ts'
import { createPush } from '#server/gateway/push.ts'
import { createMemoryVenue, memoryStartMs } from '#server/memory.ts'
import { defaultSettings } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { enterCrowd } from '#tests/proof/crowd.ts'
import { startVenue } from '#tests/support/venues.ts'
import { expect, test } from 'vitest'

const hourMs = 3_600_000
/** A machine whose time passes by `pass` and whose clock is set by `turn`. */
function machine() {
  const state = { steady: 500, off: memoryStartMs - 500 }
  const jumps: number[] = []
  const behind: number[] = []
  const clock = createSteadyClock({
    // Only steady time has fractions.
    wall: () => Math.floor(state.steady + state.off),
    steady: () => state.steady,
    onJump: (byMs) => jumps.push(byMs),
    onBehind: (byMs) => behind.push(byMs),
  })
  return {
    clock,
    jumps,
    behind,
    at: () => clock.now() - memoryStartMs,
    pass: (ms: number) => {
      state.steady += ms
      return clock.now() - memoryStartMs
    },
    turn: (ms: number) => {
      state.off += ms
      return clock.now() - memoryStartMs
    },
  }
}

test('SF14 time goes on at its pace when the wall clock is set back, and each jump is reported once', () => {
  const { pass, turn, jumps } = machine()
  expect([pass(1000), turn(-hourMs), pass(60_000), pass(60_000), turn(-24 * hourMs), pass(1000)]).toEqual([
    1000, 1000, 61_000, 121_000, 121_000, 122_000,
  ])
  expect(jumps).toEqual([-hourMs, -24 * hourMs])
  // What is ahead now has not lasted, although the clock has been wrong for long.
  expect([turn(26 * hourMs), pass(29_999), pass(1)]).toEqual([122_000, 151_999, 152_000 + hourMs])
})
test('SF14 time is told in whole milliseconds, never less than before, whatever fraction steady time has and wherever the clock jumps', () => {
  const { pass, turn } = machine()
  const told: number[] = []
  for (const ms of [0, 3000, -3000, -hourMs, 2 * hourMs, -120_000, 400, -400])
    for (let n = 0; n < 40; n += 1) told.push(n === 0 ? turn(ms) : pass(997.3 + n / 7))
  expect(told.filter((at) => !Number.isInteger(at))).toEqual([])
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})
test('SF14 a forward jump that is undone is never followed; one that lasts thirty seconds is', () => {
  const { pass, turn, jumps, clock } = machine()
  expect([turn(3 * hourMs), pass(29_999), turn(-3 * hourMs), pass(60_000)]).toEqual([0, 29_999, 29_999, 89_999])
  // A second jump is counted from its own beginning.
  expect([turn(3 * hourMs), pass(29_000), pass(1000)]).toEqual([89_999, 118_999, 119_999 + 3 * hourMs])
  expect([jumps, clock.offsetMs()]).toEqual([[3 * hourMs, 3 * hourMs], 0])
})
test('SF14 small corrections are followed without a step back', () => {
  const { pass, turn, jumps } = machine()
  expect([turn(400), turn(-300), pass(100), pass(200), pass(100)]).toEqual([400, 400, 400, 400, 500])
  expect(jumps).toEqual([])
})
test('SF14 no deadline falls due because of a forward jump that is undone, and none is late after a backward one', async () => {
  const { pass, turn, clock, at } = machine()
  const memory = createMemory(() => ({ rows: [], highestId: 0 }))
  const tables = createCoreTables(memory.open)
  const deadlines = createDeadlines(tables)
  const kind = deadline('round')
  const ran: number[] = []
  const command = async <T>(work: (ctx: object) => T): Promise<T> => {
    const value = work({})
    memory.accept()
    return value
  }
  const run = createDeadlineRunner({
    deadlines: tables.deadlines,
    due: deadlines.due,
    bindings: [on(kind, () => ran.push(at()))],
    command,
    now: clock.now,
    onFailure: () => undefined,
  })
  deadlines.set(kind, 'a', clock.now() + 60_000)
  deadlines.set(kind, 'b', clock.now() + 120_000)
  memory.accept()
  const runAfter = async (ms: number) => {
    pass(ms)
    await run()
  }
  turn(3 * hourMs)
  await runAfter(20_000)
  turn(-3 * hourMs)
  await runAfter(39_999)
  expect(ran).toEqual([])
  await runAfter(1)
  turn(-hourMs)
  await runAfter(60_000)
  expect(ran).toEqual([60_000, 120_000])
})
test('SF14 with the clock turned back and forth a lane goes on sending and a pace goes on filling', () => {
  const { pass, turn, clock } = machine()
  const push = createPush({
    bus: { snap: () => ({ s: 1, d: {} }) },
    now: clock.now,
    term: () => ({ streamEpoch: 's', publicEpoch: 'e' }),
  })
  const frames: string[] = []
  void push.follow('tickers', { offer: (frame) => frames.push(frame) > 0, hasRoom: () => true }, {}, 100)
  const pace = createPace(10, 1, clock.now)
  expect(pace.take()).toBe(0)
  const sent: number[] = []
  for (const [n, ms] of [-hourMs, hourMs, 5 * hourMs, -5 * hourMs].entries()) {
    turn(ms)
    pass(200)
    push.take([{ c: 'tickers', s: n + 2, b: n + 1, d: {} }])
    push.tick()
    sent.push(frames.length)
    expect(pace.take()).toBe(0)
    expect(pace.take()).toBeGreaterThan(0)
  }
  expect(sent).toEqual([1, 2, 3, 4])
})
test('CLOCK-1 a venue that starts with a slow clock goes on from its latest instant, and its time does not stand still', async () => {
  const store = openSqlite(':memory:')
  const first = createMemoryVenue({ store })
  first.clock.advance(90_000)
  await first.venue.command((ctx) => enterCrowd(ctx, 1))
  first.venue.flush()

  const { clock, pass, turn, jumps, behind } = machine()
  turn(-hourMs)
  jumps.length = 0
  const second = startVenue(store, {
    clock,
    random: seededRandom(1),
    settings: defaultSettings(true),
    onFailure: () => undefined,
  })
  expect(second.now()).toBe(memoryStartMs + 90_000)
  pass(5000)
  expect(second.now()).toBe(memoryStartMs + 95_000)
  expect([jumps, behind]).toEqual([[], [hourMs + 90_000]])
})
