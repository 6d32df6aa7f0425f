import { TestScheduler } from 'rxjs/testing'

type Run = Parameters<TestScheduler['run']>[0]

/** Runs a marble test; returns the actual and the expected notifications. */
export function marbles(run: (helpers: Parameters<Run>[0], scheduler: TestScheduler) => void) {
  const actual: unknown[] = []
  const expected: unknown[] = []
  const scheduler = new TestScheduler((notifications, expectedNotifications) => {
    actual.push(notifications)
    expected.push(expectedNotifications)
  })
  scheduler.run((helpers) => run(helpers, scheduler))
  return { actual, expected }
}
