import { createLanes, type Listener } from '#server/gateway/lanes.ts'
import { kline } from '#contract/market.ts'
import { mergeLevels, neverMerge, type Merge } from '#contract/wire/channels.ts'
import { expect, test } from 'vitest'

const depth = (bids: [string, string][], cs: number) => ({ bids, asks: [], cs })
const begin = (room = { isFree: true }, merge: Merge = mergeLevels) => {
  let now = 0
  let held = { s: 1, d: { bids: [['9', '1']], asks: [], cs: 1 } }
  const lanes = createLanes({ name: 'depth:A-B', epoch: 'e', now: () => now, merge, snap: () => held })
  const heard: Record<string, unknown>[] = []
  const listener: Listener = {
    offer: (frame) => {
      if (room.isFree) heard.push(JSON.parse(frame))
      return room.isFree
    },
  }
  const turn = (to: number) => {
    lanes.invalidate()
    lanes.tick((now = to))
  }
  return { lanes, listener, heard, room, turn, hold: (s: number) => (held = { ...held, s }) }
}

test('RT-9 merged deltas keep the first base and the last sequence, and the newest amount of each level', () => {
  const { lanes, listener, heard, turn } = begin()
  lanes.join(listener, 100)
  lanes.take({ c: 'depth:A-B', s: 2, b: 1, d: depth([['9', '2'], ['8', '1']], 2) })
  lanes.take({ c: 'depth:A-B', s: 3, b: 2, d: depth([['9', '0']], 3) })
  turn(100)
  expect(heard).toEqual([{ c: 'depth:A-B', k: 'delta', e: 'e', s: 3, b: 1, d: depth([['9', '0'], ['8', '1']], 3), t: 100 }])
  turn(150)
  expect(heard).toHaveLength(1)
})
test('RT-9 the end of a candle is sent even if the next one has begun', () => {
  expect(kline.merge({ bar: { id: 60, close: '1' } }, { bar: { id: 60, close: '2' } })).toEqual({ bar: { id: 60, close: '2' } })
  expect(kline.merge({ bar: { id: 60, closed: true } }, { bar: { id: 120 } })).toBeNull()
})
test('RT-9 when more than 256 deltas wait that cannot be merged, one snapshot is sent in their place', () => {
  const { lanes, listener, heard, turn, hold } = begin({ isFree: true }, neverMerge)
  lanes.join(listener, 1000)
  turn(1000)
  for (let s = 2; s <= 300; s += 1) lanes.take({ c: 'depth:A-B', s, b: s - 1, d: depth([['9', String(s)]], s) })
  hold(300)
  turn(2000)
  expect(heard.map(({ k, s }) => [k, s])).toEqual([['snap', 300]])
  lanes.take({ c: 'depth:A-B', s: 301, b: 300, d: depth([['9', '1']], 301) })
  turn(3000)
  expect(heard.map(({ k, b, s }) => [k, b, s]).slice(1)).toEqual([['delta', 300, 301]])
})
test('SF16 who cannot take it is left behind and gets the whole when there is room; the others miss nothing', () => {
  const slow = begin({ isFree: false })
  const quick: unknown[] = []
  slow.lanes.join(slow.listener, 100)
  slow.lanes.join({ offer: (frame) => quick.push(frame) > 0 }, 100)
  for (let s = 2; s < 6; s++) {
    slow.lanes.take({ c: 'depth:A-B', s, b: s - 1, d: depth([['9', String(s)]], s) })
    slow.turn(s * 100)
  }
  slow.hold(5)
  expect(quick).toHaveLength(4)
  slow.room.isFree = true
  slow.turn(700)
  expect(slow.heard.map(({ k, s }) => [k, s])).toEqual([['gap', 5], ['snap', 5]])
})
test('RT-9 who comes between two turns chains on its snapshot, and nobody else hears sooner for it', () => {
  const { lanes, listener, heard, turn, hold } = begin()
  lanes.join(listener, 100)
  turn(100)
  lanes.take({ c: 'depth:A-B', s: 2, b: 1, d: depth([['9', '2']], 2) })
  hold(2)
  const late: Record<string, unknown>[] = []
  const newUser: Listener = { offer: (frame) => late.push(JSON.parse(frame)) > 0 }
  lanes.join(newUser, 100)
  expect(lanes.snapshotFor(newUser)?.s).toBe(2)
  expect(heard).toEqual([])
  lanes.take({ c: 'depth:A-B', s: 3, b: 2, d: depth([['8', '1']], 3) })
  turn(200)
  expect(heard.map(({ b, s }) => [b, s])).toEqual([[1, 3]])
  expect(late.map(({ b, s }) => [b, s])).toEqual([[2, 3]])
  lanes.take({ c: 'depth:A-B', s: 4, b: 3, d: depth([['8', '0']], 4) })
  turn(300)
  expect([heard.at(-1), late.at(-1)].map((frame) => [frame?.['b'], frame?.['s']])).toEqual([[3, 4], [3, 4]])
  expect(lanes.isCurrent(listener, 4) && lanes.isCurrent(newUser, 4)).toBe(true)
})
test('RT-9 another pace brings what waited at once, to who asked for it alone', () => {
  const { lanes, listener, heard, turn } = begin()
  const other: Record<string, unknown>[] = []
  lanes.join(listener, 100)
  lanes.join({ offer: (frame) => other.push(JSON.parse(frame)) > 0 }, 100)
  turn(100)
  lanes.take({ c: 'depth:A-B', s: 2, b: 1, d: depth([['9', '2']], 2) })
  lanes.join(listener, 1000)
  expect([heard.length, other.length]).toEqual([1, 0])
  turn(200)
  lanes.take({ c: 'depth:A-B', s: 3, b: 2, d: depth([['9', '3']], 3) })
  turn(300)
  turn(1200)
  expect(heard.map(({ b, s }) => [b, s])).toEqual([[1, 2], [2, 3]])
  expect(other.map(({ b, s }) => [b, s])).toEqual([[1, 2], [2, 3]])
})
