import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/**
 * One state of a machine. `any`: stands for "in whatever state of the parent", where a transition leads from a state
 * into itself.
 */
export type GraphNode = {
  readonly path: string
  readonly label: string
  readonly kind: 'state' | 'parallel' | 'final' | 'any'
  readonly parent: string | null
  readonly isInitial: boolean
  readonly invokes: readonly string[]
}
/** What makes a transition: its event, the name of its guard, what it does. */
export type Cause = {
  readonly event: string
  readonly type: string
  readonly guard: string | null
  readonly actions: readonly string[]
}
export type GraphEdge = { readonly from: string; readonly to: string; readonly causes: readonly Cause[] }
/** A transition as the machine has it; `to` is null when it only does something. */
export type GraphStep = Cause & { readonly from: string; readonly to: string | null }
export type Graph = {
  readonly id: string
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly steps: readonly GraphStep[]
}

export const pathOf = (node: AnyStateNode) => node.path.join('.')
/** The pseudo-state of a state's own inward transitions. */
const anyOf = (path: string) => (path === '' ? '*' : `${path}.*`)

/** The name of a guard, an action or an actor: its own, that of its type, or none for a function without one. */
const nameOf = (named: unknown): string | null => {
  if (typeof named === 'string') return named
  if (typeof named === 'function')
    return 'guards' in named && Array.isArray(named.guards) ? named.guards.map(nameOf).join(' · ') : named.name || null
  return typeof named === 'object' && named !== null && 'type' in named && typeof named.type === 'string'
    ? named.type
    : null
}
const ownName = (name: string | null) => name === null || name === 'guard' || name === 'actions' || name.length < 3
export const guardName = (guard: unknown): string | null => {
  if (guard === undefined || guard === null) return null
  const name = nameOf(guard)
  const fixed =
    typeof guard === 'object' && 'params' in guard && typeof guard.params === 'object' && guard.params !== null
      ? Object.values(guard.params)
      : []
  return ownName(name) ? 'condition' : [name, ...fixed.map(String)].join(' ')
}
const actionNames = (actions: readonly unknown[]) =>
  actions.map((action) => {
    const name = nameOf(action)
    return ownName(name) ? 'change' : (name ?? 'change')
  })

const invokedName = (node: AnyStateNode, id: string) => {
  const invoked = node.invoke.find((each) => each.id === id)
  const src = typeof invoked?.src === 'string' ? invoked.src : 'actor'
  return /^\d+\./.test(id) || id.startsWith('xstate.') ? src : id
}
/** An event as people read it: the library's own names of ends, delays and instant transitions are replaced. */
export const eventName = (type: string, node: AnyStateNode): string => {
  if (type === '') return 'always'
  const actor = /^xstate\.(done|error|snapshot)(?:\.actor)?\.(?!state)(.*)$/.exec(type)
  if (actor) {
    const end = actor[1] === 'done' ? 'done' : actor[1] === 'error' ? 'failed' : 'changed'
    return `${invokedName(node, actor[2] ?? '')} ${end}`
  }
  if (type.startsWith('xstate.done.state.')) return 'ended'
  const after = /^xstate\.after\.([^.]+)\./.exec(type)
  return after ? `after ${after[1]}` : type
}

const causeOf = (node: AnyStateNode, step: AnyTransitionDefinition, type = step.eventType): Cause => ({
  event: eventName(type, node),
  type,
  guard: guardName(step.guard),
  actions: actionNames(step.actions),
})

const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]

const graphNode = (node: AnyStateNode): GraphNode => ({
  path: pathOf(node),
  label: node.key,
  kind: node.type === 'final' ? 'final' : node.type === 'parallel' ? 'parallel' : 'state',
  parent: node.parent === undefined ? null : pathOf(node.parent),
  isInitial: node.parent?.type === 'compound' && node.parent.initial.target.includes(node),
  invokes: node.invoke.map(({ id }) => invokedName(node, id)),
})

/** Every transition of one state, with what is tried at once on entering it. */
export const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

/**
 * The chart of a machine, read from the machine itself: states, and transitions joined where they lead the same way.
 */
export function graphOf(machine: AnyStateMachine): Graph {
  const all = nodesOf(machine.root)
  const steps = all.flatMap((node) =>
    transitionsOf(node).flatMap((step): GraphStep[] => {
      const cause = causeOf(node, step)
      const targets = step.target ?? []
      return targets.length === 0
        ? [{ ...cause, from: pathOf(node), to: null }]
        : targets.map((target) => ({ ...cause, from: pathOf(node), to: pathOf(target) }))
    }),
  )
  const edges = new Map<string, GraphEdge>()
  const inward = new Set<string>()
  for (const { from, to, ...cause } of steps) {
    if (to === null) continue
    const isInward = to !== from ? from === '' || to.startsWith(`${from}.`) : from === ''
    if (isInward) inward.add(from)
    const [start, end] = [isInward ? anyOf(from) : from, to === '' ? anyOf('') : to]
    if (start === end) continue
    const key = `${start} ${end}`
    edges.set(key, { from: start, to: end, causes: [...(edges.get(key)?.causes ?? []), cause] })
  }
  const anys = [...inward].map(
    (path): GraphNode => ({
      path: anyOf(path),
      label: 'any state',
      kind: 'any',
      parent: path,
      isInitial: false,
      invokes: [],
    }),
  )
  return {
    id: machine.id,
    nodes: [
      ...all.map(graphNode),
      ...anys.filter(({ path }) => [...edges.values()].some(({ from, to }) => from === path || to === path)),
    ],
    edges: [...edges.values()],
    steps,
  }
}
