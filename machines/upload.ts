import type { Upload } from '#contract/platform.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup } from 'xstate'
import { absent } from './absent.ts'

export type UploadTold = { type: 'upload.progressed'; percent: number } | { type: 'upload.answered'; reply: Reply<Upload> }

/** One file on its way: how far, done, or failed and ready to be tried again. */
export const uploadMachine = setup({
  types: {
    input: {} as { maxBytes: number },
    context: {} as { maxBytes: number; file: File | null; percent: number; upload: Upload | null; failure: Failure | null },
    events: {} as { type: 'choose'; file: File } | { type: 'cancel' } | { type: 'retry' } | UploadTold,
    tags: {} as 'busy',
  },
  actors: { sendFile: fromEventObservable<UploadTold, { file: File | null }>(absent('sendFile')) },
  guards: {
    isTooLarge: ({ context }, { file }: { file: File }) => file.size > context.maxBytes,
    isOk: (_, { reply }: { reply: Reply<Upload> }) => reply.ok,
  },
  actions: {
    takeFile: assign((_, { file }: { file: File }) => ({ file, percent: 0, upload: null, failure: null })),
    refuseSize: assign(({ context }) => ({ failure: tooLarge(context.maxBytes) })),
    keepPercent: assign(({ context }, { percent }: { percent: number }) => ({ percent: Math.max(context.percent, percent) })),
    keepReply: assign((_, { reply }: { reply: Reply<Upload> }) =>
      reply.ok ? { upload: reply.value, percent: 100, failure: null } : { failure: reply.failure },
    ),
    startOver: assign({ percent: 0, failure: null }),
    forget: assign({ file: null, percent: 0, upload: null, failure: null }),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, file: null, percent: 0, upload: null, failure: null }),
  initial: 'empty',
  on: {
    choose: [
      {
        guard: { type: 'isTooLarge', params: ({ event }) => ({ file: event.file }) },
        target: '.tooLarge',
        actions: [{ type: 'takeFile', params: ({ event }) => ({ file: event.file }) }, 'refuseSize'],
      },
      { target: '.sending', reenter: true, actions: { type: 'takeFile', params: ({ event }) => ({ file: event.file }) } },
    ],
  },
  states: {
    empty: {},
    /** Refused before a byte has left. */
    tooLarge: {},
    sending: {
      tags: 'busy',
      invoke: { src: 'sendFile', input: ({ context }) => ({ file: context.file }) },
      on: {
        cancel: { target: 'empty', actions: 'forget' },
        'upload.progressed': { actions: { type: 'keepPercent', params: ({ event }) => ({ percent: event.percent }) } },
        'upload.answered': [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ reply: event.reply }) },
            target: 'done',
            actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.reply }) },
          },
          { target: 'failed', actions: { type: 'keepReply', params: ({ event }) => ({ reply: event.reply }) } },
        ],
      },
    },
    failed: { on: { retry: { target: 'sending', actions: 'startOver' }, cancel: { target: 'empty', actions: 'forget' } } },
    done: { on: { cancel: { target: 'empty', actions: 'forget' } } },
  },
})

function tooLarge(max: number): Failure {
  return { kind: 'refused', reason: 'file_too_large', params: { max }, text: null, afterMs: null }
}
