import { createLanes, type Listener } from '#server/gateway/lanes.ts'
import { kline } from '#contract/market/market.ts'
import { mergeLevels, neverMerge, type Merge } from '#contract/wire/channels.ts'
import { expect, test } from 'vitest'

const depth = (bids: [string, string][], cs: number) => ({ bids, asks: [], cs })
const begin = (buffer = { isFree: true }, merge: Merge = mergeLevels) => {
  let now = 0
  let snapshot = { s: 1, d: { bids: [['9', '1']], asks: [], cs: 1 } }
  const lanes = createLanes({ name: 'depth:A-B', epoch: () => 'e', now: () => now, merge, snap: () => snapshot })
  const received: Record<string, unknown>[] = []
  const listener: Listener = {
    hasRoom: () => buffer.isFree,
    offer: (frame) => {
      if (buffer.isFree) received.push(JSON.parse(frame))
      return buffer.isFree
    },
  }
  const tickAt = (to: number) => {
    lanes.invalidate()
    lanes.tick((now = to))
  }
  return { lanes, listener, received, buffer, tickAt, setSnapshotSeq: (s: number) => (snapshot = { ...snapshot, s }) }
}

test('RT-9 merged deltas keep the first base and the last sequence, and the newest amount of each level', () => {
  const { lanes, listener, received, tickAt } = begin()
  void lanes.follow(listener, 100)
  lanes.take({
    c: 'depth:A-B',
    s: 2,
    b: 1,
    d: depth(
      [
        ['9', '2'],
        ['8', '1'],
      ],
      2,
    ),
  })
  lanes.take({ c: 'depth:A-B', s: 3, b: 2, d: depth([['9', '0']], 3) })
  tickAt(100)
  expect(received).toEqual([
    {
      c: 'depth:A-B',
      k: 'delta',
      e: 'e',
      s: 3,
      b: 1,
      d: depth(
        [
          ['9', '0'],
          ['8', '1'],
        ],
        3,
      ),
      t: 100,
    },
  ])
  tickAt(150)
  expect(received).toHaveLength(1)
})
test('RT-9 a channel that its last subscriber left, at whatever rate, has no lane', () => {
  const { lanes, listener } = begin()
  const other = { ...listener }
  void lanes.follow(listener, 100)
  lanes.rate(listener, 1000)
  void lanes.follow(other, 250)
  lanes.leave(listener)
  expect(lanes.isEmpty()).toBe(false)
  lanes.leave(other)
  expect(lanes.isEmpty()).toBe(true)
})
test('RT-9 the end of a candle is sent even if the next one has begun', () => {
  expect(kline.merge({ bar: { id: 60, close: '1' } }, { bar: { id: 60, close: '2' } })).toEqual({
    bar: { id: 60, close: '2' },
  })
  expect(kline.merge({ bar: { id: 60, closed: true } }, { bar: { id: 120 } })).toBeNull()
})
test('RT-9 if more than 256 deltas are pending that cannot be merged, one snapshot is sent instead', () => {
  const { lanes, listener, received, tickAt, setSnapshotSeq } = begin({ isFree: true }, neverMerge)
  void lanes.follow(listener, 1000)
  tickAt(1000)
  for (let s = 2; s <= 300; s += 1) lanes.take({ c: 'depth:A-B', s, b: s - 1, d: depth([['9', String(s)]], s) })
  setSnapshotSeq(300)
  tickAt(2000)
  expect(received.map(({ k, s }) => [k, s])).toEqual([['snap', 300]])
  lanes.take({ c: 'depth:A-B', s: 301, b: 300, d: depth([['9', '1']], 301) })
  tickAt(3000)
  expect(received.map(({ k, b, s }) => [k, b, s]).slice(1)).toEqual([['delta', 300, 301]])
})
test('SF16 a slow subscriber gets no deltas, and a snapshot when its buffer has room; the others miss nothing', () => {
  const slow = begin({ isFree: false })
  const quick: unknown[] = []
  void slow.lanes.follow(slow.listener, 100)
  void slow.lanes.follow({ offer: (frame) => quick.push(frame) > 0, hasRoom: () => true }, 100)
  for (let s = 2; s < 6; s++) {
    slow.lanes.take({ c: 'depth:A-B', s, b: s - 1, d: depth([['9', String(s)]], s) })
    slow.tickAt(s * 100)
  }
  slow.setSnapshotSeq(5)
  expect(quick).toHaveLength(4)
  slow.buffer.isFree = true
  slow.tickAt(700)
  expect(slow.received.map(({ k, s }) => [k, s])).toEqual([
    ['gap', 5],
    ['snap', 5],
  ])
})
test('RT-9 a subscriber that joins mid-interval continues from its snapshot, and the others are not sent early', () => {
  const { lanes, listener, received, tickAt, setSnapshotSeq } = begin()
  void lanes.follow(listener, 100)
  tickAt(100)
  lanes.take({ c: 'depth:A-B', s: 2, b: 1, d: depth([['9', '2']], 2) })
  setSnapshotSeq(2)
  const newUserFrames: Record<string, unknown>[] = []
  const newUser: Listener = { offer: (frame) => newUserFrames.push(JSON.parse(frame)) > 0, hasRoom: () => true }
  expect(lanes.follow(newUser, 100)).toMatchObject({ s: 2 })
  expect(received).toEqual([])
  lanes.take({ c: 'depth:A-B', s: 3, b: 2, d: depth([['8', '1']], 3) })
  tickAt(200)
  expect(received.map(({ b, s }) => [b, s])).toEqual([[1, 3]])
  expect(newUserFrames.map(({ b, s }) => [b, s])).toEqual([[2, 3]])
  lanes.take({ c: 'depth:A-B', s: 4, b: 3, d: depth([['8', '0']], 4) })
  tickAt(300)
  expect([received.at(-1), newUserFrames.at(-1)].map((frame) => [frame?.['b'], frame?.['s']])).toEqual([
    [3, 4],
    [3, 4],
  ])
  expect(lanes.isCurrent(listener, 4) && lanes.isCurrent(newUser, 4)).toBe(true)
})
test('RT-9 changing the rate sends pending deltas at once, but only to that subscriber', () => {
  const { lanes, listener, received, tickAt } = begin()
  const other: Record<string, unknown>[] = []
  void lanes.follow(listener, 100)
  void lanes.follow({ offer: (frame) => other.push(JSON.parse(frame)) > 0, hasRoom: () => true }, 100)
  tickAt(100)
  lanes.take({ c: 'depth:A-B', s: 2, b: 1, d: depth([['9', '2']], 2) })
  lanes.rate(listener, 1000)
  expect([received.length, other.length]).toEqual([1, 0])
  tickAt(200)
  lanes.take({ c: 'depth:A-B', s: 3, b: 2, d: depth([['9', '3']], 3) })
  tickAt(300)
  tickAt(1200)
  expect(received.map(({ b, s }) => [b, s])).toEqual([
    [1, 2],
    [2, 3],
  ])
  expect(other.map(({ b, s }) => [b, s])).toEqual([
    [1, 2],
    [2, 3],
  ])
})
