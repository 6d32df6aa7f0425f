import type { Down } from '#contract/wire/down.ts'
import { garbage$, messages$, readFrame } from '#streams/kit/messages.ts'
import { marbles } from '#tests/support/marbles.ts'
import { of } from 'rxjs'
import { expect, test } from 'vitest'

const hb: Down = { k: 'hb', now: 1, h: { u: 2 } }
const pushed: Down = { k: 'event', c: 'u:me', e: '1', s: 1, b: 0, t: 0, d: {} }

test('RT-21 invalid frames are reported and do not end the stream; an array yields each of its elements', () => {
  const invalidFrames = ['not json', '{"k":"unheard of"}', '{"k":"hb","now":"late"}', `"${'x'.repeat(300_000)}"`]
  const received: Down[] = []
  const reported: string[] = []
  const tooMany = Array.from({ length: 65 }, () => hb)
  const arrays = [[hb, { k: 'moon' }, pushed], tooMany].map((array) => JSON.stringify(array))
  const frames = [...invalidFrames, JSON.stringify(hb), ...arrays]
  messages$(of(...frames), (frame) => reported.push(frame)).subscribe((message) => received.push(message))
  expect(received).toEqual([hb, hb, pushed])
  expect(reported).toHaveLength(invalidFrames.length + 2)
})
test('RT-21 a `__proto__` key changes no prototype', () => {
  const [message] = readFrame('{"k":"hb","now":1,"h":{"u":2},"__proto__":{"admin":true}}', () => {})
  expect(message).toEqual(hb)
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
})
test('RT-21 ten invalid frames within ten seconds are too many; nine, or ten over a longer time, are not', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    expectObservable(garbage$(hot('xxxxxxxxx'), scheduler)).toBe('')
    expectObservable(garbage$(hot('xxxxxxxxxx'), scheduler)).toBe('---------g', { g: 'garbage' })
    expectObservable(garbage$(hot('x 10s xxxxxxxxx'), scheduler)).toBe('')
  })
  expect(actual).toEqual(expected)
})
