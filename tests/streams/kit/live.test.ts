import { live$, type Update } from '#streams/kit/live.ts'
import { marbles } from '#tests/support/marbles.ts'
import { expect, test } from 'vitest'

const signs: Record<string, Update<string>> = {
  a: { type: 'value', value: 'a' }, b: { type: 'value', value: 'b' }, c: { type: 'confirmed' }, s: { type: 'syncing' }, w: { type: 'away' },
}
const told = (value: string, freshness: string, ageMs: number) => ({ value, freshness, ageMs })
const nothing = { value: null, freshness: 'loading', ageMs: null }

test('RT-18 after five seconds without a word the good number stays and is called stale, older each second', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    const shown$ = live$(hot('a', signs), { steadyMs: () => scheduler.now(), everyMs: 1 })
    expectObservable(shown$, '^ 6100ms !').toBe('a 5000ms b 999ms c', {
      a: told('a', 'live', 0), b: told('a', 'stale', 5001), c: told('a', 'stale', 6001),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 a word that it still holds makes it fresh again; a hole makes it doubtful, a lost line stale at once', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    const shown$ = live$(hot('a 99ms s 99ms c 99ms w', signs), { steadyMs: () => scheduler.now(), everyMs: 1 })
    expectObservable(shown$, '^ 500ms !').toBe('a 99ms s 99ms c 99ms w', {
      a: told('a', 'live', 0), s: told('a', 'syncing', 100), c: told('a', 'live', 0), w: told('a', 'stale', 100),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 before the first value there is nothing but loading', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    const shown$ = live$(hot('w 9ms c 9ms a', signs), { steadyMs: () => scheduler.now(), everyMs: 1 })
    expectObservable(shown$, '^ 50ms !').toBe('n 9ms n 9ms a', { n: nothing, a: told('a', 'live', 0) })
  })
  expect(actual).toEqual(expected)
})
test('RT-20 the first value at once, then no more than one in each span, and the last one counts', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    const shown$ = live$(hot('ababa', signs), { steadyMs: () => scheduler.now(), everyMs: 100 })
    expectObservable(shown$, '^ 300ms !').toBe('a 99ms b', { a: told('a', 'live', 0), b: told('a', 'live', 96) })
  })
  expect(actual).toEqual(expected)
})
