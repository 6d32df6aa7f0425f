import { defineConfig } from 'vitest/config'

/** What needs nginx and Prometheus; `npm run test:scale` runs it. */
export default defineConfig({ test: { include: ['tests/live/*.live.ts'], testTimeout: 60_000 } })
