import type { SpotOrder } from '#contract/spot/spot.ts'
import type { News } from '#machines/kit/follow.ts'
import { spotOrderMachine, type SpotStep } from '#machines/spot/spot-order.ts'
import { startupMachine, type Loaded } from '#machines/platform/startup.ts'
import { chancesOf, statesIn } from '@kontor/inspector/guards'
import { filtered } from '@kontor/inspector/log'
import { mask } from '#src/features/inspector/mask.ts'
import { mayInspect } from '#src/features/inspector/may-inspect.ts'
import { createRecorder } from '@kontor/inspector/recorder'
import { createTap, machineSnapshot } from '@kontor/inspector/tap'
import { aStep } from '#tests/support/a-step.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { expect, test } from 'vitest'
import { Actor, createActor, fromEventObservable, fromPromise } from 'xstate'
import { NEVER } from 'rxjs'

/** A recorder whose clock is the test's, and which tells of changes at once. */
const aRecorder = () =>
  createRecorder(
    () => 1000,
    (work) => work(),
  )
const stepping = { life: 'waiting', hand: { stepping: 'sending' } }
const quietOrder = spotOrderMachine.provide({
  actors: {
    watch: fromEventObservable<News<SpotOrder>, { copy: SpotOrder }>(() => NEVER),
    step: aStep<SpotStep, SpotOrder>(
      () => new Promise<never>(() => {}),
      () => NEVER,
    ),
  },
})

test.each([
  ['a token', { token: 'abcdefgh' }, { token: { masked: 8 } }],
  ['a chat token', { chatToken: 'abc' }, { chatToken: { masked: 3 } }],
  [
    'a password under its wire names',
    { password: 'p', pay_password: 'pp', login_pwd: 'ppp' },
    { password: { masked: 1 }, pay_password: { masked: 2 }, login_pwd: { masked: 3 } },
  ],
  ['a PIN', { pin: '123456', fund_pin: '1' }, { pin: { masked: 6 }, fund_pin: { masked: 1 } }],
  [
    'a verification code',
    { code: '934512', sms_code: '1', googleCode: '22' },
    { code: { masked: 6 }, sms_code: { masked: 1 }, googleCode: { masked: 2 } },
  ],
  [
    'a card and a phone',
    { bank_card: '6222020200112233', phone: '91234567', mobile: '1' },
    { bank_card: { masked: 16 }, phone: { masked: 8 }, mobile: { masked: 1 } },
  ],
  [
    'a mail address wherever it stands',
    { note: 'write to a.b@kontor.example now', list: ['x@y.zz'] },
    { note: 'write to •••••••• now', list: ['••••••'] },
  ],
  ['an API key in a text', 'key kak_0123456789', 'key ••••••••'],
  ['what lies deep', { user: { account: { email: 'a@b.cc' } } }, { user: { account: { email: { masked: 6 } } } }],
  [
    'nothing that is open',
    { code: 4401, status: 'waiting', price: '65000.10', at: 1_700_000_000_000, pinned: true, token: null },
    { code: 4401, status: 'waiting', price: '65000.10', at: 1_700_000_000_000, pinned: true, token: null },
  ],
  [
    'what is no plain value',
    { held: 12n, when: new Map([['a', 1]]), make: () => 1 },
    { held: '12n', when: { a: 1 }, make: 'ƒ' },
  ],
])('INS-3 %s is masked before it is shown, logged or saved', (_what, given, shown) => {
  expect(mask.masked(given)).toEqual(shown)
})
test('INS-3 a value on one line has no secret either, and is cut', () => {
  expect(mask.lineOf({ m: 'auth', p: { token: 'very-secret', lang: 'en' } })).toBe(
    '{"m":"auth","p":{"token":"••••","lang":"en"}}',
  )
  expect(mask.lineOf('x'.repeat(200), 10)).toBe('"xxxxxxxx…')
})

test('INS-4 production opens it only by the setting of the venue', () => {
  const withIt = aSetting({ features: { spot: true, inspector: true } })
  const without = aSetting({ features: { spot: true, inspector: false } })
  expect([
    mayInspect({ setting: null }, true),
    mayInspect({ setting: null }, false),
    mayInspect({ setting: without }, false),
    mayInspect({ setting: withIt }, false),
  ]).toEqual([true, false, false, true])
})

test('INS-5 actors that run already and those made later are seen, with parents, events and the transition taken', () => {
  const recorder = aRecorder()
  const tap = createTap(recorder, mask)
  const before = createActor(quietOrder, { input: { copy: aSpotOrder({ status: 'waiting' }) } }).start()
  tap.begin([before])
  const later = createActor(
    startupMachine.provide({ actors: { load: fromPromise<Loaded | null>(() => new Promise(() => {})) } }),
  ).start()
  const tree = () => tap.actors().map(({ name, parent, isRunning }) => [name, parent, isRunning])
  expect(tree()).toEqual([
    ['spotOrder', null, true],
    ['watch', 1, true],
    ['startup', null, true],
    ['load', 3, true],
  ])

  before.send({ type: 'act', act: 'cancel', key: 'k' })
  const [order] = tap.actors()
  expect(machineSnapshot(order?.moments.at(-1)?.snapshot)?.value).toEqual(stepping)
  expect(order?.moments.findLast(({ took }) => took.length > 0)?.took).toEqual([
    { from: 'hand.watching', to: 'hand.stepping', type: 'act' },
  ])
  expect(tree().slice(4)).toEqual([
    ['step', 1, true],
    ['send', 5, true],
  ])
  expect(
    filtered(recorder.lines(), 'actor', 1, 'cancel').map(({ from, to, type, detail }) => [from, to, type, detail]),
  ).toEqual([['', 'spotOrder', 'act', '{"act":"cancel","key":"k"}']])

  before.stop()
  later.stop()
  expect(tree().filter(([, , isRunning]) => isRunning)).toEqual([])
  tap.end()
})
test('INS-5 frozen, nothing moves; a step lets one event through, and resuming all in their order', () => {
  const tap = createTap(aRecorder(), mask)
  const actor = createActor(quietOrder, { input: { copy: aSpotOrder({ status: 'waiting', rev: 1 }) } }).start()
  tap.begin([actor])
  tap.freeze(true)
  actor.send({ type: 'copy.received', copy: aSpotOrder({ status: 'waiting', rev: 2 }), why: null })
  actor.send({ type: 'act', act: 'cancel', key: 'k' })
  expect([actor.getSnapshot().context.copy.rev, tap.held().map(({ event }) => event.type)]).toEqual([
    1,
    ['copy.received', 'act'],
  ])
  tap.step()
  expect([actor.getSnapshot().context.copy.rev, actor.getSnapshot().value, tap.held().length]).toEqual([
    2,
    { life: 'waiting', hand: 'watching' },
    1,
  ])
  tap.freeze(false)
  expect([actor.getSnapshot().value, tap.held().length]).toEqual([stepping, 0])
  tap.end()
  actor.stop()
})
test('INS-6 closed, it leaves nothing behind: the library and the actors are what they were', () => {
  const start: unknown = Reflect.get(Actor.prototype, 'start')
  const actor = createActor(quietOrder, { input: { copy: aSpotOrder({ status: 'waiting' }) } }).start()
  const recorder = aRecorder()
  const tap = createTap(recorder, mask)
  tap.begin([actor])
  expect(Reflect.get(Actor.prototype, 'start')).not.toBe(start)
  expect(Object.hasOwn(actor, '_send')).toBe(true)
  tap.freeze(true)
  actor.send({ type: 'act', act: 'cancel', key: 'k' })
  tap.end()
  expect([
    Reflect.get(Actor.prototype, 'start') === start,
    Object.hasOwn(actor, '_send'),
    actor.getSnapshot().value,
  ]).toEqual([true, false, stepping])
  const count = recorder.lines().length
  actor.send({ type: 'copy.received', copy: aSpotOrder({ status: 'waiting', rev: 9 }), why: null })
  expect([recorder.lines().length, tap.actors()]).toEqual([count, []])
  actor.stop()
})

test('INS-7 for each event: whether its guard allows it, and the values it has read', () => {
  const actor = createActor(quietOrder, { input: { copy: aSpotOrder({ status: 'waiting', rev: 3 }) } }).start()
  const snapshot = actor.getSnapshot()
  const changed = { type: 'copy.received', copy: aSpotOrder({ status: 'waiting', rev: 2 }), why: null }
  const act = { type: 'act', act: 'cancel', key: 'k' }
  const seen = new Map<string, { readonly type: string }>([
    ['copy.received', changed],
    ['act', act],
  ])
  const chances = chancesOf(quietOrder, snapshot, seen, mask).map(({ type, from, to, guard, allows, read }) => ({
    type,
    from,
    to,
    guard,
    allows,
    reads: read.map((line) => line.split(' = ')[0]),
  }))
  expect(chances.find(({ type }) => type === 'act')).toEqual({
    type: 'act',
    from: 'hand.watching',
    to: 'hand.stepping',
    guard: 'may',
    allows: 'yes',
    reads: ['event.act', 'context.copy.status'],
  })
  const older = chances.filter(({ type }) => type === 'copy.received')
  expect(older.map(({ guard, allows }) => [guard, allows])).toEqual([['isNewer', 'no']])
  expect(older.every(({ reads }) => reads.includes('context.copy.rev') && reads.includes('event.copy.rev'))).toBe(true)
  // Nobody has seen such an event: the guard is not guessed at.
  expect(
    chancesOf(quietOrder, snapshot, new Map(), mask)
      .filter(({ type }) => type === 'copy.received')
      .map(({ allows }) => allows),
  ).toEqual(['unknown'])
  expect(statesIn(quietOrder, snapshot)).toEqual(['life', 'hand', 'life.waiting', 'hand.watching'])
  actor.stop()
})
