import { createHash } from 'node:crypto'
import { limits } from '#contract/wire/limits.ts'
import { langOf } from '#contract/wire/languages.ts'
import type { Caller, Rooms } from '#server/core/context.ts'
import type { Session } from './rows.ts'

/** What a request or a socket says of who asks. */
export type Credentials = {
  authorization: string | null
  tokenOa: string | null
  lang: string | null
  device: string | null
  address: string
  appVersion: number | null
  /** A call of the chat service: only there its token alone says who asks. */
  isChat?: boolean
}
const tokenForm = /^[\w-]{20,128}$/
const touchEveryMs = 3_600_000
/** Sessions in use since they were last written, by the venue's tables. */
const touched = new WeakMap<Rooms['tables'], Set<string>>()

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

const isOver = ({ usedAt }: Session, at: number) => at - usedAt > limits.sessionLifeMs
/** True while the login behind a caller stands: it was not ended, and it has been used of late. */
export const stands = ({ tables, now }: Rooms, { session }: Pick<Caller, 'session'>) => {
  const row = tables.sessions.get(session)
  return row !== undefined && !isOver(row, now())
}

const sessionOf = ({ tables, now }: Rooms, token: string | null, kind: Session['kind']): Session | null => {
  if (token === null || !tokenForm.test(token)) return null
  const session = tables.sessions.get(hashToken(token))
  const at = now()
  if (!session || session.kind !== kind || isOver(session, at)) return null
  if (at - session.usedAt > touchEveryMs) {
    const some = touched.get(tables) ?? new Set()
    some.add(session.id)
    touched.set(tables, some)
  }
  return session
}

/** Who asks, by the token's session; a token that is unknown or over makes a visitor. */
export const callerOf = (rooms: Rooms, { authorization, tokenOa, lang, device, address, appVersion, isChat = false }: Credentials): Caller => {
  const main = sessionOf(rooms, authorization, 'main')
  const chat = sessionOf(rooms, tokenOa, 'chat')
  const session = main ?? (isChat && authorization === null ? chat : null)
  return {
    user: session?.user ?? 0,
    session: session?.id ?? '',
    lang: langOf(lang),
    device: (device ?? '').slice(0, 64),
    address,
    appVersion,
    ...(main && chat && main.user !== chat.user && { isMismatched: true }),
  }
}

/** Writes when sessions were last used: at most hourly each, as one command. */
export const writeTouched = (rooms: Rooms) => {
  const some = touched.get(rooms.tables)
  if (!some) return
  touched.delete(rooms.tables)
  for (const id of some) {
    const session = rooms.tables.sessions.get(id)
    if (session) rooms.tables.sessions.put({ ...session, usedAt: rooms.now() })
  }
}

/** Opens a login: at most five a person, the oldest ends. Returns the token, which nobody else will ever see. */
export const openSession = (rooms: Rooms, user: number, kind: Session['kind'], device: string): string => {
  const token = rooms.random.bytes(32).toString('base64url')
  const mine = rooms.tables.sessions.group('user', user).filter((session) => session.kind === kind)
  const extra = mine.toSorted((a, b) => a.createdAt - b.createdAt).slice(0, Math.max(0, mine.length - limits.sessionsMost + 1))
  for (const session of extra) endSession(rooms, session, 'tooMany')
  const at = rooms.now()
  rooms.tables.sessions.put({ id: hashToken(token), user, kind, device, createdAt: at, usedAt: at })
  return token
}
export const endSession = (rooms: Rooms, { id, user }: Session, why: 'logout' | 'password' | 'locked' | 'tooMany' | 'expired') => {
  rooms.tables.sessions.remove(id)
  rooms.signal({ kind: 'sessionEnded', session: id, user, why })
}
/** Ends all logins of a person, but one if it is named. */
export const endSessions = (rooms: Rooms, user: number, why: 'password' | 'locked', but = '') => {
  for (const session of rooms.tables.sessions.group('user', user)) if (session.id !== but) endSession(rooms, session, why)
}
