import { guardDoubleTaps } from '#src/app/double-tap.ts'
import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let stop = () => {}
let now = 0
const say = vi.fn<() => void>()
beforeEach(() => {
  vi.useFakeTimers()
  now = 0
  say.mockClear()
  stop = guardDoubleTaps(document, { say, nowMs: () => now })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** A button whose tap starts an action, or nothing. */
const button = (sets: 'busy' | 'nothing') => {
  const heard = vi.fn<() => void>()
  render(
    <button
      type="button"
      onClick={({ currentTarget }) => {
        heard()
        if (sets === 'busy') currentTarget.setAttribute('aria-busy', 'true')
      }}
    >
      go
    </button>,
  )
  const element = screen.getByRole('button')
  const tapAt = (atMs: number) => {
    now = atMs
    element.click()
    vi.advanceTimersByTime(0)
  }
  return { heard, tapAt, settle: () => element.removeAttribute('aria-busy') }
}

test('TAP-1 a second tap within two seconds of one that started an action only shows a message', () => {
  const { heard, tapAt, settle } = button('busy')
  tapAt(0)
  settle()
  tapAt(1999)
  expect([heard.mock.calls.length, say.mock.calls.length]).toEqual([1, 1])
  tapAt(2000)
  expect([heard.mock.calls.length, say.mock.calls.length]).toEqual([2, 1])
})

test('TAP-2 while the action is in progress taps are ignored', () => {
  const { heard, tapAt } = button('busy')
  tapAt(0)
  tapAt(9000)
  expect([heard.mock.calls.length, say.mock.calls.length]).toEqual([1, 1])
})

test('TAP-3 taps that start nothing are not guarded', () => {
  const { heard, tapAt } = button('nothing')
  tapAt(0)
  tapAt(100)
  tapAt(200)
  expect([heard.mock.calls.length, say.mock.calls.length]).toEqual([3, 0])
})

test('TAP-4 after a refusal the next tap works at once and is guarded again', () => {
  const { heard, tapAt, settle } = button('busy')
  tapAt(0)
  settle()
  screen.getByRole('button').dataset['retry'] = 'true'
  tapAt(300)
  expect([heard.mock.calls.length, say.mock.calls.length]).toEqual([2, 0])
  delete screen.getByRole('button').dataset['retry']
  settle()
  tapAt(600)
  expect([heard.mock.calls.length, say.mock.calls.length]).toEqual([2, 1])
})
