import type { Address } from '#contract/wallet/withdraw.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, setup, type SnapshotFrom } from 'xstate'
import { isLost, noIntent, stepMachine, stepping, type Intent, type StepSnapshot } from '#machines/kit/step.ts'

type Held = Pick<Address, 'id' | 'usable_ms'>
type Context = {
  /** The address in the book; null while it is being added. */
  readonly address: Held | null
  /** The latest the server's clock can be. */
  readonly now: number
  readonly step: Intent | null
  readonly failure: Failure | null
}

/**
 * One withdrawal address: written down and confirmed by a code, held for a while, usable, and removed. Its hold ends at
 * an instant of the server,
 * compared on each tick. Adding and removing are one step each.
 */
export const addressMachine = setup({
  types: {
    input: {} as { readonly address: Held | null; readonly now: number },
    context: {} as Context,
    events: {} as
      | { type: 'code.typed'; isEmpty: boolean }
      | { type: 'add'; intent: Intent }
      | { type: 'remove'; intent: Intent }
      | { type: 'clock.ticked'; now: number },
    tags: {} as 'busy',
    children: {} as { step: 'step' },
  },
  actors: { step: stepMachine<Intent, unknown>() },
  guards: {
    isEmpty: (_, { isEmpty }: { isEmpty: boolean }) => isEmpty,
    isTyped: (_, { isEmpty }: { isEmpty: boolean }) => !isEmpty,
    isNew: ({ context }) => context.address === null,
    isHeld: ({ context }) => context.address !== null && context.address.usable_ms > context.now,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
  },
  actions: {
    storeTime: assign((_, { now }: { now: number }) => ({ now })),
    storeIntent: assign((_, { intent }: { intent: Intent }) => ({ step: intent, failure: null })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<unknown> }) =>
      reply.ok ? { address: heldIn(reply.value) ?? context.address, failure: null } : { failure: reply.failure },
    ),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
  },
}).createMachine({
  id: 'address',
  context: ({ input }) => ({ ...input, step: null, failure: null }),
  initial: 'deciding',
  on: { 'clock.ticked': { actions: { type: 'storeTime', params: ({ event }) => ({ now: event.now }) } } },
  states: {
    deciding: {
      always: [{ guard: 'isNew', target: 'editing' }, { guard: 'isHeld', target: 'held' }, { target: 'usable' }],
    },
    editing: {
      on: {
        'code.typed': {
          guard: { type: 'isTyped', params: ({ event }) => ({ isEmpty: event.isEmpty }) },
          target: 'coding',
        },
      },
    },
    coding: {
      on: {
        'code.typed': {
          guard: { type: 'isEmpty', params: ({ event }) => ({ isEmpty: event.isEmpty }) },
          target: 'editing',
        },
        add: {
          target: 'submitting',
          actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    /**
     * Done without a value, when the outcome had to be asked for: the address is in the book, and the book says until
     * when it is held.
     */
    submitting: stepping<Intent, unknown, 'added', 'coding'>(noIntent, 'added', 'coding'),
    added: { always: [{ guard: 'isHeld', target: 'held' }, { target: 'usable' }] },
    held: {
      on: {
        'clock.ticked': {
          target: 'deciding',
          actions: { type: 'storeTime', params: ({ event }) => ({ now: event.now }) },
        },
        remove: {
          target: 'removing',
          actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    usable: {
      on: {
        remove: {
          target: 'removing',
          actions: { type: 'storeIntent', params: ({ event }) => ({ intent: event.intent }) },
        },
      },
    },
    removing: stepping<Intent, unknown, 'removed', 'deciding'>(noIntent, 'removed', 'deciding'),
    removed: { type: 'final' },
  },
})

/** The address that a reply brings; null if it brings none. */
const heldIn = (value: unknown): Held | null =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'number' &&
  'usable_ms' in value &&
  typeof value.usable_ms === 'number'
    ? { id: value.id, usable_ms: value.usable_ms }
    : null

/** What its page shows of it. */
export const connectAddress = (snapshot: SnapshotFrom<typeof addressMachine>) => {
  const isBusy = snapshot.hasTag('busy')
  return {
    isBusy,
    isEditing: snapshot.matches('editing'),
    isHeld: snapshot.matches('held'),
    isUnknown: snapshot.matches({ submitting: 'unknown' }) || snapshot.matches({ removing: 'unknown' }),
    /** It stands in the book. */
    isAdded: snapshot.context.address !== null || snapshot.matches('usable'),
    isRemoved: snapshot.matches('removed'),
    failure: isBusy ? null : snapshot.context.failure,
  }
}
