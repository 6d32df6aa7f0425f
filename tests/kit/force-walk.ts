import { forced } from './force.ts'
import {
  getStateNodes,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
} from 'xstate'

export type Walk = {
  readonly force: ReturnType<typeof forced>
  readonly found: ReadonlyMap<string, AnyMachineSnapshot>
  readonly taken: ReadonlySet<AnyTransitionDefinition>
  readonly broken: readonly string[]
}
export const stepsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]
export const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesOf),
]
export const nameOf = (node: AnyStateNode) => node.path.join('.')
export const told = (step: AnyTransitionDefinition) =>
  `${nameOf(step.source)} ${step.eventType === '' ? 'at once' : step.eventType}`

/** Every state and every transition, by deciding for each guard that one and no other transition is allowed. */
export function walk(original: AnyStateMachine): Walk {
  const force = forced(original)
  const { machine } = force
  const found = new Map<string, AnyMachineSnapshot>()
  const taken = new Set<AnyTransitionDefinition>()
  const broken: string[] = []
  const all = nodesOf(machine.root)
  const queue: AnyMachineSnapshot[] = []
  const take = (what: string, work: () => AnyMachineSnapshot) => {
    try {
      const next = work()
      for (const step of force.taken()) taken.add(step)
      if (next.status === 'error') broken.push(`${what}: ${String(next.error)}`)
      const key = JSON.stringify(next.value)
      if (found.has(key)) return next
      found.set(key, next)
      queue.push(next)
      return next
    } catch (thrown) {
      broken.push(`${what}: ${String(thrown)}`)
      return null
    }
  }
  // A state that is left at once is entered with another way out each time.
  const instant = [null, ...all.flatMap((node) => node.always ?? [])]
  for (const first of instant) take('start', () => force.start([first]))
  for (let snapshot = queue.shift(); snapshot !== undefined; snapshot = queue.shift()) {
    const here = snapshot
    for (const node of getStateNodes(machine.root, here.value)) {
      for (const step of stepsOf(node)) {
        if (step.eventType === '') continue
        for (const then of instant) {
          for (const isGood of [true, false]) {
            take(`${JSON.stringify(here.value)} on ${told(step)}`, () =>
              force.next([step, then], here, force.event(step.eventType, isGood)),
            )
          }
        }
      }
    }
  }
  return { force, found, taken, broken }
}

/** What tells by events, as long as its state lasts, and ends with the state. */
const isWatcher = (src: string) => /^(?:watch|open|follow|askOutcome|sendFile|record)/.test(src)
/** Their failures are values of a closed set (STEP-2): they end with a reply, never with an error. */
export const failsAsValue = new Set(['step', 'readPage', 'checkClaim', 'logIn', 'sendCode'])
export type Called = { readonly here: AnyMachineSnapshot; readonly id: string; readonly src: string }
export const calledIn = (machine: AnyStateMachine, found: ReadonlyMap<string, AnyMachineSnapshot>): readonly Called[] =>
  [...found.values()]
    .flatMap((here) =>
      getStateNodes(machine.root, here.value).flatMap((node) =>
        node.invoke.map(({ id, src }) => ({ here, id, src: String(src) })),
      ),
    )
    .filter(({ src }) => !isWatcher(src))
