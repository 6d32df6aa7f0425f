import { callLimits, type Call, type CallWish } from '#contract/chat/chat-call.ts'
import type { CallChange, CallNews, MediaOrder, MediaReport } from '#machines/chat/call-model.ts'
import { connectCall } from '#machines/chat/call-shown.ts'
import { callMachine } from '#machines/chat/call.ts'
import { aCall } from '#tests/support/builders/chat.ts'
import { aStep } from '#tests/support/a-step.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { NEVER, Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { createActor, fromCallback, fromEventObservable } from 'xstate'

const [me, tab] = ['1', 'here']
const wish: CallWish = { chatGroupId: 'g1', userId: '2', userName: 'Ben', avatar: null, media: 'video' }
/** One page of person 1, a venue and devices that the test speaks for. */
const aPage = () => {
  const news$ = new Subject<CallNews>()
  const sent: CallChange[] = []
  const orders: MediaOrder[] = []
  const answers: ((reply: Reply<Call>) => void)[] = []
  const state = { isOpen: false }
  let report: (event: MediaReport) => void = () => {}
  const actor = createActor(
    callMachine.provide({
      actors: {
        watchCalls: fromEventObservable<CallNews, { me: string; tab: string }>(() => news$),
        openMedia: fromCallback(({ sendBack, receive }) => {
          state.isOpen = true
          report = sendBack
          receive((order) => void orders.push(order))
          return () => void (state.isOpen = false)
        }),
        step: aStep<CallChange, Call>(
          (change) => (sent.push(change), new Promise((answer) => void answers.push(answer))),
          () => NEVER,
        ),
      },
    }),
    { input: { me, tab } },
  ).start()
  return {
    actor,
    sent,
    orders,
    state,
    tell: (call: Call) => news$.next({ type: 'call.told', call }),
    news: (event: CallNews) => news$.next(event),
    report: (event: MediaReport) => report(event),
    answer: async (reply: Reply<Call>) => {
      answers.shift()?.(reply)
      await new Promise((done) => setImmediate(done))
    },
    shown: () => connectCall(actor.getSnapshot()),
  }
}
type Page = ReturnType<typeof aPage>
const mine = (more: Parameters<typeof aCall>[0] = {}) => aCall({ caller: { userId: me, tab }, ...more })
const theirs = (more: Parameters<typeof aCall>[0] = {}) =>
  aCall({ caller: { userId: '2', tab: 't2' }, called: { userId: me, tab: null }, ...more })
const placed = async (page: Page) => {
  page.actor.send({ type: 'place', wish, key: 'k1' })
  page.report({ type: 'media.opened' })
  await page.answer({ ok: true, value: mine() })
}
const talking = async (page: Page) => {
  await placed(page)
  page.tell(mine({ status: 'answered', rev: 2 }))
  page.report({ type: 'line.up' })
}

test('CALL-11 the venue is asked for a call once the microphone is open, and the devices are closed with it', async () => {
  const page = aPage()
  page.actor.send({ type: 'place', wish, key: 'k1' })
  expect([page.state.isOpen, page.sent]).toEqual([true, []])
  page.report({ type: 'media.opened' })
  expect(page.sent).toMatchObject([{ does: 'place', key: 'k1', chatGroupId: 'g1', media: 'video' }])
  await page.answer({ ok: true, value: mine() })
  expect(page.shown()).toMatchObject({ isActive: true, stage: 'calling' })
  page.tell(mine({ status: 'answered', rev: 2 }))
  expect([page.shown().stage, page.orders.at(-1)]).toMatchObject(['connecting', { type: 'call', call: { rev: 2 } }])
  page.report({ type: 'line.up' })
  expect(page.shown().stage).toBe('talking')
  page.actor.send({ type: 'hangUp' })
  expect([page.state.isOpen, page.sent.at(-1), page.shown().isEnded]).toMatchObject([
    false,
    { does: 'end', id: 'k1' },
    false,
  ])
  await page.answer({ ok: true, value: mine({ status: 'ended', why: 'hungUp', rev: 4 }) })
  expect(page.shown().isIdle).toBe(true)
})
test.each([
  ['denied', 'microphone'],
  ['absent', 'noMicrophone'],
] as const)('CALL-12 a microphone that is %s is said, and nobody was rung', (fault, over) => {
  const page = aPage()
  page.actor.send({ type: 'place', wish, key: 'k1' })
  page.report({ type: 'media.failed', fault })
  expect([page.sent, page.state.isOpen, page.shown()]).toMatchObject([[], false, { isEnded: true, over }])
  page.actor.send({ type: 'dismiss' })
  expect(page.shown().isIdle).toBe(true)
})
test('CALL-13 a call rings until another page of the person answers it, it is over, or its time has passed', () => {
  const ends: readonly ((page: Page) => void)[] = [
    (page) => page.tell(theirs({ status: 'answered', rev: 2, called: { userId: me, tab: 'elsewhere' } })),
    (page) => page.tell(theirs({ status: 'ended', why: 'cancelled', rev: 2 })),
    (page) => page.news({ type: 'clock.ticked', now: Number(theirs().untilMs) + 60_000 }),
    (page) => page.news({ type: 'call.none' }),
  ]
  for (const end of ends) {
    const page = aPage()
    page.tell(theirs())
    page.tell(theirs())
    expect(page.shown()).toMatchObject({ isRinging: true, other: { userId: '2' } })
    end(page)
    expect([page.shown().isIdle, page.state.isOpen]).toEqual([true, false])
  }
})
test('CALL-13 a call that goes on in another page leaves this one alone', () => {
  const page = aPage()
  page.tell(mine({ status: 'talking', caller: { userId: me, tab: 'elsewhere' } }))
  page.tell(aCall({ caller: { userId: me, tab: 'elsewhere' }, called: { userId: '2' } }))
  expect(page.shown().isIdle).toBe(true)
})
test('CALL-14 what ends a call is said to who is in it', async () => {
  for (const [call, over] of [
    [mine({ status: 'ended', why: 'declined', rev: 9 }), 'declined'],
    [mine({ status: 'ended', why: 'noWay', rev: 9 }), 'noWay'],
    [mine({ rev: 9, caller: { userId: me, tab: 'elsewhere' } }), 'elsewhere'],
  ] as const) {
    const page = aPage()
    await placed(page)
    page.tell(call)
    expect([page.shown().isEnded, page.shown().over, page.state.isOpen]).toEqual([true, over, false])
  }
})
test('CALL-14 a refusal of the venue is said in its words', async () => {
  const page = aPage()
  page.actor.send({ type: 'place', wish, key: 'k1' })
  page.report({ type: 'media.opened' })
  const failure = { kind: 'refused', reason: 'call_friend', params: {}, text: null, afterMs: null } as const
  await page.answer({ ok: false, failure })
  expect(page.shown()).toMatchObject({ isEnded: true, over: 'refused', failure })
})
test('CALL-15 a line that breaks is mended for half a minute, then the call is over', async () => {
  const page = aPage()
  await talking(page)
  page.report({ type: 'line.broken', atMs: 1000 })
  expect(page.shown().isMending).toBe(true)
  page.report({ type: 'line.up' })
  page.news({ type: 'clock.ticked', now: 900_000 })
  expect(page.shown()).toMatchObject({ isMending: false, stage: 'talking' })
  page.report({ type: 'line.broken', atMs: 2000 })
  page.news({ type: 'clock.ticked', now: 2000 + callLimits.mendMs })
  expect(page.shown().isMending).toBe(true)
  page.news({ type: 'clock.ticked', now: 2001 + callLimits.mendMs })
  expect([page.shown().over, page.sent.at(-1)]).toMatchObject(['lost', { does: 'end', why: 'lost' }])
})
test('CALL-15 no answer and no way are over by the instants of the venue, also without a line to it', async () => {
  const [waits, looks] = [aPage(), aPage()]
  await placed(waits)
  await placed(looks)
  looks.tell(mine({ status: 'answered', rev: 2 }))
  for (const page of [waits, looks]) page.news({ type: 'clock.ticked', now: Number(mine().untilMs) })
  expect([waits.shown().stage, looks.shown().stage]).toEqual(['calling', 'connecting'])
  for (const page of [waits, looks]) page.news({ type: 'clock.ticked', now: Number(mine().untilMs) + 6000 })
  expect([waits.shown().over, looks.shown().over]).toEqual(['missed', 'noWay'])
})
test('CALL-16 microphone and camera are switched, and a camera that cannot be opened leaves the voice', async () => {
  const page = aPage()
  await talking(page)
  expect(page.shown()).toMatchObject({ hasCamera: false, isCameraOpening: true })
  page.report({ type: 'camera.opened' })
  page.actor.send({ type: 'turnCamera' })
  page.actor.send({ type: 'mute' })
  page.actor.send({ type: 'hideCamera' })
  page.actor.send({ type: 'unmute' })
  page.actor.send({ type: 'showCamera' })
  expect(page.orders.filter(({ type }) => type !== 'call')).toEqual([
    { type: 'turn' },
    { type: 'mute', isMuted: true },
    { type: 'camera', isOn: false },
    { type: 'mute', isMuted: false },
    { type: 'camera', isOn: true },
  ])
  page.report({ type: 'camera.failed', fault: 'denied' })
  expect(page.shown()).toMatchObject({ hasCamera: false, cameraFault: 'denied', stage: 'talking' })
})
test('CALL-17 a page that was loaded anew goes on with its call', () => {
  const page = aPage()
  page.tell(mine({ status: 'talking' }))
  page.report({ type: 'media.opened' })
  expect([page.shown().stage, page.sent, page.orders.length]).toEqual(['connecting', [], 1])
})
