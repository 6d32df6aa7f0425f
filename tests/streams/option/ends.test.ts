import type { OptionOrder } from '#contract/option/option.ts'
import { optionEnds$ } from '#streams/option/ends.ts'
import { fakeRead } from '#tests/support/fake-read.ts'
import { aStake, aStakePage } from '#tests/support/builders/stake.ts'
import { Subject } from 'rxjs'
import { expect, test, vi } from 'vitest'

test('OPT-26 an end is emitted once: by its event, or by a read if an order left the list without one', async () => {
  const over = (id: number) => aStake(id, 3, { status: 'closed', profit_result: 'win' })
  const asked: unknown[] = []
  const answers: (() => void)[] = []
  const read = fakeRead(async (_, input) => {
    asked.push(input)
    await new Promise<void>((done) => answers.push(done))
    const id = typeof input === 'object' && input !== null && 'id' in input ? Number(input.id) : 0
    return aStakePage(id === 4 ? aStake(4, 1) : over(id))
  })
  const events$ = new Subject<OptionOrder>()
  const open$ = new Subject<readonly OptionOrder[]>()
  const ends: number[] = []
  optionEnds$(events$, open$, read).subscribe(({ id }) => ends.push(id))
  open$.next([aStake(1, 1), aStake(2, 1), aStake(3, 1), aStake(4, 1)])
  events$.next(aStake(1, 2))
  events$.next(over(1))
  open$.next([aStake(2, 1), aStake(3, 1), aStake(4, 1)])
  expect([ends, asked]).toEqual([[1], []])
  open$.next([])
  await vi.waitFor(() => expect(answers).toHaveLength(3))
  expect(asked).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }])
  // Its event arrives during the read.
  events$.next(over(3))
  answers.forEach((answer) => answer())
  await vi.waitFor(() => expect(ends).toEqual([1, 3, 2]))
  events$.next(over(2))
  expect(ends).toEqual([1, 3, 2])
})
