import { machines } from '#scripts/machines/list.ts'
import { forced, wantedOf } from '#tests/kit/force.ts'
import { expect, test } from 'vitest'
import { getStateNodes, type AnyMachineSnapshot, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate'

type Walk = { readonly force: ReturnType<typeof forced>; readonly found: ReadonlyMap<string, AnyMachineSnapshot>; readonly taken: ReadonlySet<AnyTransitionDefinition>; readonly broken: readonly string[] }
const stepsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [...[...node.transitions.values()].flat(), ...(node.always ?? [])]
const nodesOf = (node: AnyStateNode): readonly AnyStateNode[] => [node, ...Object.values(node.states).flatMap(nodesOf)]
const nameOf = (node: AnyStateNode) => node.path.join('.')
const told = (step: AnyTransitionDefinition) => `${nameOf(step.source)} ${step.eventType === '' ? 'at once' : step.eventType}`

/** Every state and every transition, by deciding for each guard that one and no other transition is allowed. */
function walk(original: AnyStateMachine): Walk {
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
            take(`${JSON.stringify(here.value)} on ${told(step)}`, () => force.next([step, then], here, force.event(step.eventType, isGood)))
          }
        }
      }
    }
  }
  return { force, found, taken, broken }
}

const walks = Object.entries(machines).map(([name, machine]) => ({ name, machine, ...walk(machine) }))
const reachedBy = ({ force, found }: (typeof walks)[number]) => {
  return new Set([...found.values()].flatMap(({ value }) => getStateNodes(force.machine.root, value).map(nameOf)))
}
/** States that only stand for "decide at once": nothing is ever seen resting in them. */
const isTransient = (node: AnyStateNode) => (node.always ?? []).length > 0

test.each(walks)('INS-11 $name: every state is reached and every transition is taken, whatever its guards say', (each) => {
  const all = nodesOf(each.machine.root)
  const reached = reachedBy(each)
  expect(all.filter((node) => !reached.has(nameOf(node)) && !isTransient(node)).map(nameOf)).toEqual([])
  const taken = new Set([...each.taken].map((step) => `${told(step)} → ${(step.target ?? []).map(nameOf).join()} ${wantedOf(step).join()}`))
  const missing = all.flatMap(stepsOf).filter((step) => !taken.has(`${told(step)} → ${(step.target ?? []).map(nameOf).join()} ${wantedOf(step).join()}`))
  expect(missing.map(told)).toEqual([])
  expect(each.broken).toEqual([])
})
test('INS-11 the table of coverage', () => {
  const rows = walks.map((each) => {
    const all = nodesOf(each.machine.root).filter((node) => !isTransient(node))
    return [each.name, `${all.filter((node) => reachedBy(each).has(nameOf(node))).length}/${all.length}`, `${each.taken.size}/${nodesOf(each.machine.root).flatMap(stepsOf).length}`]
  })
  // oxlint-disable-next-line no-console -- the table is what this test is for
  console.info(['machine, states, transitions', ...rows.map((row) => row.join(', '))].join('\n'))
  expect(rows.length).toBe(Object.keys(machines).length)
})

/** What tells by events, as long as its state lasts, and ends with the state. */
const isWatcher = (src: string) => /^(?:watch|open|follow|askOutcome|sendFile|record)/.test(src)
/** Their failures are values of a closed set (STEP-2): they end with a reply, never with an error. */
const failsAsValue = new Set(['step', 'readPage', 'checkClaim', 'logIn', 'sendCode'])
type Called = { readonly here: AnyMachineSnapshot; readonly id: string; readonly src: string }
const calledIn = (machine: AnyStateMachine, found: ReadonlyMap<string, AnyMachineSnapshot>): readonly Called[] =>
  [...found.values()].flatMap((here) =>
    getStateNodes(machine.root, here.value).flatMap((node) => node.invoke.map(({ id, src }) => ({ here, id, src: String(src) }))),
  ).filter(({ src }) => !isWatcher(src))

test.each(walks)('INS-14 $name: whatever it waits for, a lost line, a 999 and an answer told twice leave it going on', ({ force, found }) => {
  const stuck = calledIn(force.machine, found).flatMap(({ here, id, src }) => {
    const where = `${JSON.stringify(here.value)} ${src}`
    const done = force.event(`xstate.done.actor.${id}`, false)
    // No guard knows the answer, as with a 999 among replies that nobody expected: the machine leaves or asks again, and never waits for nothing.
    const after = force.next([null], here, done)
    const isLeft = force.taken().length > 0
    const twice = force.next([null], after, done)
    const isSame = JSON.stringify(twice.value) === JSON.stringify(after.value) || getStateNodes(force.machine.root, after.value).some((node) => node.invoke.some((each) => each.id === id))
    const lost = force.next([null], here, force.event(`xstate.error.actor.${id}`, false))
    return [...(isLeft ? [] : [`${where}: an answer is not taken`]), ...(isSame ? [] : [`${where}: the second answer moves it`]), ...(lost.status === 'error' && !failsAsValue.has(src) ? [`${where}: a failure stops it`] : [])]
  })
  expect(stuck).toEqual([])
})
