import {
  Actor,
  isMachineSnapshot,
  StateMachine,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from 'xstate'
import { pathOf } from './graph.ts'
import { isMasked, type Mask } from './mask.ts'
import type { Recorder } from './recorder.ts'

/** What an actor was at one instant. */
export type Moment = {
  readonly at: number
  readonly type: string
  readonly snapshot: unknown
  readonly took: readonly Taken[]
}
/** One transition that was taken. */
export type Taken = { readonly from: string; readonly to: string | null; readonly type: string }
/** One actor that runs, or has run while the inspector was open. */
export type Watched = {
  readonly number: number
  readonly name: string
  readonly parent: number | null
  readonly ref: AnyActorRef
  readonly machine: AnyStateMachine | null
  /** The last event of each type, for guards that look at its fields. */
  readonly events: Map<string, AnyEventObject>
  isRunning: boolean
  moments: readonly Moment[]
}
type Held = { readonly actor: Watched; readonly event: AnyEventObject; readonly deliver: () => void }

const maxMoments = 200
const maxEnded = 60

export const isMachine = (logic: unknown): logic is AnyStateMachine => logic instanceof StateMachine
export const machineSnapshot = (snapshot: unknown): AnyMachineSnapshot | null =>
  isMachineSnapshot(snapshot) ? snapshot : null
/** A snapshot cannot be read while its actor is being made. */
const snapshotOf = (ref: AnyActorRef): unknown => {
  try {
    return ref.getSnapshot()
  } catch {
    return null
  }
}
/** Watching never changes what is watched: an error of the inspector stays its own. */
const safely = (work: () => void) => {
  try {
    work()
  } catch (thrown) {
    console.error(thrown)
  }
}
const isActor = (value: unknown): value is Actor<AnyStateMachine> => value instanceof Actor
const nameOf = (ref: AnyActorRef, machine: AnyStateMachine | null, number: number) => {
  if (machine !== null)
    return ref.id === machine.id || /^x:\d+$/.test(ref.id) ? machine.id : /^\d+\./.test(ref.id) ? machine.id : ref.id
  const src = 'src' in ref && typeof ref.src === 'string' ? ref.src : null
  return /^x:\d+$|^\d+\./.test(ref.id) ? (src ?? `actor ${number}`) : ref.id
}

/** Holds back what is sent to actors while everything is frozen. */
function createGate(recorder: Recorder) {
  let held: readonly Held[] = []
  let isFrozen = false
  return {
    held: () => held,
    isFrozen: () => isFrozen,
    /** Wraps the deliveries of one actor; returns the undo, null if there are none. */
    wrap: (actor: Watched) => {
      const deliver: unknown = Reflect.get(actor.ref, '_send')
      if (typeof deliver !== 'function') return null
      Reflect.set(actor.ref, '_send', (event: AnyEventObject) => {
        const go = () => void Reflect.apply(deliver, actor.ref, [event])
        if (!isFrozen) return go()
        held = [...held, { actor, event, deliver: go }]
        recorder.changed()
      })
      return () => void Reflect.deleteProperty(actor.ref, '_send')
    },
    freeze: (on: boolean) => {
      isFrozen = on
      if (!on) {
        const waiting = held
        held = []
        for (const { deliver } of waiting) deliver()
      }
      recorder.changed()
    },
    /** Delivers the first event that is held back, and no other. */
    step: () => {
      const [first, ...rest] = held
      if (first === undefined) return
      held = rest
      isFrozen = false
      first.deliver()
      isFrozen = true
      recorder.changed()
    },
  }
}

/** The actors that are known, and what each was; of those that have ended the last ones. */
function createRoll(recorder: Recorder) {
  const known = new Map<unknown, Watched>()
  let all: readonly Watched[] = []
  let last = 0
  const pending = new Map<unknown, Taken[]>()
  return {
    all: () => all,
    find: (ref: unknown) => known.get(ref),
    took: (actor: Watched, taken: readonly Taken[]) =>
      void pending.set(actor.ref, [...(pending.get(actor.ref) ?? []), ...taken]),
    remember: (actor: Watched, type: string, snapshot: unknown) => {
      const took = pending.get(actor.ref) ?? []
      pending.delete(actor.ref)
      actor.moments = [...actor.moments.slice(1 - maxMoments), { at: recorder.nowMs(), type, snapshot, took }]
      recorder.changed()
    },
    enter: (ref: AnyActorRef, parent: Watched | null): Watched => {
      const logic: unknown = Reflect.get(ref, 'logic')
      const machine = isMachine(logic) ? logic : null
      const number = ++last
      const name = nameOf(ref, machine, number)
      const begun = { isRunning: true, moments: [], events: new Map<string, AnyEventObject>() }
      const actor: Watched = { number, name, parent: parent?.number ?? null, ref, machine, ...begun }
      known.set(ref, actor)
      const ended = all.filter(({ isRunning }) => !isRunning)
      const dropped = new Set(ended.slice(0, Math.max(0, ended.length - maxEnded)))
      for (const each of dropped) known.delete(each.ref)
      all = [...all.filter((each) => !dropped.has(each)), actor]
      return actor
    },
    clear: () => {
      known.clear()
      all = []
    },
  }
}

/** Calls `watch` with each actor that starts from now on; returns the undo. */
function onStart(watch: (ref: AnyActorRef) => void) {
  const start = Reflect.get(Actor.prototype, 'start')
  const hooked = function (this: AnyActorRef): unknown {
    const began: unknown = Reflect.apply(start, this, [])
    safely(() => watch(this))
    return began
  }
  Reflect.set(Actor.prototype, 'start', hooked)
  return () => void Reflect.set(Actor.prototype, 'start', start)
}

/**
 * Watches every actor of the page. Nothing of it exists until the inspector is opened: it hooks the library's `Actor`,
 * so actors are made without a word about it, and traders pay nothing. Actors that already run are found through
 * `roots` and their children.
 */
export function createTap(recorder: Recorder, { lineOf }: Pick<Mask, 'lineOf'>) {
  const roll = createRoll(recorder)
  const { wrap, freeze, step, held, isFrozen } = createGate(recorder)
  const undo = new Set<() => void>()
  const systems = new Set<unknown>()

  const onInspect = (event: InspectionEvent) => {
    const actor = isActor(event.actorRef) ? watch(event.actorRef) : null
    if (actor === null) return
    if (event.type === '@xstate.event') {
      actor.events.set(event.event.type, event.event)
      recorder.log({
        kind: 'event',
        from: roll.find(event.sourceRef)?.name ?? '',
        to: actor.name,
        type: event.event.type,
        detail: lineOf(withoutType(event.event)),
        actor: actor.number,
      })
    } else if (event.type === '@xstate.microstep') roll.took(actor, event._transitions.map(takenOf))
    else if (event.type === '@xstate.snapshot') roll.remember(actor, event.event.type, event.snapshot)
  }
  const watch = (ref: AnyActorRef): Watched => {
    const found = roll.find(ref)
    if (found !== undefined) return found
    const parent = ref._parent === undefined ? null : watch(ref._parent)
    // A parent that was not known brings its children along, this one among them.
    const brought = roll.find(ref)
    if (brought !== undefined) return brought
    const actor = roll.enter(ref, parent)
    const unwrap = wrap(actor)
    if (unwrap !== null) undo.add(unwrap)
    roll.remember(actor, 'xstate.init', snapshotOf(ref))
    const end = () => {
      actor.isRunning = false
      recorder.changed()
    }
    const subscription = ref.subscribe({ complete: end })
    undo.add(() => subscription.unsubscribe())
    if (!systems.has(ref.system)) {
      systems.add(ref.system)
      const inspection = ref.system.inspect((event) => safely(() => onInspect(event)))
      undo.add(() => inspection.unsubscribe())
    }
    const snapshot = machineSnapshot(snapshotOf(ref))
    for (const child of Object.values<unknown>(snapshot?.children ?? {})) if (isActor(child)) watch(child)
    return actor
  }
  return {
    begin: (roots: readonly AnyActorRef[]) => {
      undo.add(onStart(watch))
      for (const root of roots) watch(root)
    },
    freeze,
    step,
    end: () => {
      freeze(false)
      for (const each of undo) each()
      undo.clear()
      roll.clear()
      systems.clear()
    },
    actors: roll.all,
    held,
    isFrozen,
  }
}

type Microstep = Extract<InspectionEvent, { type: '@xstate.microstep' }>['_transitions'][number]
const takenOf = ({ source, target, eventType }: Microstep): Taken => ({
  from: pathOf(source),
  to: target?.[0] === undefined ? null : pathOf(target[0]),
  type: eventType,
})
const withoutType = ({ type: _, ...rest }: AnyEventObject) => (Object.keys(rest).length === 0 ? null : rest)

/** The fields that the last event of a type had, for another one sent by hand; without secrets. */
export const eventsSeen = (actor: Watched, type: string, mask: Pick<Mask, 'masked'>): object => {
  const seen = mask.masked(actor.events.get(type))
  return typeof seen === 'object' && seen !== null && !isMasked(seen) ? seen : {}
}
