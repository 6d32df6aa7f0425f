import {
  groupRow,
  imGroup,
  message,
  messageIdOf,
  type GroupRow,
  type ImGroup,
  type Message,
} from '#contract/chat/chat.ts'
import { decode, encode } from '#contract/wire/coded.ts'
import { openKeyed, wipeKeyed } from '#src/lib/keyed-store.ts'
import { fieldsOf, readStored, removeStored, writeStored } from '#src/lib/storage.ts'
import { storedTokens, useSession } from '#src/stores/session.ts'
import { chatsIn, emptyChats, takeAllChats, type ChatRow } from '#streams/chat/list.ts'

/** What was shown last, for an instant start: never more than a beginning, and replaced by what the venue says. */
export type KeptChats = { readonly chats: readonly ChatRow[]; readonly savedMs: number }
export type KeptRoom = { readonly group: ImGroup; readonly messages: readonly Message[]; readonly savedMs: number }
export type ChatCache = ReturnType<typeof createCache>

/** Whose chats were kept last on this device. */
const ownerName = 'chatsOf'
const storedOwner = () =>
  readStored(ownerName, (raw) => {
    const account = fieldsOf(raw)?.['account']
    return typeof account === 'number' ? account : null
  })
const maxRooms = 30
const maxChats = 300
const writeEveryMs = 1000
const nameOf = (account: number) => `chats.${account}`
const roomKey = (chat: string) => `room:${chat}`
const listKey = 'list'

const onWire = ({ id, group, last, unread, mentions, isMuted, isPinned }: ChatRow): GroupRow => ({
  imGroup: group,
  groupUser: {
    chatStatus: isMuted ? 1 : 0,
    topFlag: isPinned,
    hiddenFlag: false,
    unReadNum: unread,
    mentionN: [...mentions],
  },
  imGroupMessageRef:
    last === null
      ? null
      : {
          ...last,
          id: last.id === '' ? messageIdOf(id, last.n) : last.id,
          createTime: last.createTime === '' ? group.createTime : last.createTime,
        },
})
const listOf = (raw: unknown): readonly unknown[] => (Array.isArray(raw) ? raw : [])
const savedIn = (raw: unknown) => {
  const fields = fieldsOf(raw)
  const savedMs = fields?.['savedMs']
  return fields === null || typeof savedMs !== 'number' ? null : { fields, savedMs }
}
const readAll = <T>(
  raw: unknown,
  read: (each: unknown) => { readonly success: true; readonly data: T } | { readonly success: false },
): readonly T[] =>
  listOf(raw).flatMap((each) => {
    const one = read(each)
    return one.success ? [one.data] : []
  })

const quietly = <T>(work: Promise<T>, instead: T) => work.catch(() => instead)

/** Writes what was kept a while later, and drops the rooms that were written longest ago. */
function createWriter(account: number, opening: ReturnType<typeof openKeyed>, isMine: () => boolean) {
  const waiting = new Map<string, () => unknown>()
  let timer: ReturnType<typeof setTimeout> | null = null
  const thin = async () => {
    const store = await opening
    const rooms = (await store.keys()).filter((key) => key.startsWith('room:'))
    if (rooms.length <= maxRooms) return
    const aged = await Promise.all(
      rooms.map(async (key) => ({ key, savedMs: savedIn(await store.get(key))?.savedMs ?? 0 })),
    )
    for (const { key } of aged.toSorted((a, b) => b.savedMs - a.savedMs).slice(maxRooms)) await store.drop(key)
  }
  const write = async () => {
    const store = await opening
    const values = [...waiting]
    waiting.clear()
    if (!isMine()) return
    for (const [key, valueOf] of values) await store.put(key, valueOf())
    writeStored(ownerName, { account })
    await thin()
  }
  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    return quietly(write(), undefined)
  }
  /** Encoded when it is written: what changes four times a second is written once. */
  const keep = (key: string, valueOf: () => unknown) => {
    if (!isMine()) return
    waiting.set(key, valueOf)
    timer ??= setTimeout(() => void flush(), writeEveryMs)
  }
  /** What waits to be written is not: that of one key, or all. */
  const forget = (key?: string) => {
    if (key !== undefined) return void waiting.delete(key)
    if (timer !== null) clearTimeout(timer)
    waiting.clear()
  }
  return { keep, flush, forget }
}

/** The chats of one account on this device, in a database of its own. Nothing is written for who is not logged in. */
function createCache(account: number, nowMs: () => number) {
  const opening = openKeyed(nameOf(account))
  const { keep, flush, forget } = createWriter(account, opening, () => useSession.getState().user?.id === account)
  const read = async (key: string) => savedIn(await (await opening).get(key))
  return {
    chats: () =>
      quietly(
        read(listKey).then((kept): KeptChats | null => {
          if (kept === null) return null
          const rows = readAll(kept.fields['rows'], (each) => decode(groupRow, each))
          return { chats: chatsIn(takeAllChats(emptyChats, rows)) ?? [], savedMs: kept.savedMs }
        }),
        null,
      ),
    room: (chat: string) =>
      quietly(
        read(roomKey(chat)).then((kept): KeptRoom | null => {
          const group = kept === null ? null : decode(imGroup, kept.fields['group'])
          if (kept === null || group === null || !group.success) return null
          return {
            group: group.data,
            messages: readAll(kept.fields['messages'], (each) => decode(message, each)),
            savedMs: kept.savedMs,
          }
        }),
        null,
      ),
    keepChats: (chats: readonly ChatRow[]) =>
      keep(listKey, () => ({
        savedMs: nowMs(),
        rows: chats.slice(0, maxChats).map((row): unknown => encode(groupRow, onWire(row))),
      })),
    keepRoom: (chat: string, group: ImGroup, messages: readonly Message[]) =>
      keep(roomKey(chat), () => ({
        savedMs: nowMs(),
        group: encode(imGroup, group),
        messages: messages.map((each): unknown => encode(message, each)),
      })),
    dropRoom: (chat: string) => {
      forget(roomKey(chat))
      return quietly(
        opening.then((store) => store.drop(roomKey(chat))),
        undefined,
      )
    },
    flush,
    close: () => {
      forget()
      return quietly(
        opening.then((store) => store.close()),
        undefined,
      )
    },
  }
}

let open: { readonly account: number; readonly cache: ChatCache } | null = null
/** The cache of an account; that of another one is closed. */
export const chatCacheOf = (account: number): ChatCache => {
  if (open?.account === account) return open.cache
  void open?.cache.close()
  open = { account, cache: createCache(account, Date.now) }
  return open.cache
}
/** The cache of who is logged in here, as far as this device can tell without the venue; null without one. */
export const ownCache = (): ChatCache | null => {
  const account = storedTokens() === null ? null : storedOwner()
  return account === null ? null : chatCacheOf(account)
}
/** Deletes what is kept of an account's chats. */
export const wipeChats = (account: number) => {
  if (storedOwner() === account) removeStored(ownerName)
  if (open?.account === account) {
    void open.cache.close()
    open = null
  }
  wipeKeyed(nameOf(account))
}
