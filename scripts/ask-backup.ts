import { existsSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { controlSocketOf, writeBackup, type Backup } from '#server/operate/backup.ts'
import { folderModeOf } from '#server/operate/folder-mode.ts'
import type { Mode } from '#server/settings.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { databaseIn } from './tool.ts'

const isBackup = (value: unknown): value is Backup =>
  typeof value === 'object' && value !== null && 'files' in value && 'bytes' in value && 'to' in value
const messageIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'message' in value
    ? String(value.message)
    : 'The running venue gave no answer.'

/** Asks the process that runs on a data folder; null when none runs there. */
const askRunning = <T>(dataFolder: string, path: string, is: (said: unknown) => said is T) =>
  new Promise<T | null>((settle, fail) => {
    const call = request(
      {
        socketPath: controlSocketOf(dataFolder),
        agent: false,
        method: 'POST',
        path,
      },
      (answer) => {
        let text = ''
        answer.on('data', (piece) => (text += String(piece)))
        answer.on('end', () => {
          const said: unknown = JSON.parse(text)
          if (is(said)) settle(said)
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

const isText = (said: unknown): said is { text: string } =>
  typeof said === 'object' && said !== null && 'text' in said && typeof said.text === 'string'
/** What the process that runs on a data folder answers the operator. */
export async function askOperator(dataFolder: string, words: readonly string[]): Promise<string> {
  const query = words.map((word) => `word=${encodeURIComponent(word)}`).join('&')
  const said = await askRunning(dataFolder, `/ask?${query}`, isText)
  if (said === null)
    throw new Error(`No process runs on the data folder ${dataFolder}. Start it, or set DATA_DIR to the right one.`)
  return said.text
}

/** Writes a backup of a data folder: through the process that runs on it, or by itself where none does. */
export async function backUp(dataFolder: string, to: string, asked: Mode | null = null): Promise<Backup> {
  const target = resolve(to)
  const done = await askRunning(
    dataFolder,
    `/backup?to=${encodeURIComponent(target)}${asked === null ? '' : `&mode=${asked}`}`,
    isBackup,
  )
  if (done) return done
  const store = openSqlite(databaseIn(dataFolder))
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

const ownName = /^\d{8}T\d{6}Z(?:\.partial)?$/
/** Removes backups of `backUpInto`, and what is left of interrupted ones, but for the last `keep`. */
function removeOld(into: string, keep: number) {
  const own = readdirSync(into).filter((name) => ownName.test(name))
  const whole = own.filter((name) => existsSync(join(into, name, 'backup.json'))).toSorted()
  for (const name of own)
    if (!whole.slice(-keep).includes(name)) rmSync(join(into, name), { recursive: true, force: true })
}
/** Writes a backup into a folder of its own, named by the time, and keeps so many of these. */
export async function backUpInto(
  dataFolder: string,
  { into, keep, at }: { into: string; keep: number; at: Date },
  asked: Mode | null = null,
): Promise<Backup> {
  const name = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const done = await backUp(dataFolder, join(into, name), asked)
  removeOld(into, keep)
  return done
}
