import { assign, fromEventObservable, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'

/** Why there is no camera: it was not allowed, or there is none that can be used. */
export type CameraFault = 'denied' | 'absent'
export type CameraReport =
  | { type: 'camera.opened' }
  | { type: 'camera.failed'; fault: CameraFault }
  | { type: 'code.seen'; text: string }

/**
 * Looks for a QR code: by the camera while it is allowed, and in a picture at any time. It ends with the text of the
 * first code.
 */
export const qrScanMachine = setup({
  types: {
    context: {} as { file: File | null; text: string | null },
    events: {} as CameraReport | { type: 'choosePicture'; file: File } | { type: 'again' },
  },
  actors: {
    watchCamera: fromEventObservable<CameraReport, void>(absent('watchCamera')),
    readPicture: fromPromise<string | null, { file: File | null }>(absent('readPicture')),
  },
  guards: {
    hasText: (_, { text }: { text: string | null }) => text !== null && text !== '',
    isDenied: (_, { fault }: { fault: CameraFault }) => fault === 'denied',
  },
  actions: {
    storeFile: assign((_, { file }: { file: File }) => ({ file })),
    storeText: assign((_, { text }: { text: string | null }) => ({ text })),
  },
}).createMachine({
  id: 'qrScan',
  context: { file: null, text: null },
  initial: 'camera',
  on: {
    choosePicture: {
      target: '.picture.reading',
      actions: { type: 'storeFile', params: ({ event }) => ({ file: event.file }) },
    },
  },
  states: {
    camera: {
      initial: 'asking',
      invoke: { src: 'watchCamera', onError: '.absent' },
      on: {
        'camera.opened': '.scanning',
        'camera.failed': [
          { guard: { type: 'isDenied', params: ({ event }) => ({ fault: event.fault }) }, target: '.denied' },
          { target: '.absent' },
        ],
        'code.seen': {
          guard: { type: 'hasText', params: ({ event }) => ({ text: event.text }) },
          target: 'found',
          actions: { type: 'storeText', params: ({ event }) => ({ text: event.text }) },
        },
        again: { target: 'camera', reenter: true },
      },
      states: { asking: {}, scanning: {}, denied: {}, absent: {} },
    },
    picture: {
      initial: 'reading',
      on: { again: 'camera' },
      states: {
        reading: {
          invoke: {
            src: 'readPicture',
            input: ({ context }) => ({ file: context.file }),
            onDone: [
              {
                guard: { type: 'hasText', params: ({ event }) => ({ text: event.output }) },
                target: '#qrScan.found',
                actions: { type: 'storeText', params: ({ event }) => ({ text: event.output }) },
              },
              { target: 'empty' },
            ],
            onError: 'empty',
          },
        },
        /** There is no code in the picture, or it cannot be read. */
        empty: {},
      },
    },
    found: { type: 'final' },
  },
})

type QrScanState = 'asking' | 'scanning' | 'denied' | 'absent' | 'reading' | 'empty' | 'found'
export const qrScanStateOf = ({ value }: SnapshotFrom<typeof qrScanMachine>): QrScanState =>
  value === 'found' ? 'found' : 'camera' in value ? value.camera : value.picture
