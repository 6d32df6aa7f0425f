import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { writePrivately } from '#server/operate/private-folder.ts'

/** Does what an operator asks for on a data folder, and says how it went in one sentence. */
export async function runTool(work: (words: readonly string[], dataFolder: string) => Promise<string> | string) {
  writePrivately()
  try {
    console.log(await work(process.argv.slice(3), resolve(process.env['DATA_DIR'] ?? 'data')))
  } catch (thrown) {
    console.error(thrown instanceof Error ? thrown.message : String(thrown))
    process.exitCode = 1
  }
}
/** The database of a data folder, which must have one. */
export function databaseIn(dataFolder: string): string {
  const database = join(dataFolder, 'venue.db')
  if (existsSync(database)) return database
  throw new Error(`The data folder ${dataFolder} has no venue. Set DATA_DIR to the right one.`)
}
