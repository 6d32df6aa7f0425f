import type { AnyStateMachine } from 'xstate'
import { getStateNodes } from 'xstate/graph'

/** Every leaf state of a machine, as 'parent.child'. */
export const leaves = (machine: AnyStateMachine) =>
  getStateNodes(machine.root)
    .filter((node) => node.type === 'atomic' || node.type === 'final')
    .map((node) => node.path.join('.'))

/** The leaves of a state value, as 'parent.child'; parallel regions give one each. */
export const leavesOf = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, below]) => {
    const deeper = leavesOf(below)
    return deeper.length === 0 ? [name] : deeper.map((leaf) => `${name}.${leaf}`)
  })
}
