import { defineConfig } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { firstSeed, partOf } from '#tests/support/parts.ts'
import { globSync } from 'node:fs'

// Resolved once and passed to the workers.
process.env['BROWSER_FOUND'] ??= JSON.stringify(await findBrowser())
const { options } = JSON.parse(process.env['BROWSER_FOUND'])
const report = process.env['BROWSER_REPORT']

// The workers choose the same part. Half of the faults are played in a run, the others with another seed.
process.env['SEED'] ??= String(firstSeed)
const faults = globSync('faults-*.journey.ts', { cwd: import.meta.dirname }).toSorted()
const chosen = partOf(faults, 2)
const otherFaults = faults.filter((file) => !chosen.includes(file)).map((file) => `**/${file}`)
if (process.env['TEST_WORKER_INDEX'] === undefined) console.error(`SEED=${process.env['SEED']}, all of it: PARTS=all`)

// One pixel for one: without a graphics card twice the pixels each way cost four times the paint, and no journey looks
// at them.
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 }

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  testIgnore: '**/long/**',
  outputDir: '../../test-results/browser',
  // One for each core: with a third, for what mostly waits, all became slower and some too slow.
  workers: 2,
  // A shared machine may stall for seconds: there a test is tried again, twice at most, and reported as flaky.
  retries: process.env['CI'] === undefined ? 0 : 2,
  // Long enough for a machine under load: a green test does not wait for it.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: `../../${report}` }]],
  use: {
    browserName: 'chromium',
    launchOptions: options,
    // What the worker asks for is invisible to a test that cuts or delays the network; its own journey allows it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    // Nothing waits for a page that slides in; what moves has unit tests.
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'UTC',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Writing a trace takes a fifth of the time, so only a test that is tried again has one; `--trace on` for one at
    // hand.
    trace: 'on-first-retry',
  },
  projects: [
    // Process tests have no page, so one project is enough.
    {
      name: 'phone',
      testIgnore: ['**/process*.journey.ts', '**/long/**', ...otherFaults],
      grepInvert: /on a desk/,
      use: phone,
    },
    // Only what is laid out differently is walked twice; faults, sessions, clocks and axe findings do not depend on the
    // viewport.
    {
      name: 'desk',
      testMatch: ['**/{smoke,trade,lever}.journey.ts', '**/process*.journey.ts'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
})
