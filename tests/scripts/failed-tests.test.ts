import { failedIn } from '#scripts/failed-tests.ts'
import { expect, test } from 'vitest'

test('START-15 the names of failed tests are found in the reports of both runners, and a file that could not run', () => {
  const unit = {
    testResults: [
      {
        status: 'failed',
        name: 'a.test.ts',
        assertionResults: [
          { status: 'passed', fullName: 'A-1 holds' },
          { status: 'failed', fullName: 'A-2 holds' },
        ],
      },
      { status: 'failed', name: 'b.test.ts', assertionResults: [] },
    ],
  }
  const browser = {
    suites: [
      {
        title: 'x',
        suites: [
          {
            specs: [
              { title: 'J-1 walks', ok: false },
              { title: 'J-2', ok: true },
            ],
          },
        ],
      },
    ],
  }
  expect([...failedIn(unit), ...failedIn(browser), ...failedIn({})]).toEqual(['A-2 holds', 'b.test.ts', 'J-1 walks'])
})
