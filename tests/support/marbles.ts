import { TestScheduler } from 'rxjs/testing'

type Run = Parameters<TestScheduler['run']>[0]

/** Runs marbles, input and expectation aligned so that the test looks like time; gives back what was told and what was wished. */
export function marbles(run: (helpers: Parameters<Run>[0], scheduler: TestScheduler) => void) {
  const actual: unknown[] = []
  const expected: unknown[] = []
  const scheduler = new TestScheduler((told, wished) => {
    actual.push(told)
    expected.push(wished)
  })
  scheduler.run((helpers) => run(helpers, scheduler))
  return { actual, expected }
}
