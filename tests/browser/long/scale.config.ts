import { defineConfig } from '@playwright/test'
import short from '../playwright.config.ts'

process.env['SCALE_APP'] = '1'

/** Journeys of several people over two gateways, a venue and its standby: each new page goes to the next gateway. */
export default defineConfig({
  ...short,
  testDir: '..',
  testMatch: ['chat.journey.ts', 'otc.journey.ts', 'money.journey.ts'],
  testIgnore: [],
  outputDir: '../../../test-results/scale',
  workers: 1,
  timeout: 300_000,
  projects: (short.projects ?? []).filter(({ name }) => name === 'phone').map(({ testIgnore: _, ...rest }) => rest),
})
