import { buildClient } from './client.ts'
import { isFresh } from './stamp.ts'
import { buildVenue } from './venue-build.ts'

// Builds whatever is older than its sources. `start` runs this in a separate process, so that the memory of the builder
// is freed.
if (!isFresh()) await buildClient()
await buildVenue()
