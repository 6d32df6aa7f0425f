import type { Down } from '#contract/wire/down.ts'
import { garbage$, messages$, readFrame } from '#streams/kit/messages.ts'
import { marbles } from '#tests/support/marbles.ts'
import { of } from 'rxjs'
import { expect, test } from 'vitest'

const hb: Down = { k: 'hb', now: 1, h: { u: 2 } }
const told: Down = { k: 'event', c: 'u:me', e: '1', s: 1, b: 0, t: 0, d: {} }

test('RT-21 strays are reported and do not silence the stream; an array is each of its parts', () => {
  const invalidFrames = ['not json', '{"k":"unheard of"}', '{"k":"hb","now":"late"}', `"${'x'.repeat(300_000)}"`]
  const heard: Down[] = []
  const reported: string[] = []
  const frames = [...invalidFrames, JSON.stringify(hb), JSON.stringify([hb, { k: 'moon' }, told]), JSON.stringify(Array.from({ length: 65 }, () => hb))]
  messages$(of(...frames), (frame) => reported.push(frame)).subscribe((message) => heard.push(message))
  expect(heard).toEqual([hb, hb, told])
  expect(reported).toHaveLength(invalidFrames.length + 2)
})
test('RT-21 a key that would change prototypes changes nothing', () => {
  const [message] = readFrame('{"k":"hb","now":1,"h":{"u":2},"__proto__":{"admin":true}}', () => {})
  expect(message).toEqual(hb)
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false)
})
test('RT-21 ten strays within ten seconds are too many, nine are not, and ten over more time are not', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }, scheduler) => {
    expectObservable(garbage$(hot('xxxxxxxxx'), scheduler)).toBe('')
    expectObservable(garbage$(hot('xxxxxxxxxx'), scheduler)).toBe('---------g', { g: 'garbage' })
    expectObservable(garbage$(hot('x 10s xxxxxxxxx'), scheduler)).toBe('')
  })
  expect(actual).toEqual(expected)
})
