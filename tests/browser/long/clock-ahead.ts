import { readFileSync } from 'node:fs'

// Preloaded into a venue of the tests (`--import`): its wall clock is ahead by the milliseconds that the file says at its start.
const aheadMs = Number(readFileSync(process.env['CLOCK_FILE'] ?? '', 'utf8'))
const right = Date.now
Date.now = () => right() + aheadMs
