import { machines } from '#scripts/machines/list.ts'
import { calledIn, failsAsValue, nodesOf, stepsOf, told, walk } from '#tests/kit/force-walk.ts'
import { leavesOf } from '#tests/kit/walk.ts'
import { textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'
import { getStateNodes, type AnyMachineSnapshot } from 'xstate'

const walks = Object.entries(machines).map(([name, machine]) => ({ name, machine, ...walk(machine) }))
type Each = (typeof walks)[number]
const where = ({ value }: AnyMachineSnapshot) => leavesOf(value).join(' + ')
const nodesAt = ({ force }: Each, { value }: AnyMachineSnapshot) => [
  ...new Set(getStateNodes(force.machine.root, value)),
]
const invokedAt = (each: Each, snapshot: AnyMachineSnapshot) =>
  nodesAt(each, snapshot)
    .flatMap(({ invoke }) => invoke.map(({ id }) => id))
    .toSorted()

test.each(walks)(
  'INS-15 $name: restored in any state after a restart it is in that state, its actors begin anew, and every way out leads where it led',
  (each) => {
    const { force, found } = each
    const wrong: string[] = []
    let ways = 0
    for (const here of found.values()) {
      if (here.status !== 'active') continue
      const again = force.restore(here)
      if (where(again) !== where(here) || again.status !== 'active')
        wrong.push(`${where(here)}: restored as ${where(again)}`)
      const children = Object.keys(again.children).toSorted()
      if (children.join() !== invokedAt(each, here).join())
        wrong.push(`${where(here)}: ${children.join()} run, not ${invokedAt(each, here).join()}`)
      for (const step of nodesAt(each, here).flatMap(stepsOf)) {
        if (step.eventType === '') continue
        const event = force.event(step.eventType, true)
        const [before, after] = [force.next([step], here, event), force.next([step], again, event)]
        ways += 1
        if (where(before) !== where(after))
          wrong.push(`${where(here)} on ${told(step)}: ${where(after)}, not ${where(before)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(ways).toBeGreaterThan(0)
  },
)

test.each(walks)(
  'INS-16 $name: an answer that comes in a state that does not wait for it, late or for the second time, changes nothing',
  (each) => {
    const { force, found } = each
    const ids = new Set(nodesOf(force.machine.root).flatMap(({ invoke }) => invoke.map(({ id }) => id)))
    const moved = [...found.values()].flatMap((here) =>
      [...ids]
        .filter((id) => !invokedAt(each, here).includes(id))
        .flatMap((id) => {
          const next = force.next([null], here, force.event(`xstate.done.actor.${id}`, true))
          return where(next) === where(here) && next.status === here.status && force.taken().length === 0
            ? []
            : [`${where(here)} on the answer of ${id}: ${where(next)}`]
        }),
    )
    expect(moved).toEqual([])
  },
)

/** What a region of a machine shows; the other regions do not wait. */
const inRegion = ({ value }: AnyMachineSnapshot, region: string) =>
  leavesOf(value)
    .filter((leaf) => leaf.split('.')[0] === region)
    .join(' + ')
/**
 * Where each machine goes from each state that waits for an answer: told something that no guard expects (a 999 among
 * them), and without an answer.
 */
const outcomes = () =>
  walks.flatMap((each) => {
    const { name, force, found } = each
    const rows = calledIn(force.machine, found).map(({ here, id, src }) => {
      const answered = force.next([null], here, force.event(`xstate.done.actor.${id}`, false))
      const lost = force.next([null], here, force.event(`xstate.error.actor.${id}`, false))
      const caller = nodesAt(each, here).find(({ invoke }) => invoke.some((one) => one.id === id))
      const [region = ''] = caller?.path ?? []
      const shown = (snapshot: AnyMachineSnapshot) =>
        region === '' || inRegion(snapshot, region) === '' ? where(snapshot) : inRegion(snapshot, region)
      const outcome =
        lost.status !== 'error' ? shown(lost) : failsAsValue.has(src) ? 'never: it ends with a value' : 'stops'
      return `${name} | ${shown(here)} | ${src} | ${shown(answered)} | ${outcome}`
    })
    return [...new Set(rows)]
  })
const table = 'tests/machines/outcomes.txt'

test('INS-17 what each machine does in each state that waits, refused or without an answer, is what the table says', () => {
  expect(['machine | state | waits for | after a refusal or 999 | after a failure', ...outcomes(), ''].join('\n')).toBe(
    textOf(table),
  )
})

/** A delay of a restored state never ends: where only a delay leads on, the machine must not be restored. */
const onlyByTime = walks.flatMap(({ name, force }) =>
  nodesOf(force.machine.root)
    .filter(
      (node) => stepsOf(node).some(({ eventType }) => eventType.startsWith('xstate.after')) && node.invoke.length === 0,
    )
    .filter((node) => stepsOf(node).every(({ eventType }) => eventType.startsWith('xstate.after') || eventType === ''))
    .map((node) => `${name}: ${node.path.join('.')}`),
)
test('INS-15 the states that only a delay leaves are known: no page restores a machine in one of them', () => {
  expect(onlyByTime).toEqual(['submit: waiting'])
})
