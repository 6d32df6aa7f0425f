import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { controlSocketOf, writeBackup, type Backup } from '#server/operate/backup.ts'
import { folderModeOf } from '#server/operate/folder-mode.ts'
import type { Mode } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'

const isBackup = (value: unknown): value is Backup =>
  typeof value === 'object' && value !== null && 'files' in value && 'bytes' in value && 'to' in value
const messageIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'message' in value
    ? String(value.message)
    : 'The running venue gave no answer.'

/** Asks the process that runs on a data folder for a backup; null when none runs there. */
const askRunning = (dataFolder: string, to: string, asked: Mode | null) =>
  new Promise<Backup | null>((settle, fail) => {
    const call = request(
      {
        socketPath: controlSocketOf(dataFolder),
        method: 'POST',
        path: `/backup?to=${encodeURIComponent(to)}${asked === null ? '' : `&mode=${asked}`}`,
      },
      (answer) => {
        let text = ''
        answer.on('data', (piece) => (text += String(piece)))
        answer.on('end', () => {
          const said: unknown = JSON.parse(text)
          if (isBackup(said)) settle(said)
          else fail(new Error(messageIn(said)))
        })
      },
    )
    call.on('error', (thrown) => {
      if ('code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ECONNREFUSED')) settle(null)
      else fail(thrown)
    })
    call.end()
  })

/** Writes a backup of a data folder: through the process that runs on it, or by itself where none does. */
export async function backUp(dataFolder: string, to: string, asked: Mode | null = null): Promise<Backup> {
  const target = resolve(to)
  const done = await askRunning(dataFolder, target, asked)
  if (done) return done
  const store = openSqlite(join(dataFolder, 'venue.db'))
  try {
    return await writeBackup(
      { dataFolder, copyDatabase: store.backup, now: Date.now, mode: folderModeOf(store) },
      target,
      asked,
    )
  } finally {
    store.close()
  }
}
