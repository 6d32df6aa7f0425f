import { defineConfig } from '@playwright/test'
import short from '../playwright.config.ts'

/**
 * Stories too long for every run of the tests (`npm run proof:journeys`): each state, each language, each side.
 * What is laid out differently is told at both sizes; a story says in its name if one size is enough.
 */
export default defineConfig({
  ...short,
  testDir: '.',
  testMatch: '**/*.journey.ts',
  testIgnore: [],
  outputDir: '../../../test-results/long',
  timeout: 600_000,
  // A machine under load may stall for half a minute; a green story does not wait for it.
  expect: { timeout: 90_000 },
  use: { ...short.use, actionTimeout: 90_000 },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
    },
    { name: 'desk', grepInvert: /phone only/, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
