import { assign, fromCallback, sendTo, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'

/** Why nothing can be recorded: it was not allowed, or there is no microphone that can be used. */
export type MicrophoneFault = 'denied' | 'absent'
export type Recording = { readonly file: File; readonly seconds: number }
export type RecorderReport =
  | { type: 'microphone.opened' }
  | { type: 'microphone.failed'; fault: MicrophoneFault }
  | { type: 'recording.grew'; seconds: number }
  | { type: 'recording.ended'; recording: Recording }
/** What the recorder is told: to end, and give what it has. */
export type RecorderOrder = { type: 'end' }

/** A recording ends by itself after this long. */
export const maxVoiceSeconds = 120
/** What is shorter was a slip. */
export const minVoiceSeconds = 1

/**
 * Records one voice message: asked for, recorded, and sent or thrown away. The microphone is open in `recording` alone.
 */
export const voiceRecorderMachine = setup({
  types: {
    context: {} as { seconds: number; fault: MicrophoneFault | 'short' | null },
    events: {} as RecorderReport | { type: 'begin' } | { type: 'finish' } | { type: 'discard' },
  },
  actors: { record: fromCallback<RecorderOrder>(absent('record')) },
  guards: {
    isLong: (_, { recording }: { recording: Recording }) => recording.seconds >= minVoiceSeconds,
    isFull: (_, { seconds }: { seconds: number }) => seconds >= maxVoiceSeconds,
  },
  actions: {
    startOver: assign({ seconds: 0, fault: null }),
    storeSeconds: assign((_, { seconds }: { seconds: number }) => ({ seconds })),
    storeFault: assign((_, { fault }: { fault: MicrophoneFault | 'short' }) => ({ fault })),
    report: (_: unknown, __: { recording: Recording }) => {},
  },
}).createMachine({
  id: 'voiceRecorder',
  context: { seconds: 0, fault: null },
  initial: 'idle',
  states: {
    idle: { on: { begin: { target: 'recording', actions: 'startOver' } } },
    recording: {
      initial: 'asking',
      invoke: { id: 'record', src: 'record' },
      on: {
        discard: 'idle',
        'microphone.failed': {
          target: 'idle',
          actions: { type: 'storeFault', params: ({ event }) => ({ fault: event.fault }) },
        },
        'recording.ended': [
          {
            guard: { type: 'isLong', params: ({ event }) => ({ recording: event.recording }) },
            target: 'idle',
            actions: { type: 'report', params: ({ event }) => ({ recording: event.recording }) },
          },
          { target: 'idle', actions: { type: 'storeFault', params: { fault: 'short' } } },
        ],
      },
      states: {
        asking: { on: { 'microphone.opened': 'running' } },
        running: {
          on: {
            'recording.grew': [
              {
                guard: { type: 'isFull', params: ({ event }) => ({ seconds: event.seconds }) },
                target: 'ending',
                actions: { type: 'storeSeconds', params: ({ event }) => ({ seconds: event.seconds }) },
              },
              { actions: { type: 'storeSeconds', params: ({ event }) => ({ seconds: event.seconds }) } },
            ],
            finish: 'ending',
          },
        },
        ending: { entry: sendTo('record', { type: 'end' } satisfies RecorderOrder) },
      },
    },
  },
})
/** What the recorder shows of it. */
export const connectRecorder = (snapshot: SnapshotFrom<typeof voiceRecorderMachine>) => ({
  ...snapshot.context,
  isOn: snapshot.value !== 'idle',
  isAsking: snapshot.matches({ recording: 'asking' }),
})
