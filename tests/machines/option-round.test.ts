import { roundPhase, type Round, type RoundPhase } from '#contract/option/option.ts'
import {
  isOffered,
  mayBuy,
  optionRoundMachine,
  roundViewOf,
  secondsLeft,
  type ClockLost,
  type ClockTicked,
  type RoundEvent,
  type RoundInput,
  type RoundsReceived,
} from '#machines/option/option-round.ts'
import { aRound } from '#tests/support/builders/round.ts'
import { leaves, leavesOf } from '#tests/kit/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const input: RoundInput = { market: 'BTC-USDT', seconds: 60, marginMs: 1000 }
const startRounds = () => {
  const rounds$ = new Subject<RoundsReceived>()
  const clock$ = new Subject<ClockTicked | ClockLost>()
  const logic = optionRoundMachine.provide({
    actors: {
      watchRounds: fromEventObservable<RoundsReceived, RoundInput>(() => rounds$),
      watchClock: fromEventObservable<ClockTicked | ClockLost, RoundInput>(() => clock$),
    },
  })
  const actor = createActor(logic, { input }).start()
  const tick = (...instants: number[]) => instants.forEach((now) => clock$.next({ type: 'clock.ticked', now }))
  const receive = (...rounds: Round[]) => rounds$.next({ type: 'rounds.received', rounds })
  const at = () => {
    const now = actor.getSnapshot()
    return [now.value, now.context.round?.no ?? null, secondsLeft(now), isOffered(now)]
  }
  return { actor, logic, tick, receive, at, lose: () => clock$.next({ type: 'clock.lost' }) }
}
const ended: readonly RoundPhase[] = ['settled', 'void']

describe('OPT-11 every state', () => {
  const events: RoundEvent[] = [
    ...roundPhase.options.map(
      (phase): RoundsReceived => ({ type: 'rounds.received', rounds: [aRound(5, phase), aRound(6, 'scheduled')] }),
    ),
    ...[239_000, 240_000, 279_000, 300_000, 301_000].map((now): ClockTicked => ({ type: 'clock.ticked', now })),
    { type: 'clock.lost' },
  ]
  const reached = getShortestPaths(startRounds().logic, {
    input,
    events,
    serializeState: ({ value, context }) => JSON.stringify([value, context.reached, context.round?.no, context.now]),
    limit: 20_000,
  }).flatMap(({ state }) => leavesOf(state.value))
  const walked = leaves(optionRoundMachine).filter((leaf) => leaf !== 'deciding')
  test.each(walked)('%s is reached', (leaf) => expect(reached).toContain(leaf))
  test.each(roundPhase.options)('%s of the wire is a state', (phase) =>
    expect(leaves(optionRoundMachine)).toContain(phase),
  )
})

test('OPT-12 without a round nothing is shown as one, whatever the clock says', () => {
  const { actor, receive, tick, at } = startRounds()
  const nothing = ['unknown', null, null, false]
  expect(at()).toEqual(nothing)
  receive()
  expect(at()).toEqual(nothing)
  tick(5)
  expect(at()).toEqual(nothing)
  expect(roundViewOf(actor.getSnapshot())).toEqual({
    phase: null,
    round: null,
    rounds: [],
    left: null,
    isTimeKnown: true,
    isOffered: false,
  })
})
test('OPT-12 the offer opens when the server says so, never by the clock', () => {
  const { receive, tick, at } = startRounds()
  receive(aRound(5, 'scheduled'))
  tick(240_000, 245_000)
  expect(at()).toEqual(['scheduled', 5, 0, false])
  receive(aRound(5, 'open'))
  expect(at()).toEqual(['open', 5, 34, true])
})
test('OPT-12 the offer ends a margin before the lock, and the countdown never shows more time than is left', () => {
  const { receive, tick, at } = startRounds()
  receive(aRound(5, 'open'))
  expect(at()).toEqual(['open', 5, null, false])
  tick(277_001)
  expect(at()).toEqual(['open', 5, 1, true])
  tick(278_999)
  expect(at()).toEqual(['open', 5, 0, true])
  tick(279_000)
  expect(at()).toEqual(['locked', 5, 21, false])
})
test('OPT-13 at the close it waits for the server, however long; the clock settles nothing', () => {
  const { receive, tick, at } = startRounds()
  receive(aRound(5, 'open'), aRound(6, 'scheduled'))
  tick(300_000, 301_000, 400_000)
  expect(at()).toEqual(['settling', 5, null, false])
  receive(aRound(5, 'settled'), aRound(6, 'open'))
  expect(at()).toEqual(['settled', 5, null, false])
})
test.each(ended)('OPT-13 a round that is %s is shown until the next second, then the next one is followed', (phase) => {
  const { receive, tick, at } = startRounds()
  receive(aRound(5, 'locked'), aRound(6, 'scheduled'))
  tick(300_000)
  receive(aRound(5, phase), aRound(6, 'open'))
  expect(at()).toEqual([phase, 5, null, false])
  tick(301_000)
  expect(at()).toEqual(['open', 6, 38, true])
})
test('OPT-14 asleep past the lock: a tick ends the offer, the list brings the result, a tick the next round', () => {
  const { receive, tick, at, lose } = startRounds()
  receive(aRound(5, 'open'), aRound(6, 'scheduled'))
  tick(250_000)
  lose()
  expect(at()).toEqual(['open', 5, null, false])
  tick(580_500)
  expect(at()).toEqual(['settling', 5, null, false])
  receive(...[5, 6, 7, 8, 9].map((no) => aRound(no, 'settled')), aRound(10, 'locked'))
  expect(at()).toEqual(['settled', 5, null, false])
  tick(581_000)
  expect(at()).toEqual(['locked', 10, 19, false])
})
test('OPT-14 asleep longer than the list reaches: the oldest open round is followed', () => {
  const { receive, tick, at } = startRounds()
  receive(aRound(5, 'open'))
  tick(250_000)
  receive(...[40, 41].map((no) => aRound(no, 'settled')), aRound(42, 'open'))
  tick(2_465_000)
  expect(at()).toEqual(['open', 42, 34, true])
})
test('OPT-14 asleep past the close and the list: the round that is followed next starts at its own phase', () => {
  const { receive, tick, at } = startRounds()
  receive(aRound(5, 'open'))
  tick(2_465_000)
  expect(at()).toEqual(['settling', 5, null, false])
  receive(...[40, 41].map((no) => aRound(no, 'settled')), aRound(42, 'open'))
  expect(at()).toEqual(['open', 42, 34, true])
})
test('OPT-15 a round never goes back, neither by an old copy nor by a clock that goes back', () => {
  const { receive, tick, at } = startRounds()
  receive(aRound(5, 'open'))
  tick(280_000)
  tick(250_000)
  receive(aRound(5, 'open'))
  expect(at()[0]).toBe('locked')
  receive(aRound(5, 'settled'))
  receive(aRound(5, 'locked'))
  expect(at()[0]).toBe('settled')
  receive(aRound(4, 'open'))
  expect(at().slice(0, 2)).toEqual(['settled', 5])
})
test('OPT-15 a lock by the server that comes before the local one counts', () => {
  const { receive, tick, at } = startRounds()
  receive(aRound(5, 'open'))
  tick(250_000)
  receive(aRound(5, 'locked'))
  expect(at()).toEqual(['locked', 5, 50, false])
})
test.each([
  [278_999, 'open', true],
  [279_000, 'open', false],
  [250_000, 'locked', false],
  [250_000, 'scheduled', false],
] as const)('OPT-16 at the tap at %d, phase %s: may buy = %s', (now, phase, may) =>
  expect(mayBuy(aRound(5, phase), now, 1000)).toBe(may),
)
test('OPT-14 restored from storage it goes on by the clock alone', () => {
  const { actor, receive, tick, logic } = startRounds()
  receive(aRound(5, 'open'))
  tick(250_000)
  const restored = createActor(logic, { input, snapshot: actor.getPersistedSnapshot() }).start()
  actor.stop()
  tick(281_000)
  expect(restored.getSnapshot().value).toBe('locked')
})
