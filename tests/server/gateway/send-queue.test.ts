import { createSendQueue } from '#server/gateway/send-queue.ts'
import { expect, test } from 'vitest'

test('RT-20 equal lists of frames are joined into the same text; a text has at most 64 frames', () => {
  const queue = createSendQueue()
  expect(queue.joinFrames(['{"a":1}'])).toEqual(['{"a":1}'])
  expect(queue.joinFrames(['{"a":1}', '{"b":2}'])).toEqual(['[{"a":1},{"b":2}]'])
  expect(queue.joinFrames(['{"b":2}', '{"a":1}'])).toEqual(['[{"b":2},{"a":1}]'])
  expect(queue.joinFrames([])).toEqual([])
  const many = Array.from({ length: 130 }, (_, n) => String(n))
  expect(queue.joinFrames(many).map((text) => JSON.parse(text).length)).toEqual([64, 64, 2])
})
test('RT-20 a scheduled flush is called once at the next pass, and not at all if it was cancelled', () => {
  const queue = createSendQueue()
  const called: string[] = []
  const cancelled = () => void called.push('cancelled')
  const scheduled = () => void called.push('scheduled')
  queue.schedule(scheduled)
  queue.schedule(scheduled)
  queue.schedule(cancelled)
  queue.cancel(cancelled)
  queue.run()
  queue.run()
  expect(called).toEqual(['scheduled'])
})
test('RT-20 a flush scheduled during a pass is called at the next one', () => {
  const queue = createSendQueue()
  let called = 0
  const again = () => {
    called += 1
    if (called === 1) queue.schedule(again)
  }
  queue.schedule(again)
  queue.run()
  expect(called).toBe(1)
  queue.run()
  expect(called).toBe(2)
})
