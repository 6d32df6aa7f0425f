import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'

/**
 * An instant in epoch milliseconds: on the server's clock, 0 while it is unknown, and on the clock of this device,
 * which anybody can change.
 */
export type TwoClocks = { readonly serverMs: number; readonly deviceMs: number }
/**
 * What all tabs of a browser share: after how many minutes it locks (0: never), when it was last touched, and whether
 * it is locked.
 */
export type LockMark = { readonly minutes: number; readonly touched: TwoClocks; readonly isLocked: boolean }
/** The mark as it is stored now, and the instant at which it was read. */
export type Sight = { readonly at: TwoClocks; readonly mark: LockMark }
/** What proves who is here: the login password, or what a passkey signed, as JSON text. */
export type UnlockProof = { readonly password: string } | { readonly passkey: string }
/** The venue's answer to a proof, and when it came. */
export type Proven = { readonly reply: Reply<unknown>; readonly at: TwoClocks }

/** Why the venue has not unlocked, and what it was shown. */
export type UnlockFailure = { readonly of: 'password' | 'passkey'; readonly why: Failure }

export type AutoLockEvent =
  /** Somebody has just logged in by hand. */
  | { type: 'login.begun'; sight: Sight }
  /** The venue has said whose the stored login is, as after a reload. */
  | { type: 'login.restored'; sight: Sight }
  | { type: 'login.ended'; sight: Sight }
  /** By the second, when the page is shown again, and when another tab has changed the mark. */
  | { type: 'mark.read'; sight: Sight }
  | { type: 'touch'; sight: Sight }
  | { type: 'unlock'; proof: UnlockProof }

const minuteMs = 60_000
export const noMark: LockMark = { minutes: 0, touched: { serverMs: 0, deviceMs: 0 }, isLocked: false }

/**
 * True when nobody has touched the app for as long as was chosen, by either clock: one of a device that was turned back
 * cannot hold the lock off. While the server's time is unknown it counts as over.
 */
const isOver = ({ minutes, touched }: LockMark, at: TwoClocks) =>
  minutes > 0 &&
  (at.serverMs === 0 ||
    at.serverMs - touched.serverMs >= minutes * minuteMs ||
    at.deviceMs - touched.deviceMs >= minutes * minuteMs)

/**
 * Locks this browser when nobody has touched the app for a while. The time away is the difference of two instants, so
 * that it survives a reload.
 */
export const autoLockMachine = setup({
  types: {
    input: {} as { mark: LockMark },
    context: {} as {
      mark: LockMark
      proof: UnlockProof | null
      shown: UnlockFailure['of']
      failure: UnlockFailure | null
    },
    events: {} as AutoLockEvent,
  },
  actors: { prove: fromPromise<Proven, UnlockProof>(absent('prove')) },
  guards: {
    mustLock: (_, { at, mark }: Sight) => mark.minutes > 0 && (mark.isLocked || isOver(mark, at)),
    isUnlockedElsewhere: (_, { at, mark }: Sight) => mark.minutes > 0 && !mark.isLocked && !isOver(mark, at),
    isRight: (_, { reply }: Proven) => reply.ok,
  },
  actions: {
    takeMark: assign((_, { mark }: Sight) => ({ mark })),
    touchMark: assign((_, { mark, at }: Sight) => ({ mark: { ...mark, touched: at, isLocked: false } })),
    lockMark: assign((_, { mark }: Sight) => ({ mark: { ...mark, isLocked: true } })),
    releaseMark: assign((_, { mark }: Sight) => ({ mark: { ...mark, isLocked: false } })),
    takeProof: assign((_, { proof }: { proof: UnlockProof }) => ({
      proof,
      shown: 'passkey' in proof ? ('passkey' as const) : ('password' as const),
      failure: null,
    })),
    forgetProof: assign({ proof: null }),
    storeFailure: assign(({ context }, { reply }: Proven) => ({
      failure: reply.ok ? null : { of: context.shown, why: reply.failure },
    })),
    dropFailure: assign({ failure: null }),
    /** The adapter provides it: it stores the mark for the other tabs and for the next reload. */
    shareMark: (_: unknown, __: { mark: LockMark }) => {},
  },
}).createMachine({
  id: 'autoLock',
  context: ({ input }) => ({ mark: input.mark, proof: null, shown: 'password', failure: null }),
  initial: 'away',
  on: {
    'login.begun': {
      target: '.open',
      actions: [
        { type: 'touchMark', params: ({ event }) => event.sight },
        { type: 'shareMark', params: ({ context }) => context },
      ],
    },
    'login.ended': {
      target: '.away',
      actions: [
        { type: 'releaseMark', params: ({ event }) => event.sight },
        { type: 'shareMark', params: ({ context }) => context },
      ],
    },
  },
  states: {
    /** Nobody is logged in, or it is not known yet who is: there is nothing to cover. */
    away: {
      on: {
        'login.restored': [
          {
            guard: { type: 'mustLock', params: ({ event }) => event.sight },
            target: 'locked',
            actions: { type: 'lockMark', params: ({ event }) => event.sight },
          },
          { target: 'open', actions: { type: 'takeMark', params: ({ event }) => event.sight } },
        ],
      },
    },
    open: {
      on: {
        'mark.read': [
          {
            guard: { type: 'mustLock', params: ({ event }) => event.sight },
            target: 'locked',
            actions: { type: 'lockMark', params: ({ event }) => event.sight },
          },
          { actions: { type: 'takeMark', params: ({ event }) => event.sight } },
        ],
        // The first touch after too long an absence locks; it must not hide that absence.
        touch: [
          {
            guard: { type: 'mustLock', params: ({ event }) => event.sight },
            target: 'locked',
            actions: { type: 'lockMark', params: ({ event }) => event.sight },
          },
          {
            actions: [
              { type: 'touchMark', params: ({ event }) => event.sight },
              { type: 'shareMark', params: ({ context }) => context },
            ],
          },
        ],
      },
    },
    /**
     * Everything of the person is covered until the venue has accepted the login password or a passkey, in this tab or
     * in another.
     */
    locked: {
      entry: { type: 'shareMark', params: ({ context }) => context },
      exit: 'dropFailure',
      initial: 'asking',
      on: {
        'mark.read': {
          guard: { type: 'isUnlockedElsewhere', params: ({ event }) => event.sight },
          target: 'open',
          actions: { type: 'takeMark', params: ({ event }) => event.sight },
        },
      },
      states: {
        asking: { on: { unlock: { target: 'proving', actions: { type: 'takeProof', params: ({ event }) => event } } } },
        proving: {
          exit: 'forgetProof',
          invoke: {
            src: 'prove',
            input: ({ context }) => context.proof ?? { password: '' },
            onDone: [
              {
                guard: { type: 'isRight', params: ({ event }) => event.output },
                target: '#autoLock.open',
                actions: [
                  { type: 'touchMark', params: ({ context, event }) => ({ mark: context.mark, at: event.output.at }) },
                  { type: 'shareMark', params: ({ context }) => context },
                ],
              },
              { target: 'asking', actions: { type: 'storeFailure', params: ({ event }) => event.output } },
            ],
            onError: 'asking',
          },
        },
      },
    },
  },
})

type AutoLockSnapshot = SnapshotFrom<typeof autoLockMachine>
/** What a page needs to know: nothing is covered before it is known who is logged in. */
export const lockStateOf = (snapshot: AutoLockSnapshot): 'away' | 'open' | 'locked' =>
  snapshot.matches('locked') ? 'locked' : snapshot.matches('open') ? 'open' : 'away'
export const isProving = (snapshot: AutoLockSnapshot) => snapshot.matches({ locked: 'proving' })
