import { defineConfig } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'

// Looked for once; the workers are told.
process.env['BROWSER_FOUND'] ??= JSON.stringify(await findBrowser())
const { options } = JSON.parse(process.env['BROWSER_FOUND'])
const report = process.env['BROWSER_REPORT']

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  outputDir: '../../test-results/browser',
  workers: 2,
  // A shared machine may stall for seconds: there a story is told a second time, and named as flaky in the report.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: report === undefined ? [['list']] : [['list'], ['json', { outputFile: `../../${report}` }]],
  use: {
    browserName: 'chromium',
    launchOptions: options,
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
  projects: [
    // The process has no page to look at: once is enough.
    { name: 'phone', testIgnore: '**/process*.journey.ts', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
    // What a fault does, and what axe finds, differs in nothing between sizes: the smaller page shows it.
    { name: 'desk', testIgnore: ['**/faults-*.journey.ts', '**/pages.journey.ts'], use: { viewport: { width: 1280, height: 800 } } },
  ],
})
