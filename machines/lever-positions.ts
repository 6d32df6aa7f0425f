import { isPositionAhead, type Position } from '#contract/lever.ts'
import { assign, enqueueActions, fromEventObservable, setup, type ActorRefFrom, type SnapshotFrom } from 'xstate'
import { absent } from './absent.ts'
import { leverPositionMachine, mayAct, type PositionChanged, type PositionIntent } from './lever-position.ts'

/** All open positions; null before the first complete list. */
export type PositionsReceived = { type: 'positions.received'; positions: readonly Position[] | null; isStale: boolean }
/** A change that the owner wants to make to one of them. */
export type PositionAct = { type: 'act'; id: number; intent: PositionIntent }
export type LeverPositionsEvent = PositionsReceived | PositionChanged | PositionAct
type Context = {
  readonly positions: readonly Position[] | null
  readonly isStale: boolean
  /** The actors of the positions that the owner has changed here; the others have none. */
  readonly acting: ReadonlyMap<number, ActorRefFrom<typeof leverPositionMachine>>
}

/** The open positions of a list: one actor for the list, and one more for each position that is being changed. */
export const leverPositionsMachine = setup({
  types: { context: {} as Context, events: {} as LeverPositionsEvent },
  actors: {
    watchPositions: fromEventObservable<PositionsReceived | PositionChanged, void>(absent('watchPositions')),
    position: leverPositionMachine,
  },
  guards: {
    mayAct: ({ context }, { id, intent }: { id: number; intent: PositionIntent }) => {
      const actor = context.acting.get(id)
      if (actor !== undefined) return actor.getSnapshot().can(intent)
      const position = positionIn(context, id)
      return position !== null && mayAct(intent.type, position.status)
    },
  },
  actions: {
    takePositions: assign(({ context }, { positions, isStale }: Omit<PositionsReceived, 'type'>) => ({
      positions: positions?.map((position) => newest(positionIn(context, position.id), position)) ?? null,
      isStale,
    })),
    takePosition: assign(({ context }, { position }: { position: Position }) => ({
      positions: context.positions?.map((held) => (held.id === position.id ? newest(held, position) : held)) ?? null,
    })),
    spawnActor: assign(({ context, spawn }, { id }: { id: number }) => {
      const position = positionIn(context, id)
      if (position === null || context.acting.has(id)) return {}
      return { acting: new Map(context.acting).set(id, spawn('position', { input: { position } })) }
    }),
    forwardIntent: enqueueActions(({ context, enqueue }, { id, intent }: { id: number; intent: PositionIntent }) => {
      const actor = context.acting.get(id)
      if (actor !== undefined) enqueue.sendTo(actor, intent)
    }),
    /** A position that is no longer listed is closed; its actor stops. */
    stopGone: enqueueActions(({ context, enqueue }) => {
      if (context.positions === null) return
      const gone = [...context.acting].filter(([id]) => positionIn(context, id) === null)
      if (gone.length === 0) return
      for (const [, actor] of gone) enqueue.stopChild(actor)
      enqueue.assign({ acting: new Map([...context.acting].filter(([id]) => positionIn(context, id) !== null)) })
    }),
  },
}).createMachine({
  id: 'leverPositions',
  context: { positions: null, isStale: false, acting: new Map() },
  invoke: { src: 'watchPositions' },
  on: {
    'positions.received': {
      actions: [
        { type: 'takePositions', params: ({ event: { positions, isStale } }) => ({ positions, isStale }) },
        'stopGone',
      ],
    },
    'position.changed': { actions: { type: 'takePosition', params: ({ event }) => ({ position: event.position }) } },
    act: {
      guard: { type: 'mayAct', params: ({ event }) => ({ id: event.id, intent: event.intent }) },
      actions: [
        { type: 'spawnActor', params: ({ event }) => ({ id: event.id }) },
        { type: 'forwardIntent', params: ({ event }) => ({ id: event.id, intent: event.intent }) },
      ],
    },
  },
})

export type LeverPositionsActor = ActorRefFrom<typeof leverPositionsMachine>
type Snapshot = SnapshotFrom<typeof leverPositionsMachine>

/** One contract of the list by its id. */
export const listedPositionOf = ({ context }: Snapshot, id: number) => positionIn(context, id)

function positionIn({ positions }: Pick<Context, 'positions'>, id: number): Position | null {
  return positions?.find((position) => position.id === id) ?? null
}
function newest(held: Position | null, received: Position): Position {
  return held === null || isPositionAhead(held, received) ? received : held
}
