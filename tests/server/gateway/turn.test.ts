import { createTurn } from '#server/gateway/turn.ts'
import { expect, test } from 'vitest'

test('RT-20 the same frames in the same order are one text; others are not; at most sixty-four a frame', () => {
  const turn = createTurn()
  expect(turn.texts(['{"a":1}'])).toEqual(['{"a":1}'])
  expect(turn.texts(['{"a":1}', '{"b":2}'])).toEqual(['[{"a":1},{"b":2}]'])
  expect(turn.texts(['{"b":2}', '{"a":1}'])).toEqual(['[{"b":2},{"a":1}]'])
  expect(turn.texts([])).toEqual([])
  const many = Array.from({ length: 130 }, (_, n) => String(n))
  expect(turn.texts(many).map((text) => JSON.parse(text).length)).toEqual([64, 64, 2])
})
test('RT-20 who waits is called once at the next turn, and not when it is gone', () => {
  const turn = createTurn()
  const called: string[] = []
  const gone = () => void called.push('gone')
  const here = () => void called.push('here')
  turn.await(here)
  turn.await(here)
  turn.await(gone)
  turn.forget(gone)
  turn.run()
  turn.run()
  expect(called).toEqual(['here'])
})
test('RT-20 what comes while a turn runs waits for the next one', () => {
  const turn = createTurn()
  let called = 0
  const again = () => {
    called += 1
    if (called === 1) turn.await(again)
  }
  turn.await(again)
  turn.run()
  expect(called).toBe(1)
  turn.run()
  expect(called).toBe(2)
})
