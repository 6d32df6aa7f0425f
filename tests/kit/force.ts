import {
  createActor,
  createMachine,
  fromCallback,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type Snapshot,
} from 'xstate'

/**
 * A value that has every field and answers every call, so that a machine can be walked without building its entities.
 */
export const anything: unknown = new Proxy(() => undefined, {
  get: (_target, name): unknown => {
    if (name === Symbol.toPrimitive) return () => 1
    if (name === Symbol.iterator) return function* () {}
    if (name === 'toJSON') return () => null
    return name === 'then' || typeof name === 'symbol' ? undefined : anything
  },
  apply: () => anything,
})

const fieldOf = (value: unknown, name: string): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, name) : undefined
type Wanted = { readonly name: string; readonly params: unknown; readonly is: boolean }

/** The named guards that a guard rests on, and what each has to say for it to allow. */
function namedIn(guard: unknown, is = true): readonly Wanted[] {
  const parts = fieldOf(guard, 'guards')
  if (typeof guard === 'function' && Array.isArray(parts))
    return parts.flatMap((part) => namedIn(part, parts.length === 1 ? !is : is))
  if (typeof guard === 'string') return [{ name: guard, params: undefined, is }]
  const type = fieldOf(guard, 'type')
  return typeof type === 'string' ? [{ name: type, params: fieldOf(guard, 'params'), is }] : []
}
/** The guards of a transition by name, with the fixed values they are asked with. */
export const wantedOf = ({ guard }: AnyTransitionDefinition): readonly string[] =>
  namedIn(guard).map(
    ({ name, params, is }) => `${is ? '' : 'not '}${name}${typeof params === 'object' ? JSON.stringify(params) : ''}`,
  )

/** A context whose every field is there. */
const context = new Proxy(
  {},
  {
    get: (_target, name): unknown => (name === 'toJSON' ? () => null : typeof name === 'symbol' ? undefined : anything),
  },
)
const namesOf = (some: unknown) => Object.keys(typeof some === 'object' && some !== null ? some : {})

/**
 * A machine whose guards say what the test wants, whose actions do nothing and whose actors never answer: what is left
 * is its chart.
 * `allow` runs `work` while only the given transitions are allowed.
 */
export function forced(original: AnyStateMachine) {
  let wanted: readonly Wanted[] = []
  const { guards, actions, actors, delays } = original.implementations
  const decide = (name: string) => (args: unknown, params: unknown) => {
    // The same guard may stand before several transitions: they differ by what it is asked with.
    const isAsked = (asked: unknown) =>
      JSON.stringify(typeof asked === 'function' ? Reflect.apply(asked, undefined, [args]) : asked) ===
      JSON.stringify(params)
    return wanted.some((each) => each.name === name && each.is && isAsked(each.params))
  }
  const quiet = fromCallback(() => undefined)
  const machine: AnyStateMachine = createMachine(
    { ...original.config, context, output: undefined },
    {
      guards: Object.fromEntries(namesOf(guards).map((name) => [name, decide(name)])),
      actions: Object.fromEntries(namesOf(actions).map((name) => [name, () => undefined])),
      actors: Object.fromEntries(namesOf(actors).map((name) => [name, quiet])),
      delays: Object.fromEntries(namesOf(delays).map((name) => [name, 1000])),
    },
  )
  let taken: readonly AnyTransitionDefinition[] = []
  const self = createActor(machine, {
    input: anything,
    inspect: (seen) => {
      if (seen.type === '@xstate.microstep') taken = [...taken, ...seen._transitions]
    },
  })
  /** Nothing is executed: the walk only asks where the machine would go. */
  const scope: AnyActorScope = {
    self,
    id: 'walked',
    sessionId: 'walked',
    system: self.system,
    logger: () => undefined,
    defer: () => undefined,
    emit: () => undefined,
    stopChild: () => undefined,
    actionExecutor: () => undefined,
  }
  const allow = <T>(steps: readonly (AnyTransitionDefinition | null)[], work: () => T): T => {
    wanted = steps.flatMap((step) => (step === null ? [] : namedIn(step.guard)))
    taken = []
    try {
      return work()
    } finally {
      wanted = []
    }
  }
  return {
    machine,
    start: (steps: readonly (AnyTransitionDefinition | null)[]): AnyMachineSnapshot =>
      allow(steps, () => machine.getInitialSnapshot(scope, anything)),
    next: (
      steps: readonly (AnyTransitionDefinition | null)[],
      snapshot: AnyMachineSnapshot,
      event: AnyEventObject,
    ): AnyMachineSnapshot => allow(steps, () => machine.transition(snapshot, event, scope)),
    /** The same state as a restart finds it: written as JSON, read, and its actors begun anew. */
    restore: (snapshot: AnyMachineSnapshot): AnyMachineSnapshot => {
      const kept: Snapshot<unknown> = JSON.parse(JSON.stringify(machine.getPersistedSnapshot(snapshot)))
      return machine.restoreSnapshot(Object.assign(kept, { context }), scope)
    },
    /** The transitions of the last call. */
    taken: () => taken,
    /** An event of a type; `isGood`: its reply says yes. */
    event: (type: string, isGood: boolean): AnyEventObject => {
      const reply = new Proxy({}, { get: (_, name) => (name === 'ok' ? isGood : anything) })
      return new Proxy(
        { type },
        {
          get: (target, name) =>
            name === 'type' ? target.type : name === 'output' || name === 'reply' ? reply : anything,
        },
      )
    },
  }
}
