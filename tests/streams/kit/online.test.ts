import { jumps$, online$, stalls$, visible$ } from '#streams/kit/online.ts'
import { marbles } from '#tests/support/marbles.ts'
import { map } from 'rxjs'
import { expect, test } from 'vitest'

test('RT-18 a step of the wall clock against the steady clock is a jump, a slow drift is not', () => {
  const { actual, expected } = marbles(({ expectObservable }, scheduler) => {
    const wallMs = () => {
      const now = scheduler.now()
      return now * 1.2 + (now >= 2500 ? 60_000 : 0) - (now >= 4500 ? 300_000 : 0)
    }
    expectObservable(
      jumps$(wallMs, () => scheduler.now()),
      '^ 7s !',
    ).toBe('3s a 1999ms b', { a: 60_200, b: -299_800 })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 a visible page whose timers stalled has slept; the stalls of a hidden page are ignored', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    // From the third second on, each timer tick comes nine seconds after the previous one.
    const steadyMs = () => scheduler.now() + (scheduler.now() >= 3000 ? 8000 * Math.floor(scheduler.now() / 1000) : 0)
    const visible$ = hot('v 3999ms h 2s v', { v: true, h: false })
    expectObservable(stalls$(visible$, steadyMs).pipe(map(() => 'woke')), '^ 7500ms !').toBe('3s w 4s w', { w: 'woke' })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 page visibility and network state are emitted at once, then at each change', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const seen: boolean[] = []
  const online: boolean[] = []
  visible$(page).subscribe((isVisible) => seen.push(isVisible))
  const frame = new EventTarget()
  online$(frame, () => false).subscribe((isOnline) => online.push(isOnline))
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(new Event('visibilitychange'))
  frame.dispatchEvent(new Event('online'))
  frame.dispatchEvent(new Event('offline'))
  expect([seen, online]).toEqual([
    [true, false],
    [false, true, false],
  ])
})
