import { callLimits, isCallAhead, type Call, type CallMedia, type CallWish } from '#contract/chat/chat-call.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromCallback, fromEventObservable, sendTo, setup } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from '#machines/kit/step.ts'
import type {
  Acts,
  CallChange,
  CallNews,
  CallOver,
  Context,
  DeviceFault,
  Input,
  MediaInput,
  MediaOrder,
  MediaReport,
} from './call-model.ts'

const noCallChange: CallChange = { key: '', does: 'end', id: '', chatGroupId: '', media: 'voice', why: null }
const isLive = ({ status }: Call) => status !== 'ended'
const ownSide = ({ caller, called }: Call, me: string) => (caller.userId === me ? caller : called)
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
