import { StoreError, type StoreTrouble } from '#server/core/store-error.ts'

/** The venue cannot start, and the operator can change that: the message is all they need to read. */
export class StartError extends Error {}

const codeOf = (thrown: unknown) => (thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '')

const sentences: Readonly<Record<StoreTrouble, (folder: string) => string>> = {
  folderInUse: (folder) =>
    `The data folder ${folder} is in use by another Kontor. Stop that one, or set DATA_DIR to another folder.`,
  diskUnfit: (folder) => `The data folder ${folder} cannot be written: the disk is full, read-only or broken.`,
  schemaForeign: (folder) =>
    `The data folder ${folder} was written by a newer release. Start that release, or set DATA_DIR to another folder.`,
  modeOther: (folder) =>
    `The data folder ${folder} is of the other mode, demo or live: start it as it was, ` +
    'or set DATA_DIR to another folder.',
  commitFailed: (folder) => `The data folder ${folder} could not be written. Check the disk.`,
  diskFull: (folder) => `There is no room for the data folder ${folder}: the disk is full.`,
  databaseGone: () => 'The database at DATABASE_URL cannot be reached.',
  deposed: () => 'Another venue leads on this database.',
  chainBroken: (folder) =>
    `The journal in ${folder} is broken: its entries do not fit their hashes. Restore a backup, see docs/operate.md.`,
}
const ofDatabase: Partial<Record<StoreTrouble, string>> = {
  folderInUse: 'Another Kontor leads on the database of DATABASE_URL. Stop that one, or name another database.',
  schemaForeign:
    'The database of DATABASE_URL was written by a newer release. Start that release, or name another one.',
  modeOther:
    'The database of DATABASE_URL is of the other mode, demo or live: start it as it was, or name another one.',
  commitFailed: 'The database of DATABASE_URL did not take what was decided.',
  diskFull: 'There is no room for the database of DATABASE_URL: its disk is full.',
  chainBroken: 'The journal in the database of DATABASE_URL is broken. Restore a backup, see docs/scale.md.',
}
/** What a failed opening of the store says: of a database, or of the data folder. */
export const storeError = (url: string | undefined, folder: string) => (thrown: unknown) => {
  const said = thrown instanceof StoreError ? ofDatabase[thrown.trouble] : undefined
  if (url === undefined || said === undefined || !(thrown instanceof StoreError)) return folderError(folder)(thrown)
  throw new StartError(`${said} (${thrown.message})`, { cause: thrown })
}
/** What a failed opening of the data folder says. */
const folderError =
  (folder: string) =>
  (thrown: unknown): never => {
    if (thrown instanceof StoreError)
      throw new StartError(`${sentences[thrown.trouble](folder)} (${thrown.message})`, { cause: thrown })
    const code = codeOf(thrown)
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new StartError(`DATA_DIR must be a folder; ${folder} is something else.`, { cause: thrown })
    if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOSPC', 'ERR_SQLITE_ERROR'].includes(code))
      throw new StartError(
        `The data folder ${folder} cannot be written (${thrown instanceof Error ? thrown.message : code}). ` +
          'Give this user the right to it, or set DATA_DIR to another folder.',
        { cause: thrown },
      )
    throw thrown
  }
/** What a failed listening says. */
export const portError =
  (port: string, bind: string | undefined) =>
  (thrown: unknown): never => {
    const code = codeOf(thrown)
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is taken. Set PORT to another one, or to 0 for any free one.`, {
        cause: thrown,
      })
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`, {
        cause: thrown,
      })
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(`BIND=${bind ?? ''} is no address of this machine.`, { cause: thrown })
    throw thrown
  }
