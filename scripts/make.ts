import { buildClient } from './client.ts'
import { isFresh } from './stamp.ts'
import { buildVenue } from './venue-build.ts'

// What the sources have outgrown is built anew, in a process of its own: the builder's memory ends with it.
if (!isFresh()) await buildClient()
await buildVenue()
