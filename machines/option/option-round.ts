import { isRoundAhead, roundRank, type Round, type RoundPhase } from '#contract/option/option.ts'
import { assign, fromEventObservable, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'

/** The known rounds of one market and length, by number. */
export type RoundsReceived = { type: 'rounds.received'; rounds: readonly Round[] }
/** The latest the server's clock can be, in epoch milliseconds; emitted each second, and at once on waking. */
export type ClockTicked = { type: 'clock.ticked'; now: number }
/** The device slept or its clock was set: nothing is offered until the server's time is known again. */
export type ClockLost = { type: 'clock.lost' }
export type RoundEvent = RoundsReceived | ClockTicked | ClockLost

export type RoundInput = {
  readonly market: string
  readonly seconds: number
  /** Buying stops this long before the lock, because an order needs time to arrive. */
  readonly marginMs: number
}
type Context = RoundInput & {
  readonly rounds: readonly Round[]
  /** The round that is followed. */
  readonly round: Round | null
  readonly now: number | null
  /** Rank of the furthest phase reached; it never decreases, whatever the clock says. */
  readonly reached: number
}

/**
 * The rounds of one market and length, followed one after the other. The local clock can only end the offer and start
 * the wait for a result. That a round opens, settles or is void comes from the server alone.
 */
export const optionRoundMachine = setup({
  types: {
    input: {} as RoundInput,
    context: {} as Context,
    events: {} as RoundEvent,
  },
  actors: {
    watchRounds: fromEventObservable<RoundsReceived, RoundInput>(absent('watchRounds')),
    watchClock: fromEventObservable<ClockTicked | ClockLost, RoundInput>(absent('watchClock')),
  },
  guards: {
    isPhase: ({ context }, { phase }: { phase: RoundPhase }) => phaseOf(context) === phase,
    hasNext: ({ context }) => nextOf(context) !== null,
  },
  actions: {
    takeRounds: assign(({ context }, { rounds }: { rounds: readonly Round[] }) => reach(follow(context, rounds))),
    takeTime: assign(({ context }, { now }: { now: number | null }) => reach({ ...context, now })),
    followNext: assign(({ context }) => reach({ ...context, round: nextOf(context) ?? context.round, reached: 0 })),
  },
}).createMachine({
  id: 'optionRound',
  context: ({ input }) => ({ ...input, rounds: [], round: null, now: null, reached: 0 }),
  invoke: [
    { src: 'watchRounds', input: ({ context: { market, seconds, marginMs } }) => ({ market, seconds, marginMs }) },
    { src: 'watchClock', input: ({ context: { market, seconds, marginMs } }) => ({ market, seconds, marginMs }) },
  ],
  on: {
    'rounds.received': {
      target: '.deciding',
      actions: { type: 'takeRounds', params: ({ event }) => ({ rounds: event.rounds }) },
    },
    'clock.ticked': { target: '.deciding', actions: { type: 'takeTime', params: ({ event }) => ({ now: event.now }) } },
    'clock.lost': { actions: { type: 'takeTime', params: { now: null } } },
  },
  initial: 'unknown',
  states: {
    unknown: {},
    deciding: {
      always: [
        { guard: { type: 'isPhase', params: { phase: 'scheduled' } }, target: 'scheduled' },
        { guard: { type: 'isPhase', params: { phase: 'open' } }, target: 'open' },
        { guard: { type: 'isPhase', params: { phase: 'locked' } }, target: 'locked' },
        { guard: { type: 'isPhase', params: { phase: 'settling' } }, target: 'settling' },
        { guard: { type: 'isPhase', params: { phase: 'settled' } }, target: 'settled' },
        { guard: { type: 'isPhase', params: { phase: 'void' } }, target: 'void' },
        { target: 'unknown' },
      ],
    },
    scheduled: {},
    open: {},
    locked: {},
    settling: {},
    settled: {
      on: {
        'clock.ticked': {
          guard: 'hasNext',
          target: 'deciding',
          actions: [{ type: 'takeTime', params: ({ event }) => ({ now: event.now }) }, 'followNext'],
        },
      },
    },
    void: {
      on: {
        'clock.ticked': {
          guard: 'hasNext',
          target: 'deciding',
          actions: [{ type: 'takeTime', params: ({ event }) => ({ now: event.now }) }, 'followNext'],
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof optionRoundMachine>

const isEnded = ({ phase }: Round) => phase === 'settled' || phase === 'void'

/**
 * The received copy of the followed round, unless it is older. If that round is no longer listed it has ended, and the
 * oldest open one is followed instead.
 */
function followed(held: Round | null, rounds: readonly Round[]): Round | null {
  const received = held === null ? undefined : rounds.find(({ no }) => no === held.no)
  if (held !== null && received !== undefined) return isRoundAhead(held, received) ? received : held
  const later = rounds.filter(({ no }) => held === null || no > held.no)
  return later.find((round) => !isEnded(round)) ?? held ?? rounds.at(-1) ?? null
}
/** The next open round after one that has ended; after a long sleep many may lie between. */
const nextOf = ({ round, rounds }: Context) =>
  rounds.find((each) => each.no > (round?.no ?? 0) && !isEnded(each)) ?? null

/** Takes a received list; a new round starts at its own phase. */
function follow(context: Context, rounds: readonly Round[]): Context {
  const round = followed(context.round, rounds)
  return { ...context, rounds, round, reached: round?.no === context.round?.no ? context.reached : 0 }
}
/** Updates how far the followed round has come. */
function reach({ rounds, round, now, reached, marginMs }: Context) {
  if (round === null) return { rounds, round, now, reached }
  return { rounds, round, now, reached: Math.max(reached, roundRank[round.phase], rankByClock(round, now, marginMs)) }
}
const rankByClock = ({ lock_ms, close_ms }: Round, now: number | null, marginMs: number) => {
  if (now === null || now < lock_ms - marginMs) return 0
  return now < close_ms ? roundRank.locked : roundRank.settling
}
function phaseOf({ round, reached }: Pick<Context, 'round' | 'reached'>): RoundPhase | null {
  if (round === null || isEnded(round)) return round?.phase ?? null
  if (reached >= roundRank.settling) return 'settling'
  if (reached >= roundRank.locked) return 'locked'
  return reached >= roundRank.open ? 'open' : 'scheduled'
}

/** Whether an order may be offered: the round is open and the server's time is known. */
export const isOffered = (snapshot: Snapshot) => snapshot.matches('open') && snapshot.context.now !== null

/** Whether a round may still be bought at an instant of the server; checked once more when the user confirms. */
export const mayBuy = ({ phase, lock_ms }: Round, now: number, marginMs: number) =>
  phase === 'open' && now < lock_ms - marginMs

/** The instant of the countdown: opening, end of the offer, or close; null where only the server can tell. */
export function deadlineOf({ value, context: { round, marginMs } }: Snapshot): number | null {
  if (round === null) return null
  if (value === 'scheduled') return round.open_ms
  if (value === 'open') return round.lock_ms - marginMs
  return value === 'locked' ? round.close_ms : null
}
/** Whole seconds that are certainly left; null while the server's time or the deadline is unknown. */
export function secondsLeft(snapshot: Snapshot): number | null {
  const deadline = deadlineOf(snapshot)
  const { now } = snapshot.context
  return deadline === null || now === null ? null : Math.max(0, Math.floor((deadline - now) / 1000))
}

/** What a page shows of the followed round. */
export const roundViewOf = (snapshot: Snapshot) => {
  const {
    value,
    context: { round, rounds, now },
  } = snapshot
  const phase = value === 'unknown' || value === 'deciding' ? null : value
  return {
    phase,
    round,
    rounds,
    left: secondsLeft(snapshot),
    isTimeKnown: now !== null,
    isOffered: isOffered(snapshot),
  }
}
