import { keepCoverage } from '#scripts/machines/coverage.ts'
import { machines } from '#scripts/machines/list.ts'
import { textOf } from '#tests/support/files.ts'
import { createSeen, wholeOf } from './seen.ts'
import { stories } from './stories.ts'
import { expect, test } from 'vitest'

const seen = createSeen()
const list = 'tests/machines/venue/not-by-venue.txt'
const header = 'machine | state or transition | why the venue cannot cause it'
/** What the venue does not cause, each with the reason; `*` stands for a whole machine. */
const listed = textOf(list)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [machine = '', what = '', why = ''] = line.split(' | ')
    return { machine, what, why }
  })
const listedOf = (name: string) => listed.filter(({ machine }) => machine === name)

test.each(stories)('INS-36 $name: in each trouble it comes to the same', async ({ troubles, play }) => {
  const [first = 'nothing', ...others] = troubles
  const plain = await play(first, seen)
  expect(plain).toMatchObject({ wrong: [], bugs: [], openIntents: 0 })
  for (const trouble of others) {
    const played = await play(trouble, seen)
    expect({ trouble, ...played }).toEqual({ trouble, ...plain })
  }
})

// After all stories: each of them adds to what is seen.
test.each(Object.keys(machines))(
  'INS-25 %s: every state and transition is seen against the venue, or listed with the reason why it cannot be',
  (name) => {
    const whole = wholeOf(name)
    const rows = listedOf(name)
    const isWhole = rows.some(({ what }) => what === '*')
    const all = isWhole ? [] : [...whole.states.map((state) => `state ${state}`), ...whole.steps]
    const met = new Set([...[...seen.states(name)].map((state) => `state ${state}`), ...seen.steps(name)])
    const named = rows.map(({ what }) => what)
    expect(
      all.filter((each) => !met.has(each) && !named.includes(each)),
      'neither seen nor listed',
    ).toEqual([])
    expect(
      named.filter((each) => met.has(each)),
      'listed, but seen',
    ).toEqual([])
    expect(
      named.filter((each) => each !== '*' && !all.includes(each)),
      'listed, but there is none',
    ).toEqual([])
  },
)
test('INS-25 the list of what the venue cannot cause names machines that exist, each thing once, with a reason; the table is kept', () => {
  expect(textOf(list).split('\n')[0]).toBe(header)
  expect(listed.filter(({ machine, why }) => machines[machine] === undefined || why === '')).toEqual([])
  expect(new Set(listed.map(({ machine, what }) => `${machine} ${what}`)).size).toBe(listed.length)
  const rows = Object.keys(machines).map((machine) => {
    const { states, steps } = wholeOf(machine)
    const isNone = listedOf(machine).some(({ what }) => what === '*')
    const share = (all: readonly string[], met: ReadonlySet<string>) =>
      isNone ? '-' : `${all.filter((each) => met.has(each)).length}/${all.length}`
    return {
      machine,
      states: share(states, seen.states(machine)),
      transitions: share(steps, seen.steps(machine)),
      not: listedOf(machine).map(({ what, why }) => `${what}: ${why}`),
    }
  })
  keepCoverage('venue', rows)
  expect(rows.length).toBe(Object.keys(machines).length)
})
