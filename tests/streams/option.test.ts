import type { PriceRow } from '#contract/wire/down.ts'
import { optionOrder, round, type OptionOrder, type Round } from '#contract/option.ts'
import { encode } from '#contract/wire/coded.ts'
import type { ChannelEvent } from '#streams/kit/cursor.ts'
import type { Live } from '#streams/kit/live.ts'
import { noStakes, readStakes, roundUpdates$, stakeEnds$, stakesOf, takeRounds, takeStake, takeStakes, ticks$ } from '#streams/option.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { marbles } from '#tests/support/marbles.ts'
import { aRound, aStake } from '#tests/support/option-builders.ts'
import { from, Subject } from 'rxjs'
import { expect, test, vi } from 'vitest'

const wire = (some: Round) => encode(round, some)
const snap = (seq: number, ...rounds: Round[]): ChannelEvent => ({ type: 'snap', seq, data: { rounds: rounds.map(wire), server_now_ms: 0 } })
const delta = (seq: number, some: Round): ChannelEvent => ({ type: 'delta', seq, data: { round: wire(some), server_now_ms: 0 } })
const rounds = (...some: Round[]) => ({ type: 'value', value: { market: 'BTC-USDT', seconds: 60, rounds: some } })
const idsOf = (held: typeof noStakes) => stakesOf(held)?.map(({ id }) => id)

test('OPT-15 rounds by socket and poll are one list in the order of their numbers; of each the furthest copy stays', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>('s-d--w-', { s: snap(1, aRound(5, 'open'), aRound(6, 'scheduled')), d: delta(2, aRound(5, 'locked')), w: { type: 'away' } })
    const polls$ = hot('     ---p--q', { p: [aRound(5, 'open'), aRound(6, 'scheduled')], q: [aRound(5, 'settled'), aRound(6, 'open')] })
    expectObservable(roundUpdates$('BTC-USDT', 60, events$, polls$)).toBe('a-bb-wc', {
      a: rounds(aRound(5, 'open'), aRound(6, 'scheduled')),
      b: rounds(aRound(5, 'locked'), aRound(6, 'scheduled')),
      w: { type: 'away' },
      c: rounds(aRound(5, 'settled'), aRound(6, 'open')),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-18 resumed after a sleep: the missed ends come as changes, each once, in order', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>('s-w-(def)', {
      s: snap(1, aRound(5, 'locked'), aRound(6, 'scheduled')), w: { type: 'away' },
      d: delta(2, aRound(5, 'settled')), e: delta(3, aRound(6, 'open')), f: delta(4, aRound(6, 'locked')),
    })
    expectObservable(roundUpdates$('BTC-USDT', 60, events$, hot<Round[]>('-'))).toBe('a-w-(def)', {
      a: rounds(aRound(5, 'locked'), aRound(6, 'scheduled')), w: { type: 'away' },
      d: rounds(aRound(5, 'settled'), aRound(6, 'scheduled')),
      e: rounds(aRound(5, 'settled'), aRound(6, 'open')),
      f: rounds(aRound(5, 'settled'), aRound(6, 'locked')),
    })
  })
  expect(actual).toEqual(expected)
})
test('RT-7 a frame that is not of the contract makes the list doubtful and changes nothing', () => {
  const { actual, expected } = marbles(({ hot, expectObservable }) => {
    const events$ = hot<ChannelEvent>('sx', { s: snap(1, aRound(5, 'open')), x: { type: 'delta', seq: 2, data: { round: { no: 5 } } } })
    expectObservable(roundUpdates$('BTC-USDT', 60, events$, hot<Round[]>('-'))).toBe('ax', { a: rounds(aRound(5, 'open')), x: { type: 'syncing' } })
  })
  expect(actual).toEqual(expected)
})
test('OPT-15 only the newest rounds are kept, and a settled one never becomes void', () => {
  const many = Array.from({ length: 40 }, (_, at) => aRound(at + 1, 'settled'))
  const held = takeRounds([], many)
  expect(held.map(({ no }) => no)).toEqual([28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
  expect(takeRounds(held, [aRound(40, 'void')]).at(-1)?.phase).toBe('settled')
})
test('OPT-20 the index is kept tick by tick, each once, and never goes back in time', () => {
  const row = (at_ms: number, index: string) => ({ m: 'BTC-USDT', match_id: 1, tick: `t${at_ms}`, index, mark: index, sources: 1, at_ms, stale: false })
  const told = [row(1, '10'), row(1, '10'), row(3, '11'), row(2, '9'), row(4, '12')].map((value) => ({ value, freshness: 'live' as const, ageMs: 0 }))
  const nothing = { value: null, freshness: 'loading' as const, ageMs: null }
  const seen: unknown[] = []
  ticks$(from([nothing, ...told] satisfies Live<PriceRow>[])).subscribe((ticks) => seen.push(ticks.map(({ at, price }) => `${at} ${price}`)))
  expect(seen.at(-1)).toEqual(['1 10', '3 11', '4 12'])
})
test('OPT-19 nothing before the first whole list; newest first; what is settled is no longer open', () => {
  expect(stakesOf(takeStake(noStakes, aStake(1, 1), 1))).toBeNull()
  const held = takeStakes(noStakes, [aStake(1, 1), aStake(3, 1), aStake(2, 1)], 0)
  expect(idsOf(held)).toEqual([3, 2, 1])
  expect(idsOf(takeStake(held, aStake(3, 2, { status: 'closed', profit_result: 'win' }), 1))).toEqual([2, 1])
})
test('OPT-19 settled while the list was under way: not revived by it; placed since it was asked: stays', () => {
  const held = takeStake(takeStakes(noStakes, [aStake(1, 1), aStake(2, 1)], 0), aStake(1, 2, { status: 'closed', profit_result: 'loss' }), 5)
  expect(idsOf(takeStakes(held, [aStake(1, 1), aStake(2, 1)], 4))).toEqual([2])
  expect(idsOf(takeStakes(takeStake(held, aStake(4, 1), 7), [aStake(2, 1)], 6))).toEqual([4, 2])
})
test('OPT-19 by the clock alone a stake becomes one that awaits its result: the rev stays', () => {
  const held = takeStakes(takeStakes(noStakes, [aStake(1, 2)], 0), [aStake(1, 2, { status: 'closing' })], 1)
  expect(stakesOf(held)?.map(({ status }) => status)).toEqual(['closing'])
})
test('OPT-19 a late copy of an open stake does not call back one that awaits its result, whichever road it came by', () => {
  const held = takeStakes(noStakes, [aStake(1, 2, { status: 'closing' })], 0)
  expect(stakesOf(takeStake(held, aStake(1, 2), 1))?.map(({ status }) => status)).toEqual(['closing'])
  expect(stakesOf(takeStake(held, aStake(1, 3), 1))?.map(({ status }) => status)).toEqual(['closing'])
  expect(stakesOf(takeStakes(held, [aStake(1, 2)], 1))?.map(({ status }) => status)).toEqual(['closing'])
})
const pageOf = (...orders: OptionOrder[]) => ({
  data: orders.map((order) => encode(optionOrder, order)), total: orders.length, current_page: 1, last_page: 1, per_page: 50, from: 1, to: orders.length, path: '',
  first_page_url: '', last_page_url: '', next_page_url: null, prev_page_url: null, rounds: [], server_now_ms: 0,
})
test('OPT-26 an end is told once: as it is heard; or read, when a stake is gone without a word', async () => {
  const over = (id: number) => aStake(id, 3, { status: 'closed', profit_result: 'win' })
  const asked: unknown[] = []
  const answers: (() => void)[] = []
  const read = fakeRead(async (_, input) => {
    asked.push(input)
    await new Promise<void>((done) => answers.push(done))
    const id = typeof input === 'object' && input !== null && 'id' in input ? Number(input.id) : 0
    return pageOf(id === 4 ? aStake(4, 1) : over(id))
  })
  const events$ = new Subject<OptionOrder>()
  const open$ = new Subject<readonly OptionOrder[]>()
  const ends: number[] = []
  stakeEnds$(events$, open$, read).subscribe(({ id }) => ends.push(id))
  open$.next([aStake(1, 1), aStake(2, 1), aStake(3, 1), aStake(4, 1)])
  events$.next(aStake(1, 2))
  events$.next(over(1))
  open$.next([aStake(2, 1), aStake(3, 1), aStake(4, 1)])
  expect([ends, asked]).toEqual([[1], []])
  open$.next([])
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  expect(asked).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
  // Heard while it was being read.
  events$.next(over(3))
  answers.forEach((answer) => answer())
  await vi.waitFor(() => expect(ends).toEqual([1, 3, 2]))
  events$.next(over(2))
  expect(ends).toEqual([1, 3, 2])
})
test('OPT-19 open stakes are read status by status, page by page; one failed page fails the whole', async () => {
  const asked: unknown[] = []
  const reply = await readStakes(fakeRead((_, input) => {
    asked.push(input)
    const isOpen = typeof input === 'object' && input !== null && 'status' in input && input.status === 'open'
    return pageOf(isOpen ? aStake(1, 1) : aStake(2, 2, { status: 'closing' }))
  }))
  expect(asked).toEqual([{ status: 'open', page: 1, limit: 50 }, { status: 'closing', page: 1, limit: 50 }])
  expect(reply.ok && reply.value.map(({ id }) => id)).toEqual([1, 2])
  expect((await readStakes(fakeRead(() => undefined))).ok).toBe(false)
})
