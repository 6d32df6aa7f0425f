import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []
/** A new folder of its own. `removeFolders` removes it: after each test file, and when the process ends. */
export const ownFolder = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  made.push(folder)
  return folder
}
export const removeFolders = () => made.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }))
process.once('exit', removeFolders)
