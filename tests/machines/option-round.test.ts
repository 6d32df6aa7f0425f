import { roundPhase, type Round, type RoundPhase } from '#contract/option.ts'
import {
  isOffered, mayBuy, optionRoundMachine, secondsLeft, type ClockLost, type ClockTicked, type RoundEvent, type RoundInput, type RoundsReceived,
} from '#machines/option-round.ts'
import { aRound } from '#tests/support/option-builders.ts'
import { leaves, leavesOf } from '#tests/support/walk.ts'
import { Subject } from 'rxjs'
import { describe, expect, test } from 'vitest'
import { createActor, fromEventObservable } from 'xstate'
import { getShortestPaths } from 'xstate/graph'

const input: RoundInput = { market: 'BTC-USDT', seconds: 60, marginMs: 1000 }
const begin = () => {
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
  const told = (...rounds: Round[]) => rounds$.next({ type: 'rounds.received', rounds })
  const at = () => {
    const now = actor.getSnapshot()
    return [now.value, now.context.round?.no ?? null, secondsLeft(now), isOffered(now)]
  }
  return { actor, logic, tick, told, at, lose: () => clock$.next({ type: 'clock.lost' }) }
}
const ended: readonly RoundPhase[] = ['settled', 'void']

describe('OPT-11 every state', () => {
  const events: RoundEvent[] = [
    ...roundPhase.options.map((phase): RoundsReceived => ({ type: 'rounds.received', rounds: [aRound(5, phase), aRound(6, 'scheduled')] })),
    ...[239_000, 240_000, 279_000, 300_000, 301_000].map((now): ClockTicked => ({ type: 'clock.ticked', now })),
    { type: 'clock.lost' },
  ]
  const reached = getShortestPaths(begin().logic, {
    input, events, serializeState: ({ value, context }) => JSON.stringify([value, context.reached, context.round?.no, context.now]), limit: 20_000,
  }).flatMap(({ state }) => leavesOf(state.value))
  test.each(leaves(optionRoundMachine).filter((leaf) => leaf !== 'sorting'))('%s is reached', (leaf) => expect(reached).toContain(leaf))
  test.each(roundPhase.options)('%s of the wire is a state', (phase) => expect(leaves(optionRoundMachine)).toContain(phase))
})

test('OPT-12 the offer opens when the server says so, never by the clock', () => {
  const { told, tick, at } = begin()
  told(aRound(5, 'scheduled'))
  tick(240_000, 245_000)
  expect(at()).toEqual(['scheduled', 5, 0, false])
  told(aRound(5, 'open'))
  expect(at()).toEqual(['open', 5, 34, true])
})
test('OPT-12 the offer ends a margin before the lock, with never more time shown than is left', () => {
  const { told, tick, at } = begin()
  told(aRound(5, 'open'))
  expect(at()).toEqual(['open', 5, null, false])
  tick(277_001)
  expect(at()).toEqual(['open', 5, 1, true])
  tick(278_999)
  expect(at()).toEqual(['open', 5, 0, true])
  tick(279_000)
  expect(at()).toEqual(['locked', 5, 21, false])
})
test('OPT-13 at the close it waits for the server, however long, and the clock settles nothing', () => {
  const { told, tick, at } = begin()
  told(aRound(5, 'open'), aRound(6, 'scheduled'))
  tick(300_000, 301_000, 400_000)
  expect(at()).toEqual(['settling', 5, null, false])
  told(aRound(5, 'settled'), aRound(6, 'open'))
  expect(at()).toEqual(['settled', 5, null, false])
})
test.each(ended)('OPT-13 %s stands until the next second, then the next round is followed', (phase) => {
  const { told, tick, at } = begin()
  told(aRound(5, 'locked'), aRound(6, 'scheduled'))
  tick(300_000)
  told(aRound(5, phase), aRound(6, 'open'))
  expect(at()).toEqual([phase, 5, null, false])
  tick(301_000)
  expect(at()).toEqual(['open', 6, 38, true])
})
test('OPT-14 asleep through the lock: the first tick closes the offer, the list brings the result, the next tick the present', () => {
  const { told, tick, at, lose } = begin()
  told(aRound(5, 'open'), aRound(6, 'scheduled'))
  tick(250_000)
  lose()
  expect(at()).toEqual(['open', 5, null, false])
  tick(580_500)
  expect(at()).toEqual(['settling', 5, null, false])
  told(...[5, 6, 7, 8, 9].map((no) => aRound(no, 'settled')), aRound(10, 'locked'))
  expect(at()).toEqual(['settled', 5, null, false])
  tick(581_000)
  expect(at()).toEqual(['locked', 10, 19, false])
})
test('OPT-14 asleep longer than the list reaches: the oldest living round follows', () => {
  const { told, tick, at } = begin()
  told(aRound(5, 'open'))
  tick(250_000)
  told(...[40, 41].map((no) => aRound(no, 'settled')), aRound(42, 'open'))
  tick(2_465_000)
  expect(at()).toEqual(['open', 42, 34, true])
})
test('OPT-14 asleep longer than the list reaches, past the close of the followed one: the round that follows begins its own life', () => {
  const { told, tick, at } = begin()
  told(aRound(5, 'open'))
  tick(2_465_000)
  expect(at()).toEqual(['settling', 5, null, false])
  told(...[40, 41].map((no) => aRound(no, 'settled')), aRound(42, 'open'))
  expect(at()).toEqual(['open', 42, 34, true])
})
test('OPT-15 a life never goes back: not by an old copy, not by a clock that does', () => {
  const { told, tick, at } = begin()
  told(aRound(5, 'open'))
  tick(280_000)
  tick(250_000)
  told(aRound(5, 'open'))
  expect(at()[0]).toBe('locked')
  told(aRound(5, 'settled'))
  told(aRound(5, 'locked'))
  expect(at()[0]).toBe('settled')
  told(aRound(4, 'open'))
  expect(at().slice(0, 2)).toEqual(['settled', 5])
})
test('OPT-15 the server locks earlier than our clock: it is obeyed', () => {
  const { told, tick, at } = begin()
  told(aRound(5, 'open'))
  tick(250_000)
  told(aRound(5, 'locked'))
  expect(at()).toEqual(['locked', 5, 50, false])
})
test.each([[278_999, 'open', true], [279_000, 'open', false], [250_000, 'locked', false], [250_000, 'scheduled', false]] as const)(
  'OPT-16 at the tap: at %d, %s: %s', (now, phase, may) => expect(mayBuy(aRound(5, phase), now, 1000)).toBe(may),
)
test('OPT-14 restored from storage it goes on by the clock alone', () => {
  const { actor, told, tick, logic } = begin()
  told(aRound(5, 'open'))
  tick(250_000)
  const again = createActor(logic, { input, snapshot: actor.getPersistedSnapshot() }).start()
  actor.stop()
  tick(281_000)
  expect(again.getSnapshot().value).toBe('locked')
})
