import { openCluster } from '#tests/support/postgres.ts'
import { crashCampaign, rareSites } from './crash.ts'
import { numberAfter } from './flags.ts'

const seed = numberAfter('seed', Date.now() % 2 ** 31)
const kills = numberAfter('kills', 1000)
const cluster = process.argv.includes('--postgres') ? await openCluster() : null
console.log(`${kills} kills, seed ${seed}${cluster ? `, PostgreSQL ${cluster.version}` : ''}`)
const from = performance.now()
const { wrong, ...counts } = await crashCampaign({
  kills,
  seed,
  clients: numberAfter('clients', 8),
  ...(process.argv.includes('--triggers') && { at: rareSites }),
  database: cluster?.url,
  onKill: (line) => process.argv.includes('--loud') && console.log(line),
})
console.table({ ...counts.byPlace })
const { byPlace: _, ...sums } = counts
console.table({ ...sums, wrong: wrong.length, seconds: Math.round((performance.now() - from) / 1000) })
for (const line of wrong) console.error(line)
process.exitCode = wrong.length === 0 ? 0 : 1
await cluster?.stop()
