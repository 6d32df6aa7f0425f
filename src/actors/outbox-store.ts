import { fileKinds } from '#contract/chat/chat-content.ts'
import type { OutboxEntry } from '#machines/chat/outbox-lane.ts'

/** What waits to be sent by one account, over reloads and in all tabs. */
export type OutboxStore = {
  readonly all: () => Promise<readonly OutboxEntry[]>
  /** Stores a new entry under the next number. */
  readonly add: (entry: Omit<OutboxEntry, 'seq'>) => Promise<OutboxEntry>
  readonly put: (entry: OutboxEntry) => Promise<void>
  readonly drop: (seq: number) => Promise<void>
  readonly close: () => void
}

/** For browsers that store nothing: what waits lasts as long as the page. */
export const memoryOutbox = (): OutboxStore => {
  const entries = new Map<number, OutboxEntry>()
  let last = 0
  return {
    all: async () => [...entries.values()],
    add: async (entry) => {
      const added = { ...entry, seq: ++last }
      entries.set(added.seq, added)
      return added
    },
    put: async (entry) => void (entries.has(entry.seq) && entries.set(entry.seq, entry)),
    drop: async (seq) => void entries.delete(seq),
    close: () => {},
  }
}

const table = 'entries'
const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
const isFileKind = (kind: unknown) => fileKinds.some((each) => each === kind)
const kindOf = (raw: unknown): OutboxEntry['kind'] | null =>
  raw === 'text' ||
  raw === 'image' ||
  raw === 'imageText' ||
  raw === 'video' ||
  raw === 'voice' ||
  raw === 'file' ||
  raw === 'card' ||
  raw === 'location'
    ? raw
    : null

/** An entry as it was stored; null for one that something else wrote. */
const entryOf = (raw: unknown): OutboxEntry | null => {
  if (!isRecord(raw)) return null
  const { seq, cid, chat, body, file, replyTo, mentions, atMs, fault } = raw
  const kind = kindOf(raw['kind'])
  if (
    typeof seq !== 'number' ||
    typeof cid !== 'string' ||
    typeof chat !== 'string' ||
    kind === null ||
    !isRecord(body) ||
    typeof atMs !== 'number'
  )
    return null
  if (isFileKind(kind) !== file instanceof File) return null
  const named = Array.isArray(mentions) ? mentions.filter((each) => typeof each === 'string') : []
  return {
    seq,
    cid,
    chat,
    kind,
    body,
    file: file instanceof File ? file : null,
    replyTo: typeof replyTo === 'number' ? replyTo : null,
    mentions: mentions === 'all' ? 'all' : named,
    atMs,
    fault: typeof fault === 'string' ? fault : null,
  }
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('indexedDB')))
  })
const finished = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    for (const end of ['error', 'abort'])
      transaction.addEventListener(end, () => reject(transaction.error ?? new Error('indexedDB')))
  })

const openDatabase = (account: number) => {
  const opening = indexedDB.open(`kontor.outbox.${account}`, 1)
  opening.addEventListener('upgradeneeded', () =>
    opening.result.createObjectStore(table, { keyPath: 'seq', autoIncrement: true }),
  )
  return done(opening)
}

/** A database of its own for each account: another one cannot read it. */
export const openOutbox = async (account: number): Promise<OutboxStore> => {
  if (typeof indexedDB === 'undefined') return memoryOutbox()
  const database = await openDatabase(account).catch(() => null)
  if (database === null) return memoryOutbox()
  const change = (work: (entries: IDBObjectStore) => IDBRequest) => {
    const transaction = database.transaction(table, 'readwrite')
    const request = work(transaction.objectStore(table))
    // Resolved when it is stored, not when it was asked for: what is not stored does not leave.
    return finished(transaction).then((): unknown => request.result)
  }
  return {
    all: async () => {
      const raw: readonly unknown[] = await done(database.transaction(table).objectStore(table).getAll())
      return raw.flatMap((each) => entryOf(each) ?? [])
    },
    add: async (entry) => {
      const seq = Number(await change((entries) => entries.add({ ...entry })))
      return { ...entry, seq }
    },
    put: async (entry) => void (await change((entries) => entries.put({ ...entry }))),
    drop: async (seq) => void (await change((entries) => entries.delete(seq))),
    close: () => database.close(),
  }
}
