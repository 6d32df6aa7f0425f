import { TestScheduler } from 'rxjs/testing'
import { expect } from 'vitest'

type Run = Parameters<TestScheduler['run']>[0]

/** Runs marbles: input and expectation aligned, so that the test looks like time. */
export const marbles = (run: (helpers: Parameters<Run>[0], scheduler: TestScheduler) => void) => {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
  scheduler.run((helpers) => run(helpers, scheduler))
}
