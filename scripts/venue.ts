import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { venueStamp } from './stamp.ts'

export const venueFolder = 'dist-venue'
export const venueEntry = 'main.mjs'

/** Where the venue lies that is built from the sources as they are now. */
export const venuePlace = () => {
  const place = join(venueFolder, venueStamp())
  return { place, path: resolve(place, venueEntry) }
}

/**
 * The venue as one file, or null when the sources are newer. Reading hundreds of files and taking their types away
 * would cost most of a start, and a third of the memory.
 */
export const builtVenue = (): string | null => {
  const { path } = venuePlace()
  return existsSync(path) ? path : null
}
