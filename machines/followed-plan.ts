import { decode } from '#contract/wire/coded.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import {
  isJoinedAhead,
  isJoinedOver,
  plan as planSchema,
  type JoinedPlan,
  type Plan,
  type PlanStatus,
} from '#contract/follow.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { isLost, stepMachine, stepping, type StepSnapshot } from './step.ts'

/** Money is put into the plan, at the status it was seen in. */
export type Join = { type: 'join'; amount: string; key: string }
export type JoinedChanged = { type: 'joined.changed'; joined: JoinedPlan }
export type JoinChange = {
  readonly id: string
  readonly amount: string
  readonly expect: PlanStatus
  readonly key: string
}

type Context = {
  readonly plan: Plan
  /** The caller's latest money in this plan; null if there is none. */
  readonly joined: JoinedPlan | null
  readonly step: JoinChange | null
  readonly failure: Failure | null
  /** The key of the join that was done last; null before one, and after `dismiss`. */
  readonly doneKey: string | null
}
type Life = 'free' | 'inProgress' | 'ended'

const noStep: JoinChange = { id: '', amount: '0', expect: 'open', key: '' }

/**
 * One plan as a person follows it: not joined, in progress, or ended. Profit and the end come from the server; nobody
 * can leave. Joining
 * again is possible at any time and makes a second joined plan, which is then the one shown.
 */
export const followedPlanMachine = setup({
  types: {
    input: {} as { plan: Plan; joined: JoinedPlan | null },
    context: {} as Context,
    events: {} as Join | JoinedChanged | { type: 'dismiss' },
    tags: {} as 'busy',
  },
  actors: {
    watchJoined: fromEventObservable<JoinedChanged, { id: string }>(absent('watchJoined')),
    step: stepMachine<JoinChange, JoinedPlan>(),
  },
  guards: {
    isLife: ({ context }, { life }: { life: Life }) => lifeOf(context.joined) === life,
    isNewer: ({ context }, { joined }: { joined: JoinedPlan }) =>
      joined.plan_id === context.plan.id && newest(context.joined, joined) === joined,
    isLost: (_, { step }: { step: StepSnapshot }) => isLost(step),
    isOpen: ({ context }) => context.plan.status === 'open',
  },
  actions: {
    storeStep: assign(({ context: { plan } }, { amount, key }: Join) => ({
      step: { id: plan.id, amount, expect: plan.status, key },
      failure: null,
      doneKey: null,
    })),
    storeJoined: assign((_, { joined }: { joined: JoinedPlan }) => ({ joined })),
    storeReply: assign(({ context }, { reply }: { reply: Reply<JoinedPlan | null> }) => ({
      joined: reply.ok && reply.value !== null ? newest(context.joined, reply.value) : context.joined,
      plan: reply.ok ? context.plan : (currentIn(reply.failure) ?? context.plan),
      failure: reply.ok ? null : reply.failure,
      doneKey: reply.ok ? (context.step?.key ?? null) : null,
      step: null,
    })),
    storeFailure: assign((_, { failure }: { failure: Failure | null }) => ({ failure })),
    forget: assign({ failure: null, doneKey: null }),
  },
}).createMachine({
  id: 'followedPlan',
  context: ({ input }) => ({ ...input, step: null, failure: null, doneKey: null }),
  invoke: { src: 'watchJoined', input: ({ context }) => ({ id: context.plan.id }) },
  type: 'parallel',
  states: {
    life: {
      initial: 'deciding',
      // On this region, not on the root: leaving the root's regions would stop a step that is under way.
      on: {
        'joined.changed': {
          guard: { type: 'isNewer', params: ({ event }) => ({ joined: event.joined }) },
          target: '.deciding',
          actions: { type: 'storeJoined', params: ({ event }) => ({ joined: event.joined }) },
        },
      },
      states: {
        deciding: {
          always: [
            { guard: { type: 'isLife', params: { life: 'inProgress' } }, target: 'inProgress' },
            { guard: { type: 'isLife', params: { life: 'ended' } }, target: 'ended' },
            { target: 'free' },
          ],
        },
        free: {},
        inProgress: {},
        ended: {},
      },
    },
    hand: {
      initial: 'choosing',
      states: {
        choosing: {
          on: {
            join: { guard: 'isOpen', target: 'joining', actions: { type: 'storeStep', params: ({ event }) => event } },
            dismiss: { actions: 'forget' },
          },
        },
        joining: stepping(noStep, ['choosing', '#followedPlan.life.deciding']),
      },
    },
  },
})

export type FollowedPlan = SnapshotFrom<typeof followedPlanMachine>

/** A later join is shown instead of an earlier one; of the same, the newer copy. */
const newest = (held: JoinedPlan | null, received: JoinedPlan) => {
  if (held === null || Number(received.id) > Number(held.id)) return received
  return received.id === held.id && isJoinedAhead(held, received) ? received : held
}
/** The plan as a refused join found it. */
const currentIn = (failure: Failure): Plan | null => {
  const read = failure.kind === 'refused' ? decode(planSchema, failure.params['now']) : null
  return read?.success ? read.data : null
}
export const lifeOf = (joined: JoinedPlan | null): Life =>
  joined === null ? 'free' : isJoinedOver(joined) ? 'ended' : 'inProgress'
export const mayJoinNow = (snapshot: FollowedPlan) => snapshot.can({ type: 'join', amount: '0', key: '' })

export type JoinState = 'editing' | 'submitting' | 'unknown' | 'refused' | 'done'
/** The join as a review shows it. */
export function joinStateOf({ value, context: { failure, doneKey } }: FollowedPlan): JoinState {
  if (value.hand !== 'choosing') return value.hand.joining === 'unknown' ? 'unknown' : 'submitting'
  if (failure !== null) return 'refused'
  return doneKey === null ? 'editing' : 'done'
}
