import { live$, type Update } from '#streams/kit/live.ts'
import { marbles } from '#tests/support/marbles.ts'
import { expect, test } from 'vitest'

const updates: Record<string, Update<string>> = {
  a: { type: 'value', value: 'a' },
  b: { type: 'value', value: 'b' },
  c: { type: 'confirmed' },
  s: { type: 'syncing' },
  w: { type: 'away' },
}
const live = (value: string, freshness: string, ageMs: number) => ({ value, freshness, ageMs })
const nothing = { value: null, freshness: 'loading', ageMs: null }

test('RT-18 after five seconds of silence the value stays and is stale, its age emitted each second', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    const shown$ = live$(hot('a', updates), { steadyMs: () => scheduler.now(), everyMs: 1 })
    expectObservable(shown$, '^ 6100ms !').toBe('a 5000ms b 999ms c', {
      a: live('a', 'live', 0),
      b: live('a', 'stale', 5001),
      c: live('a', 'stale', 6001),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 a confirmation makes the value live again; a gap makes it syncing, a lost connection stale at once', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    const shown$ = live$(hot('a 99ms s 99ms c 99ms w', updates), { steadyMs: () => scheduler.now(), everyMs: 1 })
    expectObservable(shown$, '^ 500ms !').toBe('a 99ms s 99ms c 99ms w', {
      a: live('a', 'live', 0),
      s: live('a', 'syncing', 100),
      c: live('a', 'live', 0),
      w: live('a', 'stale', 100),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 before the first value the state is loading', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    const shown$ = live$(hot('w 9ms c 9ms a', updates), { steadyMs: () => scheduler.now(), everyMs: 1 })
    expectObservable(shown$, '^ 50ms !').toBe('n 9ms n 9ms a', { n: nothing, a: live('a', 'live', 0) })
  })
  expect(actual).toEqual(expected)
})
test('RT-20 the first value at once, then at most one per window, and the last one is emitted', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    const shown$ = live$(hot('ababa', updates), { steadyMs: () => scheduler.now(), everyMs: 100 })
    expectObservable(shown$, '^ 300ms !').toBe('a 99ms b', { a: live('a', 'live', 0), b: live('a', 'live', 96) })
  })
  expect(actual).toEqual(expected)
})
