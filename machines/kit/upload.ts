import type { Upload } from '#contract/platform/platform.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, setup } from 'xstate'
import { absent } from './absent.ts'

export type UploadReport =
  | { type: 'upload.progressed'; percent: number }
  | { type: 'upload.answered'; reply: Reply<Upload> }

/** The upload of one file: its progress, then done, or failed and ready to be retried. */
export const uploadMachine = setup({
  types: {
    input: {} as { maxBytes: number },
    context: {} as {
      maxBytes: number
      file: File | null
      percent: number
      upload: Upload | null
      failure: Failure | null
    },
    events: {} as { type: 'choose'; file: File } | { type: 'cancel' } | { type: 'retry' } | UploadReport,
    tags: {} as 'busy',
  },
  actors: { sendFile: fromEventObservable<UploadReport, { file: File | null }>(absent('sendFile')) },
  guards: {
    isWrongType: (_, { file }: { file: File }) => file.type !== '' && !/^image\/(?!svg)/.test(file.type),
    isTooLarge: ({ context }, { file }: { file: File }) => file.size > context.maxBytes,
    isOk: (_, { reply }: { reply: Reply<Upload> }) => reply.ok,
  },
  actions: {
    refuseType: assign({ failure: wrongType() }),
    takeFile: assign((_, { file }: { file: File }) => ({ file, percent: 0, upload: null, failure: null })),
    refuseSize: assign(({ context }) => ({ failure: tooLarge(context.maxBytes) })),
    storePercent: assign(({ context }, { percent }: { percent: number }) => ({
      percent: Math.max(context.percent, percent),
    })),
    storeReply: assign((_, { reply }: { reply: Reply<Upload> }) =>
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
        guard: { type: 'isWrongType', params: ({ event }) => ({ file: event.file }) },
        target: '.wrongType',
        actions: [{ type: 'takeFile', params: ({ event }) => ({ file: event.file }) }, 'refuseType'],
      },
      {
        guard: { type: 'isTooLarge', params: ({ event }) => ({ file: event.file }) },
        target: '.tooLarge',
        actions: [{ type: 'takeFile', params: ({ event }) => ({ file: event.file }) }, 'refuseSize'],
      },
      {
        target: '.sending',
        reenter: true,
        actions: { type: 'takeFile', params: ({ event }) => ({ file: event.file }) },
      },
    ],
  },
  states: {
    empty: {},
    /** Refused before anything is sent. */
    tooLarge: {},
    wrongType: {},
    sending: {
      tags: 'busy',
      invoke: { src: 'sendFile', input: ({ context }) => ({ file: context.file }) },
      on: {
        cancel: { target: 'empty', actions: 'forget' },
        'upload.progressed': { actions: { type: 'storePercent', params: ({ event }) => ({ percent: event.percent }) } },
        'upload.answered': [
          {
            guard: { type: 'isOk', params: ({ event }) => ({ reply: event.reply }) },
            target: 'done',
            actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.reply }) },
          },
          { target: 'failed', actions: { type: 'storeReply', params: ({ event }) => ({ reply: event.reply }) } },
        ],
      },
    },
    failed: {
      on: { retry: { target: 'sending', actions: 'startOver' }, cancel: { target: 'empty', actions: 'forget' } },
    },
    done: { on: { cancel: { target: 'empty', actions: 'forget' } } },
  },
})

function tooLarge(max: number): Failure {
  return { kind: 'refused', reason: 'file_too_large', params: { max }, text: null, afterMs: null }
}

function wrongType(): Failure {
  return { kind: 'refused', reason: 'file_type', params: {}, text: null, afterMs: null }
}
