/**
 * Values under keys, stored by the browser over reloads. Reading and writing may fail at any time; nothing depends on
 * it.
 */
export type KeyedStore = {
  readonly get: (key: string) => Promise<unknown>
  readonly put: (key: string, value: unknown) => Promise<void>
  readonly drop: (key: string) => Promise<void>
  readonly keys: () => Promise<readonly string[]>
  readonly close: () => void
}
const table = 'kept'
const nameOf = (name: string) => `kontor.${name}`

/** For browsers that store nothing: what is kept lasts as long as the page. */
const pages = new Map<string, Map<string, unknown>>()
const inMemory = (name: string): KeyedStore => {
  const held = pages.get(name) ?? new Map<string, unknown>()
  pages.set(name, held)
  return {
    get: async (key) => held.get(key),
    put: async (key, value) => void held.set(key, value),
    drop: async (key) => void held.delete(key),
    keys: async () => [...held.keys()],
    close: () => {},
  }
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')))
  })
const openDatabase = (name: string) => {
  const opening = indexedDB.open(nameOf(name), 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(table))
  return done(opening)
}

/** A database of its own for each name. It closes by itself when another tab deletes it. */
export const openKeyed = async (name: string): Promise<KeyedStore> => {
  if (typeof indexedDB === 'undefined') return inMemory(name)
  const database = await openDatabase(name).catch(() => null)
  if (database === null) return inMemory(name)
  database.addEventListener('versionchange', () => database.close())
  const within = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) =>
    done(work(database.transaction(table, mode).objectStore(table)))
  return {
    get: (key) => within('readonly', (store): IDBRequest<unknown> => store.get(key)),
    put: async (key, value) => void (await within('readwrite', (store) => store.put(value, key))),
    drop: (key) => within('readwrite', (store) => store.delete(key)),
    keys: async () =>
      (await within('readonly', (store) => store.getAllKeys())).filter((key) => typeof key === 'string'),
    close: () => database.close(),
  }
}
/** Deletes all that is kept under a name, as soon as nobody has it open. */
export const wipeKeyed = (name: string) => {
  pages.delete(name)
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(nameOf(name))
}
