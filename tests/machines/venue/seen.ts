import { machines } from '#scripts/machines/list.ts'
import { nameOf, nodesOf, stepsOf, told } from '#tests/kit/force-walk.ts'
import {
  getStateNodes,
  type AnyMachineSnapshot,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type InspectionEvent,
  type Snapshot,
} from 'xstate'

const nameById = new Map(Object.entries(machines).map(([name, { id }]) => [id, name]))
/** A transition as the lists name it: where it begins, on what, and which of those that begin so. */
export const keyOf = (step: AnyTransitionDefinition): string => {
  const same = stepsOf(step.source).filter(({ eventType }) => eventType === step.eventType)
  const at = same.indexOf(step)
  return `${told(step)
    .replace(/\d+\.\w+(?=\.|$)/, 'actor')
    .trim()}${same.length > 1 ? ` #${at + 1}` : ''}`
}
/** All states in which a machine may rest, and all its transitions, by name. */
export const wholeOf = (name: string) => {
  const nodes = machines[name] === undefined ? [] : nodesOf(machines[name].root)
  const isTransient = (node: AnyStateNode) => (node.always ?? []).length > 0
  return { states: nodes.filter((node) => !isTransient(node)).map(nameOf), steps: nodes.flatMap(stepsOf).map(keyOf) }
}
const isMachineSnapshot = (snapshot: Snapshot<unknown>): snapshot is AnyMachineSnapshot =>
  'machine' in snapshot && 'value' in snapshot

/** Notes the states and transitions of all machines that run under its eye. */
export function createSeen() {
  const states = new Map<string, Set<string>>()
  const steps = new Map<string, Set<string>>()
  const add = (to: Map<string, Set<string>>, name: string, what: string) =>
    void to.set(name, (to.get(name) ?? new Set()).add(what))
  return {
    states: (name: string): ReadonlySet<string> => states.get(name) ?? new Set(),
    steps: (name: string): ReadonlySet<string> => steps.get(name) ?? new Set(),
    inspect: (event: InspectionEvent) => {
      if (event.type !== '@xstate.microstep' && event.type !== '@xstate.snapshot') return
      for (const step of event.type === '@xstate.microstep' ? event._transitions : []) {
        const name = nameById.get(step.source.machine.id)
        if (name !== undefined) add(steps, name, keyOf(step))
      }
      if (!isMachineSnapshot(event.snapshot)) return
      const { machine, value } = event.snapshot
      const name = nameById.get(machine.id)
      if (name !== undefined) for (const node of getStateNodes(machine.root, value)) add(states, name, nameOf(node))
    },
  }
}
export type Seen = ReturnType<typeof createSeen>
