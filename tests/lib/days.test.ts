import { allDays, isWithin, spanOf } from '#src/lib/days.ts'
import { expect, test } from 'vitest'

const at = (month: number, day: number) => new Date(2026, month - 1, day).getTime()

test('ASSETS-11 a range of days is the time from its first to its last instant where the reader is', () => {
  expect(spanOf({ from: '2026-11-21', to: '2026-11-21' })).toEqual({ from: at(11, 21), to: at(11, 22) - 1 })
  expect(spanOf({ from: '2026-12-31', to: null })).toEqual({ from: at(12, 31) })
  expect(spanOf({ from: null, to: '2026-12-31' })).toEqual({ to: at(13, 1) - 1 })
  expect(spanOf(allDays)).toEqual({})
})
test('ASSETS-11 ends chosen the wrong way round are swapped, and a year that is still being typed is no negative time', () => {
  expect(spanOf({ from: '2026-11-22', to: '2026-11-21' })).toEqual({ from: at(11, 21), to: at(11, 23) - 1 })
  expect(spanOf({ from: '0002-01-01', to: null })).toEqual({ from: 0 })
})
test('SPOT-34 an instant lies in a range of days from its first to its last one', () => {
  const span = spanOf({ from: '2026-11-21', to: '2026-11-21' })
  expect([at(11, 21) - 1, at(11, 21), at(11, 22) - 1, at(11, 22)].map((ms) => isWithin(span, ms))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect([isWithin({}, 0), isWithin({ to: 5 }, 5), isWithin({ from: 6 }, 5)]).toEqual([true, true, false])
})
