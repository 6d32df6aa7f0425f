import type { Event } from '#contract/events.ts'
import { spot, spotOrder, type SpotOrder } from '#contract/spot/spot.ts'
import { encode } from '#contract/wire/coded.ts'
import type { Live } from '#streams/kit/live.ts'
import { createOwnList } from '#streams/kit/own-list.ts'
import type { OwnMessage } from '#streams/kit/own-channel.ts'
import { aReady, fakeConnection } from '#tests/support/fake-connection.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { aKycRow } from '#tests/support/builders/kyc-row.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { NEVER, of, Subject, VirtualTimeScheduler } from 'rxjs'
import { expect, test } from 'vitest'

const list = createOwnList<SpotOrder, 'waiting'>({
  isAhead: (held, received) => received.rev > held.rev,
  isOver: ({ status }) => status !== 'waiting',
  entityOf: (event) => (event.ev === 'spot.orderChanged' ? event.v : null),
  statuses: ['waiting'],
  readPage: (read, asked) => read(spot.list, asked),
})
const ended = { status: 'completed' } as const

test('OPEN-2 the last 200 ended orders are retained; open ones are never dropped', () => {
  const open = Array.from({ length: 300 }, (_, at) => aSpotOrder({ id: at + 1, rev: 1 }))
  const whole = list.takeAll(list.empty, open, 0)
  const over = open
    .slice(0, 250)
    .reduce((held, { id }) => list.take(held, aSpotOrder({ id, rev: 2, ...ended }), id), whole)
  expect(over.entities.size).toBe(250)
  expect(list.openOf(over)?.length).toBe(50)
  // The oldest ended order was dropped; only a list older than 200 ends could reopen it.
  const stale = list.takeAll(over, [aSpotOrder({ id: 50, rev: 1 }), aSpotOrder({ id: 51, rev: 1 })], 1000)
  expect(list.openOf(stale)?.map(({ id }) => id)).toEqual([50])
})
test('OPEN-2 an end is emitted once, from its event', () => {
  const events$ = new Subject<Event>()
  const [received, over]: [number[], number[]] = [[], []]
  list.received$(events$).subscribe(({ id }) => received.push(id))
  list.ended$(events$).subscribe(({ id }) => over.push(id))
  events$.next({ ev: 'spot.orderChanged', v: aSpotOrder({ id: 1, rev: 1 }) })
  events$.next({ ev: 'kyc.changed', v: aKycRow() })
  events$.next({ ev: 'spot.orderChanged', v: aSpotOrder({ id: 2, rev: 2, ...ended }) })
  expect([received, over]).toEqual([[1, 2], [2]])
})

/** The live list over an own channel and reads that the test answers. */
function follow() {
  const time = new VirtualTimeScheduler()
  const own$ = new Subject<OwnMessage>()
  const answers: ((open: readonly SpotOrder[]) => void)[] = []
  const read = fakeRead(async () =>
    (await new Promise<readonly SpotOrder[]>((done) => answers.push(done))).map((order) => encode(spotOrder, order)),
  )
  const deps = {
    connection: fakeConnection(aReady()).connection,
    read,
    visible$: of(true),
    pollMode$: NEVER,
    steadyMs: () => time.now(),
    time,
  }
  const shown: Live<readonly SpotOrder[]>[] = []
  list.live$(deps, own$).subscribe((live) => shown.push(live))
  const pass = async (ms = 300) => {
    // A reply is resolved in a task between two time spans.
    for (const span of [ms, ms]) {
      time.maxFrames = time.now() + span
      time.flush()
      time.frame = time.maxFrames
      await new Promise((done) => setImmediate(done))
    }
  }
  const emit = (order: SpotOrder) => own$.next({ type: 'event', event: { ev: 'spot.orderChanged', v: order } })
  return { own$, answers, emit, pass, ids: () => shown.at(-1)?.value?.map(({ id }) => id) ?? null }
}

test('OPEN-2 a list read while events arrived neither reopens nor drops what they changed', async () => {
  const { answers, emit, pass, ids } = follow()
  await pass()
  emit(aSpotOrder({ id: 1, rev: 2, ...ended }))
  emit(aSpotOrder({ id: 9, rev: 1 }))
  expect(ids()).toBeNull()
  answers.shift()?.([aSpotOrder({ id: 1, rev: 1 }), aSpotOrder({ id: 2, rev: 1 })])
  await pass()
  expect(ids()).toEqual([9, 2])
})
test('OPEN-2 after a fresh start everything is read again; what the new list lacks is closed', async () => {
  const { own$, answers, pass, ids } = follow()
  await pass()
  answers.shift()?.([aSpotOrder({ id: 1, rev: 1 }), aSpotOrder({ id: 2, rev: 1 })])
  await pass()
  expect([ids(), answers.length]).toEqual([[2, 1], 0])
  own$.next({ type: 'fresh' })
  await pass()
  answers.shift()?.([aSpotOrder({ id: 2, rev: 1 })])
  await pass()
  expect(ids()).toEqual([2])
})
