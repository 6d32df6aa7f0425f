import { playMoneyRef } from '#server/core/settings.ts'
import { modeMeta, type Mode } from '#server/settings.ts'
import type { openSqlite } from '#server/store/sqlite.ts'
import type { Env } from './start-check.ts'
import { StartError } from './start-error.ts'

/**
 * Whether a data folder is a demo or live; null for one in which nothing was booked yet. A folder of a release that did
 * not store it is a demo if play money has been granted in it.
 */
export function folderModeOf(store: Pick<ReturnType<typeof openSqlite>, 'meta' | 'lastEntry' | 'hasRef'>): Mode | null {
  const stored = store.meta(modeMeta)
  if (stored === 'demo' || stored === 'live') return stored
  if (store.lastEntry() === 0) return null
  return store.hasRef(playMoneyRef) ? 'demo' : 'live'
}

/** What the environment says that a venue is; null when it says nothing. */
export const modeSaid = ({ NODE_ENV, DEMO }: Env): Mode | null => {
  if (NODE_ENV === 'production' || DEMO === '0') return 'live'
  return DEMO === '1' ? 'demo' : null
}
const refusals: Readonly<Record<Mode, (folder: string) => string>> = {
  live: (folder) =>
    `${folder} holds a live venue: set NODE_ENV=production for it, or DATA_DIR to another folder for a demo.`,
  demo: (folder) =>
    `${folder} holds a demo, whose money is play money: set DATA_DIR to another folder for a live venue.`,
}
type Opened = Parameters<typeof folderModeOf>[0] & { close: () => void }
/** The mode of an opened folder; one of the other mode than the one asked for is closed and refused. */
export function modeOrClosed(store: Opened, folder: string, asked: Mode | null): Mode | null {
  const mode = folderModeOf(store)
  if (isOther(mode, asked)) store.close()
  checkMode(folder, mode, asked)
  return mode
}
const isOther = (mode: Mode | null, asked: Mode | null) => mode !== null && asked !== null && mode !== asked
/** Refuses a folder of the other mode than the one asked for. */
export function checkMode(folder: string, mode: Mode | null, asked: Mode | null) {
  if (mode !== null && isOther(mode, asked)) throw new StartError(refusals[mode](folder))
}
