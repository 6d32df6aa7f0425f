import { chanceOf, createBadLine, scenarioOf } from '@kontor/inspector/bad-line'
import { noLine, rateAt, received, sent } from '#src/features/inspector/streams-of.ts'
import { without } from '#src/features/inspector/wire.ts'
import { expect, test } from 'vitest'

const push = (c: string, k: string, s: number, b?: number, e = 'e1') =>
  JSON.stringify({ c, k, e, s, t: 0, ...(b !== undefined && { b }) })

test('INS-8 a channel shows epoch, sequence, age, gaps and what it waits for, read from its frames', () => {
  let line = sent(noLine, '{"i":4,"m":"sub","p":{"c":"book:BTC-USDT"}}')
  const book = () => {
    const { state, epoch, seq, gaps, why, lastAt } = line.channels.get('book:BTC-USDT') ?? {}
    return { state, epoch, seq, gaps, why, lastAt }
  }
  expect(book()).toEqual({ state: 'asked', epoch: null, seq: null, gaps: 0, why: null, lastAt: null })
  line = received(line, '{"i":4,"r":{"mode":"fresh","why":"new","head":10}}', 100)
  line = received(line, push('book:BTC-USDT', 'snap', 10), 200)
  line = received(line, `[${push('book:BTC-USDT', 'delta', 11, 10)},${push('quotes', 'snap', 1)}]`, 300)
  expect(book()).toEqual({ state: 'live', epoch: 'e1', seq: 11, gaps: 0, why: null, lastAt: 300 })
  line = received(line, push('book:BTC-USDT', 'delta', 11, 10), 310)
  expect(book()).toEqual({ state: 'live', epoch: 'e1', seq: 11, gaps: 0, why: null, lastAt: 310 })
  line = received(line, push('book:BTC-USDT', 'delta', 14, 13), 400)
  expect(book()).toEqual({ state: 'gap', epoch: 'e1', seq: 14, gaps: 1, why: '11 → 13', lastAt: 400 })
  line = received(line, push('book:BTC-USDT', 'snap', 20, undefined, 'e2'), 500)
  expect(book()).toEqual({ state: 'live', epoch: 'e2', seq: 20, gaps: 1, why: null, lastAt: 500 })
  line = received(line, '{"c":"book:BTC-USDT","k":"off","e":"e2","s":20,"t":0,"d":{"reason":"market_closed"}}', 600)
  expect(book()).toMatchObject({ state: 'off', why: 'market_closed' })
  expect([line.received, line.sent, rateAt(line.recent, 600), rateAt(line.recent, 9000)]).toEqual([7, 1, 1.4, 0])
  expect(sent(line, '{"i":9,"m":"unsub","p":{"c":"quotes"}}').channels.get('quotes')?.state).toBe('left')
})
test('INS-8 what is no frame changes nothing but the count', () => {
  expect(received(noLine, 'not json', 1).channels.size).toBe(0)
  expect(sent(noLine, '{').channels.size).toBe(0)
})

const fates = (seed: number, faults: Parameters<ReturnType<typeof createBadLine>['set']>[0]) => {
  const line = createBadLine(seed, () => 0)
  line.set(faults)
  return Array.from({ length: 400 }, () => line.fateOf('down'))
}
test('INS-9 the same seed spoils the same frames; another one others', () => {
  const faults = { delayMs: 100, jitterMs: 50, loss: 0.2, twice: 0.1, reorder: 0.1 }
  expect(fates(7, faults)).toEqual(fates(7, faults))
  expect(fates(7, faults)).not.toEqual(fates(8, faults))
  const lost = fates(7, faults).filter((fate) => fate.length === 0).length
  const doubled = fates(7, faults).filter((fate) => fate.length === 2).length
  expect([lost > 40 && lost < 120, doubled > 10 && doubled < 80]).toEqual([true, true])
})
test('INS-9 late frames keep their order, unless reordering is asked for', () => {
  const inOrder = fates(3, { delayMs: 200, jitterMs: 300 }).flat()
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  expect([Math.min(...inOrder) >= 200, Math.max(...inOrder) <= 500]).toEqual([true, true])
  const mixed = fates(3, { delayMs: 200, jitterMs: 300, reorder: 0.3 }).flat()
  expect(mixed).not.toEqual(mixed.toSorted((a, b) => a - b))
})
test('INS-9 half-open nothing passes; asleep all comes at the end; a muted channel alone is missing; mended, all is well', () => {
  const line = createBadLine(1, () => 1000, without)
  const frame = `[${push('book', 'snap', 1)},${push('quotes', 'snap', 1)}]`
  line.halfOpen(true)
  expect([line.fateOf('up'), line.fateOf('down')]).toEqual([[], []])
  line.halfOpen(false)
  line.sleep(5000)
  expect(line.fateOf('down')).toEqual([5000])
  line.mute('book')
  expect([line.shape(frame), line.shape(push('book', 'snap', 2)), line.shape('hello')]).toEqual([
    `[${push('quotes', 'snap', 1)}]`,
    null,
    'hello',
  ])
  expect(line.isClean()).toBe(false)
  line.mend()
  expect([line.isClean(), line.shape(frame)]).toEqual([true, frame])
  expect(chanceOf(1)()).not.toBe(chanceOf(2)())
})
test('INS-9 a saved scenario is read as it was saved; another file is refused', () => {
  const saved = {
    name: 'tunnel',
    seed: 5,
    steps: [
      { do: 'set', faults: { loss: 0.1 }, atMs: 0 },
      { do: 'mute', channel: 'u:me', atMs: 200 },
      { do: 'sleep', ms: 900, atMs: 300 },
      { do: 'drop', atMs: 400 },
      { do: 'mend', atMs: 500 },
    ],
  }
  expect(scenarioOf(JSON.stringify(saved))).toEqual(saved)
  expect(scenarioOf(JSON.stringify({ steps: [{ do: 'set', faults: { loss: 7, other: 1 }, atMs: 9 }] }))).toEqual({
    name: '',
    seed: 1,
    steps: [{ do: 'set', faults: { loss: 1 }, atMs: 9 }],
  })
  for (const wrong of [
    '',
    '[]',
    '{}',
    '{"steps":[{"do":"burn","atMs":1}]}',
    '{"steps":[{"do":"drop"}]}',
    '{"steps":[{"do":"mute","atMs":1}]}',
  ])
    expect(scenarioOf(wrong)).toBe(null)
})
