import {
  callLimits,
  isCallAhead,
  type Call,
  type CallEnd,
  type CallMedia,
  type CallWish,
} from '#contract/chat/chat-call.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromCallback, fromEventObservable, sendTo, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import { isLost, stepMachine, stepping, type Keyed, type StepSnapshot } from '#machines/kit/step.ts'

/** Why a device cannot be used: it was not allowed, or there is none. */
export type DeviceFault = 'denied' | 'absent'
/** Why a call is over, as the page says it: what the venue says, or what only this device knows. */
type CallOver = CallEnd | 'microphone' | 'noMicrophone' | 'elsewhere' | 'refused'
/** One change of a call on its way to the venue; an end needs no key, as it comes to the same however often it is told. */
export type CallChange = Keyed & {
  readonly does: 'place' | 'answer' | 'end'
  readonly id: string
  readonly chatGroupId: string
  readonly media: CallMedia
  readonly why: 'noWay' | 'lost' | null
}
export type CallNews =
  | { type: 'call.told'; call: Call }
  /** The venue knows of no call of this person: what ended it was not heard. */
  | { type: 'call.none' }
  /** The latest the server's clock can be. */
  | { type: 'clock.ticked'; now: number }
/** What the devices and the connection report. */
export type MediaReport =
  | { type: 'media.opened' }
  | { type: 'media.failed'; fault: DeviceFault }
  | { type: 'camera.opened' }
  | { type: 'camera.failed'; fault: DeviceFault }
  | { type: 'line.up' }
  | { type: 'line.broken'; atMs: number }
  | { type: 'peer.told'; isMuted: boolean; hasCamera: boolean }
/** What the devices and the connection are told. */
export type MediaOrder =
  | { type: 'call'; call: Call }
  | { type: 'mute'; isMuted: boolean }
  | { type: 'camera'; isOn: boolean }
  | { type: 'turn' }
export type MediaInput = { readonly media: CallMedia }
type Input = { readonly me: string; readonly tab: string }
type Context = Input & {
  readonly call: Call | null
  readonly wish: CallWish | null
  readonly step: CallChange | null
  readonly failure: Failure | null
  readonly over: CallOver | null
  /** With which the call is opened on this device. */
  readonly media: CallMedia
  readonly cameraFault: DeviceFault | null
  readonly brokenMs: number | null
  readonly peer: { readonly isMuted: boolean; readonly hasCamera: boolean }
}
type Acts =
  | { type: 'place'; wish: CallWish; key: string }
  | { type: 'accept'; media: CallMedia; key: string }
  | { type: 'hangUp' }
  | { type: 'mute' }
  | { type: 'unmute' }
  | { type: 'showCamera' }
  | { type: 'hideCamera' }
  | { type: 'turnCamera' }
  | { type: 'dismiss' }

const noCallChange: CallChange = { key: '', does: 'end', id: '', chatGroupId: '', media: 'voice', why: null }
const isLive = ({ status }: Call) => status !== 'ended'
const ownSide = ({ caller, called }: Call, me: string) => (caller.userId === me ? caller : called)
export const peerSide = ({ caller, called }: Call, me: string) => (caller.userId === me ? called : caller)
/** What a call is to this page: it rings here, goes on here, goes on in another page of this person, or is over. */
const standingOf = (call: Call, { me, tab }: Input): 'rings' | 'here' | 'elsewhere' | 'over' => {
  if (!isLive(call)) return 'over'
  const own = ownSide(call, me)
  if (own.tab === null) return 'rings'
  return own.tab === tab ? 'here' : 'elsewhere'
}
/** A broken clock of the device must not end a call before the venue does. */
const graceMs = 5000

const isOf = (held: Call | null, told: Call) => held?.id === told.id && isCallAhead(held, told)
type Told = { readonly call: Call }
/** What the page says of a call that it ends, and what the venue is told. */
type Ending = { readonly over: CallOver | null; readonly why: 'noWay' | 'lost' | null }
const hungUp: Ending = { over: null, why: null }
const overBy = { denied: 'microphone', absent: 'noMicrophone' } as const satisfies Record<DeviceFault, CallOver>

/**
 * Calls between two people on this page, one at a time: rung, answered, connected, mended, ended. The venue decides
 * what a call is; the devices are open in `active` alone. Its one step at a time places, answers or ends a call.
 */
export const callMachine = setup({
  types: {
    input: {} as Input,
    context: {} as Context,
    events: {} as Acts | CallNews | MediaReport,
    tags: {} as 'busy',
  },
  actors: {
    watchCalls: fromEventObservable<CallNews, Input>(absent('watchCalls')),
    openMedia: fromCallback<MediaOrder, MediaInput>(absent('openMedia')),
    step: stepMachine<CallChange, Call>(),
  },
  guards: {
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    rings: ({ context }, { call }: Told) => standingOf(call, context) === 'rings' && call.called.userId === context.me,
    isHere: ({ context }, { call }: Told) =>
      standingOf(call, context) === 'here' && (context.call === null || isOf(context.call, call)),
    isGone: ({ context }, { call }: Told) => isOf(context.call, call) && standingOf(call, context) !== 'rings',
    isOver: ({ context }, { call }: Told) => isOf(context.call, call) && standingOf(call, context) === 'over',
    isElsewhere: ({ context }, { call }: Told) => isOf(context.call, call) && standingOf(call, context) === 'elsewhere',
    isPast: ({ context: { call } }, { now }: { now: number }) =>
      typeof call?.untilMs === 'number' && now > call.untilMs + graceMs,
    isMendedTooLate: ({ context: { brokenMs } }, { now }: { now: number }) =>
      brokenMs !== null && now > brokenMs + callLimits.mendMs,
    wantsCamera: ({ context }) => context.media === 'video',
    isPlaced: ({ context }) => context.step?.does === 'place' || context.step?.does === 'answer',
    hasFailed: ({ context }) => context.failure !== null,
    hasEnded: ({ context }) => context.call !== null && !isLive(context.call),
    isConnecting: ({ context: { call } }) => call !== null && call.status !== 'ringing',
    hasCall: ({ context }) => context.call !== null,
    tellsWhy: ({ context }) => context.over !== null,
  },
  actions: {
    forget: assign({
      call: null,
      wish: null,
      step: null,
      failure: null,
      over: null,
      cameraFault: null,
      brokenMs: null,
    }),
    storeWish: assign((_, { wish, key }: { wish: CallWish; key: string }) => ({
      wish,
      media: wish.media,
      call: null,
      failure: null,
      over: null,
      cameraFault: null,
      brokenMs: null,
      peer: { isMuted: false, hasCamera: wish.media === 'video' },
      step: { ...noCallChange, key, does: 'place' as const, chatGroupId: wish.chatGroupId, media: wish.media },
    })),
    storeRing: assign((_, { call }: Told) => ({
      call,
      wish: null,
      step: null,
      failure: null,
      over: null,
      cameraFault: null,
      brokenMs: null,
      peer: { isMuted: false, hasCamera: call.media === 'video' },
    })),
    /** A page that was loaded anew in the middle of a call. */
    storeHere: assign((_, { call }: Told) => ({ call, media: call.media, step: null, over: null })),
    storeAnswer: assign(({ context: { call } }, { media, key }: { media: CallMedia; key: string }) => ({
      media,
      step: { ...noCallChange, key, does: 'answer' as const, id: call?.id ?? '', media },
    })),
    storeEnding: assign(({ context: { call } }, { over, why }: Ending) => ({
      over,
      step: { ...noCallChange, id: call?.id ?? '', why },
    })),
    storeCall: assign(({ context }, { call }: Told) => (isOf(context.call, call) ? { call } : {})),
    storeReply: assign(({ context: { call: held } }, { reply }: { reply: Reply<Call | null> }) => {
      if (!reply.ok) return { failure: reply.failure }
      const call = reply.value
      return call === null || (held?.id === call.id && !isCallAhead(held, call)) ? {} : { call }
    }),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    /** What the page says of a call that is over. */
    storeOver: assign(({ context: { failure, call } }) => ({
      over: failure === null ? (call?.why ?? 'lost') : ('refused' as const),
    })),
    storeWhy: assign((_, { over }: { over: CallOver }) => ({ over })),
    storeBroken: assign((_, { atMs }: { atMs: number }) => ({ brokenMs: atMs })),
    storeMended: assign({ brokenMs: null }),
    storeCameraFault: assign((_, { fault }: { fault: DeviceFault | null }) => ({ cameraFault: fault })),
    storePeer: assign((_, { isMuted, hasCamera }: { isMuted: boolean; hasCamera: boolean }) => ({
      peer: { isMuted, hasCamera },
    })),
    tellCall: sendTo('media', ({ context: { call } }): MediaOrder => {
      if (call === null) throw new Error('there is no call to connect')
      return { type: 'call', call }
    }),
    tellMute: sendTo('media', (_, { isMuted }: { isMuted: boolean }): MediaOrder => ({ type: 'mute', isMuted })),
    tellCamera: sendTo('media', (_, { isOn }: { isOn: boolean }): MediaOrder => ({ type: 'camera', isOn })),
    tellTurn: sendTo('media', { type: 'turn' } satisfies MediaOrder),
  },
}).createMachine({
  id: 'call',
  context: ({ input }) => ({
    ...input,
    call: null,
    wish: null,
    step: null,
    failure: null,
    over: null,
    media: 'voice',
    cameraFault: null,
    brokenMs: null,
    peer: { isMuted: false, hasCamera: false },
  }),
  invoke: { src: 'watchCalls', input: ({ context: { me, tab } }) => ({ me, tab }) },
  initial: 'idle',
  states: {
    idle: {
      entry: 'forget',
      on: {
        place: {
          target: 'active',
          actions: { type: 'storeWish', params: ({ event }) => ({ wish: event.wish, key: event.key }) },
        },
        'call.told': [
          {
            guard: { type: 'rings', params: ({ event }) => ({ call: event.call }) },
            target: 'ringing',
            actions: { type: 'storeRing', params: ({ event }) => ({ call: event.call }) },
          },
          {
            guard: { type: 'isHere', params: ({ event }) => ({ call: event.call }) },
            target: 'active',
            actions: { type: 'storeHere', params: ({ event }) => ({ call: event.call }) },
          },
        ],
      },
    },
    ringing: {
      on: {
        accept: {
          target: 'active',
          actions: { type: 'storeAnswer', params: ({ event }) => ({ media: event.media, key: event.key }) },
        },
        hangUp: { target: 'leaving', actions: { type: 'storeEnding', params: hungUp } },
        'call.told': { guard: { type: 'isGone', params: ({ event }) => ({ call: event.call }) }, target: 'idle' },
        'call.none': 'idle',
        'clock.ticked': { guard: { type: 'isPast', params: ({ event }) => ({ now: event.now }) }, target: 'idle' },
      },
    },
    active: {
      type: 'parallel',
      invoke: { id: 'media', src: 'openMedia', input: ({ context }) => ({ media: context.media }) },
      on: {
        hangUp: [
          { guard: 'hasCall', target: 'leaving', actions: { type: 'storeEnding', params: hungUp } },
          { target: 'idle' },
        ],
        'media.failed': [
          {
            guard: 'hasCall',
            target: 'leaving',
            actions: { type: 'storeEnding', params: ({ event }) => ({ over: overBy[event.fault], why: null }) },
          },
          {
            target: 'ended',
            actions: { type: 'storeWhy', params: ({ event }) => ({ over: overBy[event.fault] }) },
          },
        ],
        'call.told': [
          {
            guard: { type: 'isOver', params: ({ event }) => ({ call: event.call }) },
            target: 'ended',
            actions: [{ type: 'storeCall', params: ({ event }) => ({ call: event.call }) }, 'storeOver'],
          },
          {
            guard: { type: 'isElsewhere', params: ({ event }) => ({ call: event.call }) },
            target: 'ended',
            actions: { type: 'storeWhy', params: { over: 'elsewhere' } },
          },
        ],
        'call.none': {
          guard: 'hasCall',
          target: 'ended',
          actions: { type: 'storeWhy', params: { over: 'lost' } },
        },
        'peer.told': {
          actions: {
            type: 'storePeer',
            params: ({ event }) => ({ isMuted: event.isMuted, hasCamera: event.hasCamera }),
          },
        },
      },
      states: {
        stage: {
          initial: 'opening',
          states: {
            opening: { on: { 'media.opened': [{ guard: 'isPlaced', target: 'asking' }, { target: 'deciding' }] } },
            asking: stepping(noCallChange, 'deciding'),
            deciding: {
              always: [
                { guard: 'hasFailed', target: '#call.ended', actions: 'storeOver' },
                { guard: 'hasEnded', target: '#call.ended', actions: 'storeOver' },
                { guard: 'isConnecting', target: 'connecting' },
                { target: 'calling' },
              ],
            },
            calling: {
              on: {
                'call.told': {
                  guard: { type: 'isHere', params: ({ event }) => ({ call: event.call }) },
                  target: 'deciding',
                  actions: { type: 'storeHere', params: ({ event }) => ({ call: event.call }) },
                },
                'clock.ticked': {
                  guard: { type: 'isPast', params: ({ event }) => ({ now: event.now }) },
                  target: '#call.leaving',
                  actions: { type: 'storeEnding', params: { over: 'missed', why: null } },
                },
              },
            },
            connecting: {
              entry: 'tellCall',
              on: {
                'line.up': 'talking',
                'call.told': {
                  guard: { type: 'isHere', params: ({ event }) => ({ call: event.call }) },
                  actions: [{ type: 'storeCall', params: ({ event }) => ({ call: event.call }) }, 'tellCall'],
                },
                'clock.ticked': {
                  guard: { type: 'isPast', params: ({ event }) => ({ now: event.now }) },
                  target: '#call.leaving',
                  actions: { type: 'storeEnding', params: { over: 'noWay', why: 'noWay' } },
                },
              },
            },
            talking: {
              initial: 'good',
              on: {
                'call.told': {
                  guard: { type: 'isHere', params: ({ event }) => ({ call: event.call }) },
                  actions: [{ type: 'storeCall', params: ({ event }) => ({ call: event.call }) }, 'tellCall'],
                },
              },
              states: {
                good: {
                  entry: 'storeMended',
                  on: {
                    'line.broken': {
                      target: 'mending',
                      actions: { type: 'storeBroken', params: ({ event }) => ({ atMs: event.atMs }) },
                    },
                  },
                },
                mending: {
                  on: {
                    'line.up': 'good',
                    'clock.ticked': {
                      guard: { type: 'isMendedTooLate', params: ({ event }) => ({ now: event.now }) },
                      target: '#call.leaving',
                      actions: { type: 'storeEnding', params: { over: 'lost', why: 'lost' } },
                    },
                  },
                },
              },
            },
          },
        },
        microphone: {
          initial: 'on',
          states: {
            on: { on: { mute: { target: 'muted', actions: { type: 'tellMute', params: { isMuted: true } } } } },
            muted: { on: { unmute: { target: 'on', actions: { type: 'tellMute', params: { isMuted: false } } } } },
          },
        },
        camera: {
          initial: 'deciding',
          on: {
            'camera.failed': {
              target: '.off',
              actions: { type: 'storeCameraFault', params: ({ event }) => ({ fault: event.fault }) },
            },
          },
          states: {
            deciding: { always: [{ guard: 'wantsCamera', target: 'opening' }, { target: 'off' }] },
            off: {
              on: {
                showCamera: {
                  target: 'opening',
                  actions: [
                    { type: 'storeCameraFault', params: { fault: null } },
                    { type: 'tellCamera', params: { isOn: true } },
                  ],
                },
              },
            },
            opening: { on: { 'camera.opened': 'on' } },
            on: {
              on: {
                hideCamera: { target: 'off', actions: { type: 'tellCamera', params: { isOn: false } } },
                turnCamera: { actions: 'tellTurn' },
              },
            },
          },
        },
      },
    },
    /** The venue is told that it is over; the page has left it, or says why. */
    leaving: { ...stepping(noCallChange, 'left'), on: { dismiss: 'idle' } },
    left: { always: [{ guard: 'tellsWhy', target: 'ended' }, { target: 'idle' }] },
    ended: {
      on: {
        dismiss: 'idle',
        place: {
          target: 'active',
          actions: { type: 'storeWish', params: ({ event }) => ({ wish: event.wish, key: event.key }) },
        },
        'call.told': {
          guard: { type: 'rings', params: ({ event }) => ({ call: event.call }) },
          target: 'ringing',
          actions: { type: 'storeRing', params: ({ event }) => ({ call: event.call }) },
        },
      },
    },
  },
})

const stages = ['calling', 'connecting', 'talking'] as const
/** What the page shows of it. */
export const connectCall = (snapshot: SnapshotFrom<typeof callMachine>) => {
  const { call, wish, over, failure, me, media, cameraFault, peer } = snapshot.context
  const other = call === null ? wish : peerSide(call, me)
  const stage = stages.find((each) => snapshot.matches({ active: { stage: each } })) ?? 'opening'
  return {
    call,
    over,
    failure,
    media: call?.media ?? media,
    cameraFault,
    peer,
    other,
    chatGroupId: call?.chatGroupId ?? wish?.chatGroupId ?? '',
    stage,
    isIdle: snapshot.matches('idle'),
    isRinging: snapshot.matches('ringing'),
    isActive: snapshot.matches('active'),
    /** It is over, and the page says why; a call that was hung up here is gone at once. */
    isEnded: snapshot.matches('ended') || (snapshot.matches('leaving') && over !== null),
    isMending: snapshot.matches({ active: { stage: { talking: 'mending' } } }),
    isMuted: snapshot.matches({ active: { microphone: 'muted' } }),
    hasCamera: snapshot.matches({ active: { camera: 'on' } }),
    isCameraOpening: snapshot.matches({ active: { camera: 'opening' } }),
  }
}
export type CallShown = ReturnType<typeof connectCall>
