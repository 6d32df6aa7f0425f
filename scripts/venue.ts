import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { venueStamp } from './stamp.ts'

export const venueFolder = 'dist-venue'
export const venueEntry = 'main.mjs'

/** Folder and entry file of the server built from the current sources. */
export const venueTarget = () => {
  const folder = join(venueFolder, venueStamp())
  return { folder, path: resolve(folder, venueEntry) }
}

/**
 * Path of the server as one file; null if the sources are newer. Reading hundreds of files and stripping their types
 * would take most of the time of a start, and a third of the memory.
 */
export const builtVenue = (): string | null => {
  const { path } = venueTarget()
  return existsSync(path) ? path : null
}
