import { isPayMethodsAhead, type PayMethods, type PayWay } from '#contract/wallet/bank.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, setup, type SnapshotFrom } from 'xstate'
import { isLost, noIntent, stepMachine, stepping, type Intent, type StepSnapshot } from '#machines/kit/step.ts'

type Context = {
  readonly way: PayWay
  /** The copy on which the typed values rest; null before the first one. */
  readonly methods: PayMethods | null
  /** A newer copy, saved elsewhere while this one was edited. */
  readonly newer: PayMethods | null
  readonly step: Intent | null
  readonly failure: Failure | null
}

type Received = { readonly event: { readonly methods: PayMethods } }
const received = ({ event: { methods } }: Received) => ({ methods })
/** A copy that was saved elsewhere; one that is no newer is ignored. */
const newer = {
  guard: { type: 'isNewer', params: received },
  actions: { type: 'storeNewer', params: received },
} as const

/**
 * One receiving method while its owner edits it: pictures are uploaded, what is bound asks for the fund password, and
 * what is saved is one step.
 * A newer copy from elsewhere never replaces what has been typed: it is shown beside it (`moved`) until the owner goes
 * on.
 */
export const bankCardMachine = setup({
  types: {
    input: {} as { readonly way: PayWay },
    context: {} as Context,
    events: {} as
      | { type: 'methods.received'; methods: PayMethods }
      | { type: 'uploads.counted'; count: number }
      | { type: 'pin.typed'; isEmpty: boolean }
      | { type: 'save'; intent: Intent }
      | { type: 'resume' },
    tags: {} as 'busy',
    children: {} as { step: 'step' },
  },
  actors: { step: stepMachine<Intent, PayMethods>() },
  guards: {
    isNewer: ({ context }, { methods }: { methods: PayMethods }) =>
      context.methods !== null && isPayMethodsAhead(context.methods, methods),
    isUploading: (_, { count }: { count: number }) => count > 0,
    isTyped: ({ context }, { isEmpty }: { isEmpty: boolean }) =>
      !isEmpty && context.methods?.ways.includes(context.way) === true,
    isEmpty: (_, { isEmpty }: { isEmpty: boolean }) => isEmpty,
    isUnbound: ({ context }) => context.methods?.ways.includes(context.way) !== true,
    isMoved: ({ context }) => context.failure?.kind === 'refused' && context.failure.reason === 'state_moved',
    hasNewer: ({ context }) => context.newer !== null,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
  },
  actions: {
    storeMethods: assign((_, { methods }: { methods: PayMethods }) => ({ methods })),
    storeNewer: assign((_, { methods }: { methods: PayMethods }) => ({ newer: methods })),
    takeNewer: assign(({ context }) => ({ methods: context.newer ?? context.methods, newer: null, failure: null })),
    storeIntent: assign((_, { intent }: { intent: Intent }) => ({ step: intent, failure: null })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<PayMethods | null> }) =>
      reply.ok ? { methods: reply.value ?? context.methods, failure: null } : { failure: reply.failure },
    ),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
  },
}).createMachine({
  id: 'bankCard',
  context: ({ input }) => ({ ...input, methods: null, newer: null, step: null, failure: null }),
  initial: 'loading',
  states: {
    loading: {
      on: {
        'methods.received': {
          target: 'editing',
          actions: { type: 'storeMethods', params: ({ event }) => ({ methods: event.methods }) },
        },
      },
    },
    editing: {
      on: {
        'methods.received': { ...newer, target: 'moved' },
        'uploads.counted': {
          guard: { type: 'isUploading', params: ({ event }) => ({ count: event.count }) },
          target: 'uploading',
        },
        'pin.typed': {
          guard: { type: 'isTyped', params: ({ event }) => ({ isEmpty: event.isEmpty }) },
          target: 'authorising',
        },
        save: {
          guard: 'isUnbound',
          target: 'saving',
          actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    /** Nothing is saved while a picture is on its way. */
    uploading: {
      on: {
        'uploads.counted': [
          { guard: { type: 'isUploading', params: ({ event }) => ({ count: event.count }) } },
          { target: 'editing' },
        ],
      },
    },
    authorising: {
      on: {
        'methods.received': { ...newer, target: 'moved' },
        'uploads.counted': {
          guard: { type: 'isUploading', params: ({ event }) => ({ count: event.count }) },
          target: 'uploading',
        },
        'pin.typed': {
          guard: { type: 'isEmpty', params: ({ event }) => ({ isEmpty: event.isEmpty }) },
          target: 'editing',
        },
        save: { target: 'saving', actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) } },
      },
    },
    saving: stepping<Intent, PayMethods, 'bound', 'refused'>(noIntent, 'bound', 'refused'),
    refused: { always: [{ guard: 'isMoved', target: 'moved' }, { target: 'editing' }] },
    /** Saved elsewhere meanwhile. The newer copy may still have to be read. */
    moved: {
      on: {
        'methods.received': newer,
        resume: { guard: 'hasNewer', target: 'editing', actions: 'takeNewer' },
      },
    },
    bound: {},
  },
})

/** What its page shows of it. */
export const connectBankCard = (snapshot: SnapshotFrom<typeof bankCardMachine>) => {
  const { methods, newer, failure } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const isMoved = snapshot.matches('moved')
  return {
    isBusy,
    isMoved,
    isEditing: snapshot.matches('editing'),
    isUploading: snapshot.matches('uploading'),
    isUnknown: snapshot.matches({ saving: 'unknown' }),
    isBound: snapshot.matches('bound'),
    /** The copy on which what is typed rests; null before one was read. */
    base: methods,
    /** Saved elsewhere meanwhile; null while it is still being read. */
    newer,
    failure: isBusy || isMoved ? null : failure,
  }
}
