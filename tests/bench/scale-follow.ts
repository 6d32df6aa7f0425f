import { openPostgres } from '#server/store/postgres.ts'
import { createHold, venueShapes } from '#server/venue.ts'

// A standby in a process of its own: it holds what the venue holds, and brings the log into the tables.
const { standBy } = openPostgres({ url: process.argv[2] ?? '', shard: 's01' }, { onDeposed: () => process.exit(0) })
process.on('disconnect', () => process.exit(0))
await standBy(venueShapes(), createHold(), {
  hears: () => true,
  isOver: () => false,
  onFollowing: () => process.send?.('follows'),
})
