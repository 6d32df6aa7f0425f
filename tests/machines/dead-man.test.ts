import type { DeadMan } from '#contract/trigger/trigger-orders.ts'
import { connectDeadMan, deadManMachine } from '#machines/trigger/dead-man.ts'
import type { News } from '#machines/kit/follow.ts'
import { Subject } from 'rxjs'
import { createActor, fromEventObservable } from 'xstate'
import { expect, onTestFinished, test } from 'vitest'

const copyOf = (more: Partial<DeadMan> = {}): DeadMan => ({
  seconds: 60,
  protective: false,
  expires_ms: 60_000,
  fired_ms: null,
  cancelled: 0,
  rev: 1,
  ...more,
})
const stand = (copy: DeadMan) => {
  const news$ = new Subject<News<DeadMan>>()
  const actor = createActor(
    deadManMachine.provide({ actors: { watch: fromEventObservable<News<DeadMan>, { copy: DeadMan }>(() => news$) } }),
    { input: { copy } },
  )
  actor.start()
  onTestFinished(() => void actor.stop())
  const at = (now: number) => {
    news$.next({ type: 'clock.ticked', now })
    const { state, renewal } = connectDeadMan(actor.getSnapshot())
    return [state, renewal]
  }
  return { at, take: (next: DeadMan) => news$.next({ type: 'copy.received', copy: next, why: null }) }
}
const renewal = { name: 'set', seconds: 60, protective: false }

test('a dead-man switch is renewed once a third of its time is over, and lost where that failed for as long again', () => {
  const { at, take } = stand(copyOf())
  expect([at(0), at(19_000), at(21_000), at(41_000)]).toEqual([
    ['renewing', null],
    ['renewing', null],
    ['renewing', renewal],
    ['lost', renewal],
  ])
  take(copyOf({ expires_ms: 101_000, rev: 2 }))
  expect(at(41_000)).toEqual(['renewing', null])
})
test('one that is off or has fired is renewed by nobody, and an older copy does not bring it back', () => {
  const { at, take } = stand(copyOf())
  take(copyOf({ seconds: 0, expires_ms: null, fired_ms: 60_000, cancelled: 12, rev: 3 }))
  take(copyOf({ rev: 2 }))
  expect(at(70_000)).toEqual(['fired', null])
  expect(stand(copyOf({ seconds: 0, expires_ms: null })).at(70_000)).toEqual(['off', null])
})
