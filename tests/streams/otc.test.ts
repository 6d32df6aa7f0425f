import type { Event } from '#contract/events.ts'
import { otcOrders } from '#streams/otc/otc.ts'
import { anOtcOrder } from '#tests/support/otc/otc-builders.ts'
import { Subject } from 'rxjs'
import { expect, test } from 'vitest'

test('OTC-14 the open orders are one list by call and by socket: the newer copy by rev stays, an ended one is not reopened by an old list', () => {
  const taken = otcOrders.take(otcOrders.empty, anOtcOrder({ id: '9', rev: 2, status: 'to_be_confirmed' }), 1)
  const whole = otcOrders.takeAll(taken, [anOtcOrder({ id: '9', rev: 1 }), anOtcOrder({ id: '12' })], 1)
  expect(otcOrders.openOf(whole)?.map(({ id, rev, status }) => `${id} ${rev} ${status}`)).toEqual([
    '12 1 to_be_paid',
    '9 2 to_be_confirmed',
  ])
  const ended = otcOrders.take(whole, anOtcOrder({ id: '9', rev: 3, status: 'confirmed' }), 2)
  const again = otcOrders.takeAll(ended, [anOtcOrder({ id: '9', rev: 2, status: 'to_be_confirmed' })], 2)
  expect(otcOrders.openOf(again)?.map(({ id }) => id)).toEqual([])
})
test('OTC-14 an event of an order ends it in the list once, and other events are none', () => {
  const events$ = new Subject<Event>()
  const ended: string[] = []
  otcOrders.ended$(events$).subscribe(({ id }) => ended.push(id))
  events$.next({ ev: 'otc.orderChanged', v: anOtcOrder({ status: 'to_be_confirmed', rev: 2 }), why: 'paid' })
  events$.next({ ev: 'otc.orderChanged', v: anOtcOrder({ status: 'confirmed', rev: 3 }), why: 'confirmed' })
  events$.next({ ev: 'bank.changed', v: { ways: [] } })
  expect(ended).toEqual(['7'])
})
