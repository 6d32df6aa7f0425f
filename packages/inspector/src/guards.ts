import {
  getStateNodes,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
} from 'xstate'
import { eventName, guardName, pathOf, transitionsOf } from './graph.ts'
import type { Mask } from './mask.ts'

/**
 * Whether a guard allows its transition, and the values it looked at. `unknown`: it needs fields of the event that
 * nobody gave.
 */
export type Verdict = {
  readonly guard: string | null
  readonly allows: 'yes' | 'no' | 'unknown'
  readonly read: readonly string[]
}
/** What an event would do now. */
export type Chance = Verdict & {
  readonly event: string
  readonly type: string
  readonly from: string
  readonly to: string | null
  readonly actions: readonly string[]
}

const isOpen = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value)))

/** The value, telling each field that is read of it. Only plain objects and arrays are looked into. */
function spied<T>(value: T, path: string, read: Map<string, unknown>): T {
  if (!isOpen(value)) return value
  return new Proxy(value, {
    get: (target, name, receiver) => {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof name === 'symbol' || typeof found === 'function' || (Array.isArray(target) && name === 'length'))
        return found
      const at = `${path}.${name}`
      if (!isOpen(found)) read.set(at, found)
      // A frozen field may not be replaced by a proxy of it: the language forbids it.
      const own = Reflect.getOwnPropertyDescriptor(target, name)
      return own !== undefined && own.configurable === false && own.writable === false ? found : spied(found, at, read)
    },
  })
}

type Args = { readonly context: unknown; readonly event: AnyEventObject }
type Ask = { readonly machine: AnyStateMachine; readonly snapshot: AnyMachineSnapshot; readonly args: Args }
const run = (work: unknown, ...given: readonly unknown[]): unknown =>
  typeof work === 'function' ? Reflect.apply(work, undefined, given) : undefined
const fieldOf = (value: unknown, name: string): unknown =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? Reflect.get(value, name) : undefined

/** A guard as the library decides it: by name, inline, or composed of others. */
function allows(guard: unknown, ask: Ask): boolean {
  const { machine, snapshot, args } = ask
  // `and`, `or`, `not` and `stateIn` decide by a check of their own.
  const check = fieldOf(guard, 'check')
  if (typeof check === 'function') return run(check, snapshot, args, guard) === true
  if (typeof guard === 'function') return run(guard, args, undefined) === true
  const name = typeof guard === 'string' ? guard : fieldOf(guard, 'type')
  const params = fieldOf(guard, 'params')
  const work: unknown = fieldOf(machine.implementations.guards, String(name))
  if (work === undefined) return false
  return run(work, args, typeof params === 'function' ? run(params, args) : params) === true
}

/** Asks one guard. What it reads of context and event is written down: the reason in values instead of words. */
export function verdictOf(
  guard: unknown,
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: AnyEventObject,
  lineOf: Mask['lineOf'],
): Verdict {
  if (guard === undefined) return { guard: null, allows: 'yes', read: [] }
  const read = new Map<string, unknown>()
  const args = { context: spied<unknown>(snapshot.context, 'context', read), event: spied(event, 'event', read) }
  const lines = () =>
    [...read]
      .filter(([at]) => at !== 'event.type')
      .map(
        ([at, value]) =>
          `${at} = ${lineOf({ [at.slice(at.lastIndexOf('.') + 1)]: value }, 90).replace(/^\{"[^"]*":|\}$/g, '')}`,
      )
  try {
    const isAllowed = allows(guard, { machine, snapshot, args })
    const isGuess = !isAllowed && [...read].some(([at, value]) => at.startsWith('event.') && value === undefined)
    return { guard: guardName(guard), allows: isGuess ? 'unknown' : isAllowed ? 'yes' : 'no', read: lines() }
  } catch {
    return { guard: guardName(guard), allows: 'unknown', read: lines() }
  }
}

const nodesAt = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => [
  ...new Set(getStateNodes(machine.root, snapshot.value)),
]
/** The paths of the states a machine is in. */
export const statesIn = (machine: AnyStateMachine, snapshot: AnyMachineSnapshot): readonly string[] =>
  nodesAt(machine, snapshot)
    .map(pathOf)
    .filter((path) => path !== '')

/**
 * Every event the machine listens to now, with its guards asked afresh. `known`: the last event of each type, for its
 * fields.
 */
export const chancesOf = (
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  known: ReadonlyMap<string, AnyEventObject>,
  { lineOf }: Pick<Mask, 'lineOf'>,
): readonly Chance[] =>
  nodesAt(machine, snapshot)
    .toReversed()
    .flatMap((node) =>
      transitionsOf(node)
        .filter(({ eventType }) => eventType !== '')
        .map((step): Chance => {
          const type = step.eventType
          return {
            event: eventName(type, node),
            type,
            from: pathOf(node),
            to: step.target?.[0] === undefined ? null : pathOf(step.target[0]),
            actions: step.actions
              .map((action) => guardName(action) ?? 'condition')
              .filter((name) => name !== 'condition'),
            ...verdictOf(step.guard, machine, snapshot, known.get(type) ?? { type }, lineOf),
          }
        }),
    )
