import { finance } from '#contract/finance/finance.ts'
import { otc } from '#contract/otc/otc.ts'
import type { Services } from '#src/actors/services.tsx'
import { hostingCopies } from '#src/features/finance/finance.actors.ts'
import { otcAdvertLogic, otcOrderLogic } from '#src/features/otc/otc.actors.ts'
import { createServices } from '#src/app/system.ts'
import { encode } from '#contract/wire/coded.ts'
import { aHostingOrder } from '#tests/support/builders/hosting.ts'
import { anAd, anOtcOrder } from '#tests/support/otc/otc-builders.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { NEVER, Subject } from 'rxjs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createActor } from 'xstate'

type Ports = Pick<Services, 'request' | 'intents' | 'feeds'>
const quiet = {
  hostingNews$: NEVER,
  hostingOrders$: NEVER,
  joinedPlan$: NEVER,
  joinedPlans$: NEVER,
  otcAd$: NEVER,
  otcOrderNews$: NEVER,
  otcOrders$: NEVER,
  serverTime$: NEVER,
}

const ended = aHostingOrder({ status: 'ended', rev: 2 })
const off = anAd({ status: 'off_shelf', rev: 9 })
const released = anOtcOrder({ status: 'confirmed', rev: 9 })
const machines: Readonly<
  Record<string, { path: string; answer: unknown; start: (ports: Ports) => () => unknown; shown: unknown }>
> = {
  'a hosting order': {
    path: finance.orders.path,
    answer: encode(finance.orders.output, { order_list: [ended], total: 1 }),
    shown: ended,
    start: (ports) => {
      let held = aHostingOrder()
      hostingCopies(ports).ended$.subscribe((order) => (held = order))
      return () => held
    },
  },
  'an ad': {
    path: otc.ad.path,
    answer: encode(otc.ad.output, off),
    shown: off,
    start: (ports) => {
      const actor = createActor(otcAdvertLogic(ports), { input: { copy: anAd() } }).start()
      return () => actor.getSnapshot().context.copy
    },
  },
  'an OTC order': {
    path: otc.order.path,
    answer: encode(otc.order.output, released),
    shown: released,
    start: (ports) => {
      const actor = createActor(otcOrderLogic(ports), { input: { copy: anOtcOrder() } }).start()
      return () => actor.getSnapshot().context.copy
    },
  },
}

test.each(Object.entries(machines))(
  'OPEN-2 after a hole in the own channel %s is read again, until it is answered',
  async (_, { path, answer, start, shown }) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { services, stop } = createServices()
    onTestFinished(stop)
    const renewed$ = new Subject<null>()
    const asked: string[] = []
    const read = fakeRead((called) => {
      if (called !== path) return undefined
      asked.push(called)
      return asked.length === 1 ? undefined : answer
    })
    const held = start({
      request: { ...services.request, read },
      intents: services.intents,
      feeds: { ...services.feeds, ...quiet, renewed$ },
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(held()).not.toEqual(shown)
    expect(asked).toEqual([])
    renewed$.next(null)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toEqual([path, path])
    expect(held()).toEqual(shown)
  },
)
