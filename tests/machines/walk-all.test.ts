import { keepCoverage } from '#scripts/machines/coverage.ts'
import { machines } from '#scripts/machines/list.ts'
import { wantedOf } from '#tests/kit/force.ts'
import { calledIn, failsAsValue, nameOf, nodesOf, stepsOf, told, walk } from '#tests/kit/force-walk.ts'
import { expect, test } from 'vitest'
import { getStateNodes, type AnyStateNode } from 'xstate'

const walks = Object.entries(machines).map(([name, machine]) => ({ name, machine, ...walk(machine) }))
const reachedBy = ({ force, found }: (typeof walks)[number]) => {
  return new Set([...found.values()].flatMap(({ value }) => getStateNodes(force.machine.root, value).map(nameOf)))
}
/** States that only stand for "decide at once": nothing is ever seen resting in them. */
const isTransient = (node: AnyStateNode) => (node.always ?? []).length > 0

test.each(walks)(
  'INS-11 $name: every state is reached and every transition is taken, whatever its guards say',
  (each) => {
    const all = nodesOf(each.machine.root)
    const reached = reachedBy(each)
    expect(all.filter((node) => !reached.has(nameOf(node)) && !isTransient(node)).map(nameOf)).toEqual([])
    const taken = new Set(
      [...each.taken].map(
        (step) => `${told(step)} → ${(step.target ?? []).map(nameOf).join()} ${wantedOf(step).join()}`,
      ),
    )
    const missing = all
      .flatMap(stepsOf)
      .filter(
        (step) => !taken.has(`${told(step)} → ${(step.target ?? []).map(nameOf).join()} ${wantedOf(step).join()}`),
      )
    expect(missing.map(told)).toEqual([])
    expect(each.broken).toEqual([])
  },
)
test('INS-11 the table of coverage is kept for the end of the tests', () => {
  const rows = walks.map((each) => {
    const all = nodesOf(each.machine.root).filter((node) => !isTransient(node))
    return {
      machine: each.name,
      states: `${all.filter((node) => reachedBy(each).has(nameOf(node))).length}/${all.length}`,
      transitions: `${each.taken.size}/${nodesOf(each.machine.root).flatMap(stepsOf).length}`,
    }
  })
  keepCoverage('chart', rows)
  expect(rows.length).toBe(Object.keys(machines).length)
})

test.each(walks)(
  'INS-14 $name: whatever it waits for, a lost line, a 999 and an answer told twice leave it going on',
  ({ force, found }) => {
    const stuck = calledIn(force.machine, found).flatMap(({ here, id, src }) => {
      const where = `${JSON.stringify(here.value)} ${src}`
      const done = force.event(`xstate.done.actor.${id}`, false)
      // No guard knows the answer, as with a 999 among replies that nobody expected: the machine leaves or asks again,
      // and never waits for nothing.
      const after = force.next([null], here, done)
      const isLeft = force.taken().length > 0
      const twice = force.next([null], after, done)
      const isSame =
        JSON.stringify(twice.value) === JSON.stringify(after.value) ||
        getStateNodes(force.machine.root, after.value).some((node) => node.invoke.some((each) => each.id === id))
      const lost = force.next([null], here, force.event(`xstate.error.actor.${id}`, false))
      return [
        ...(isLeft ? [] : [`${where}: an answer is not taken`]),
        ...(isSame ? [] : [`${where}: the second answer moves it`]),
        ...(lost.status === 'error' && !failsAsValue.has(src) ? [`${where}: a failure stops it`] : []),
      ]
    })
    expect(stuck).toEqual([])
  },
)
