import { round, type Round } from '#contract/option/option.ts'
import { encode } from '#contract/wire/coded.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import { roundUpdates$, takeRounds } from '#streams/option/rounds.ts'
import { marbles } from '#tests/support/marbles.ts'
import { aRound } from '#tests/support/builders/round.ts'
import { expect, test } from 'vitest'

const wire = (some: Round) => encode(round, some)
const snap = (seq: number, ...rounds: Round[]): ChannelEvent => ({
  type: 'snap',
  seq,
  data: { rounds: rounds.map(wire), server_now_ms: 0 },
})
const delta = (seq: number, some: Round): ChannelEvent => ({
  type: 'delta',
  seq,
  data: { round: wire(some), server_now_ms: 0 },
})
const rounds = (...some: Round[]) => ({ type: 'value', value: { market: 'BTC-USDT', seconds: 60, rounds: some } })

test('OPT-15 rounds from socket and poll are one list by number; of each the copy that has gone furthest stays', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>('s-d--w-', {
      s: snap(1, aRound(5, 'open'), aRound(6, 'scheduled')),
      d: delta(2, aRound(5, 'locked')),
      w: { type: 'away' },
    })
    const polls$ = hot('     ---p--q', {
      p: [aRound(5, 'open'), aRound(6, 'scheduled')],
      q: [aRound(5, 'settled'), aRound(6, 'open')],
    })
    expectObservable(roundUpdates$('BTC-USDT', 60, events$, polls$)).toBe('a-bb-wc', {
      a: rounds(aRound(5, 'open'), aRound(6, 'scheduled')),
      b: rounds(aRound(5, 'locked'), aRound(6, 'scheduled')),
      w: { type: 'away' },
      c: rounds(aRound(5, 'settled'), aRound(6, 'open')),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 resumed after a sleep, the missed changes arrive each once, in order', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>('s-w-(def)', {
      s: snap(1, aRound(5, 'locked'), aRound(6, 'scheduled')),
      w: { type: 'away' },
      d: delta(2, aRound(5, 'settled')),
      e: delta(3, aRound(6, 'open')),
      f: delta(4, aRound(6, 'locked')),
    })
    expectObservable(roundUpdates$('BTC-USDT', 60, events$, hot<Round[]>('-'))).toBe('a-w-(def)', {
      a: rounds(aRound(5, 'locked'), aRound(6, 'scheduled')),
      w: { type: 'away' },
      d: rounds(aRound(5, 'settled'), aRound(6, 'scheduled')),
      e: rounds(aRound(5, 'settled'), aRound(6, 'open')),
      f: rounds(aRound(5, 'settled'), aRound(6, 'locked')),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-7 data that does not match the contract marks the list as syncing and changes nothing', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>('sx', {
      s: snap(1, aRound(5, 'open')),
      x: { type: 'delta', seq: 2, data: { round: { no: 5 } } },
    })
    expectObservable(roundUpdates$('BTC-USDT', 60, events$, hot<Round[]>('-'))).toBe('ax', {
      a: rounds(aRound(5, 'open')),
      x: { type: 'syncing' },
    })
  })
  expect(actual).toEqual(expected)
})
test('OPT-15 only the newest rounds are stored, and a settled one never becomes void', () => {
  const many = Array.from({ length: 40 }, (_, at) => aRound(at + 1, 'settled'))
  const held = takeRounds([], many)
  expect(held.map(({ no }) => no)).toEqual([28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
  expect(takeRounds(held, [aRound(40, 'void')]).at(-1)?.phase).toBe('settled')
})
