import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { databaseElsewhere } from '#server/operate/backup.ts'
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
/** Refuses to work on the file of a database where the environment names a server. */
export function refuseServer({ DATABASE_URL, DATABASE_URL_FILE }: NodeJS.ProcessEnv = process.env) {
  if (DATABASE_URL !== undefined || DATABASE_URL_FILE !== undefined) throw new Error(databaseElsewhere)
}
/** The database of a data folder, which must have one. */
export function databaseIn(dataFolder: string): string {
  refuseServer()
  const database = join(dataFolder, 'venue.db')
  if (existsSync(database)) return database
  throw new Error(`The data folder ${dataFolder} has no venue. Set DATA_DIR to the right one.`)
}
