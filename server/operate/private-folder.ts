import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const others = 0o077
const shared = 0o1000

/** What this process writes from now on is for its own user alone, whatever the shell allows. */
export const writePrivately = () => void process.umask(others)

/**
 * Makes a folder if it is missing, and takes away what other users may do with it and its files. Returns what could not
 * be closed because it belongs to somebody else, or is a folder for all like /tmp. A folder in it is closed after its
 * files, so one that is closed needs no look.
 */
export function keepPrivate(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return []
  const { mode } = statSync(folder)
  if (mode & shared) return [folder]
  const within = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (!found || found.isSymbolicLink() || !(found.mode & others)) return []
    return found.isDirectory() ? keepPrivate(path) : closed(path, found.mode)
  })
  return mode & others ? [...within, ...closed(folder, mode)] : within
}

/** Nothing if it is closed now, else its path. */
function closed(path: string, mode: number): readonly string[] {
  try {
    chmodSync(path, mode & 0o700)
    return []
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : ''
    if (code === 'ENOENT') return []
    if (code === 'EPERM' || code === 'EROFS' || code === 'ENOTSUP') return [path]
    throw thrown
  }
}
