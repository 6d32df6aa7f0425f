import { assign, fromEventObservable, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import type { CameraFault } from './qr-scan.ts'

export type CaptureReport = { type: 'camera.opened' } | { type: 'camera.failed'; fault: CameraFault }

/**
 * Takes one photo with the camera: it is looked at before it is used, and taken again as often as one likes. Without a
 * camera it says why, and asks again when told to.
 */
export const captureMachine = setup({
  types: {
    context: {} as { photo: File | null },
    events: {} as CaptureReport | { type: 'take' } | { type: 'again' } | { type: 'use' },
  },
  actors: {
    watchCamera: fromEventObservable<CaptureReport, void>(absent('watchCamera')),
    takePhoto: fromPromise<File | null, void>(absent('takePhoto')),
  },
  guards: {
    isDenied: (_, { fault }: { fault: CameraFault }) => fault === 'denied',
    isTaken: (_, { photo }: { photo: File | null }) => photo !== null,
  },
  actions: {
    storePhoto: assign((_, { photo }: { photo: File | null }) => ({ photo })),
  },
}).createMachine({
  id: 'capture',
  context: { photo: null },
  initial: 'camera',
  states: {
    camera: {
      initial: 'asking',
      invoke: { src: 'watchCamera', onError: '.absent' },
      on: {
        'camera.failed': [
          { guard: { type: 'isDenied', params: ({ event }) => ({ fault: event.fault }) }, target: '.denied' },
          { target: '.absent' },
        ],
      },
      states: {
        asking: { on: { 'camera.opened': 'looking' } },
        looking: { on: { take: 'taking' } },
        /** The picture stands still; nothing could be seen in it when it fails. */
        taking: {
          invoke: {
            src: 'takePhoto',
            onDone: [
              {
                guard: { type: 'isTaken', params: ({ event }) => ({ photo: event.output }) },
                target: 'taken',
                actions: { type: 'storePhoto', params: ({ event }) => ({ photo: event.output }) },
              },
              { target: 'looking' },
            ],
            onError: 'looking',
          },
        },
        taken: {
          on: {
            use: '#capture.used',
            again: { target: 'looking', actions: { type: 'storePhoto', params: { photo: null } } },
          },
        },
        denied: { on: { again: { target: '#capture.camera', reenter: true } } },
        absent: { on: { again: { target: '#capture.camera', reenter: true } } },
      },
    },
    used: { type: 'final' },
  },
})

type CaptureState = 'asking' | 'looking' | 'taking' | 'taken' | 'denied' | 'absent' | 'used'
export const captureStateOf = ({ value }: SnapshotFrom<typeof captureMachine>): CaptureState =>
  value === 'used' ? 'used' : value.camera
