import { createHash } from 'node:crypto'
import { limits } from '#contract/wire/limits.ts'
import { langOf } from '#contract/wire/languages.ts'
import type { Caller, Credentials } from '#server/core/context.ts'
import type { Session } from './rows.ts'
import type { IdentityContext } from './context.ts'

const tokenForm = /^[\w-]{20,128}$/
const touchEveryMs = 3_600_000
/** Sessions in use since they were last written, by the venue's tables. */
const touched = new WeakMap<IdentityContext['tables'], Set<string>>()

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

const isOver = ({ usedAt }: Session, at: number) => at - usedAt > limits.sessionLifeMs
/** True while the login behind a caller stands: it was not ended, and it has been used of late. */
export const isSessionValid = ({ tables, now }: IdentityContext, { session }: Pick<Caller, 'session'>) => {
  const row = tables.sessions.get(session)
  return row !== undefined && !isOver(row, now())
}

const sessionOf = ({ tables, now }: IdentityContext, token: string | null, kind: Session['kind']): Session | null => {
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
export const callerOf = (ctx: IdentityContext, { authorization, tokenOa, lang, device, address, appVersion, isChat = false }: Credentials): Caller => {
  const main = sessionOf(ctx, authorization, 'main')
  const chat = sessionOf(ctx, tokenOa, 'chat')
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
export const writeTouched = (ctx: IdentityContext) => {
  const some = touched.get(ctx.tables)
  if (!some) return
  touched.delete(ctx.tables)
  for (const id of some) {
    const session = ctx.tables.sessions.get(id)
    if (session) ctx.tables.sessions.put({ ...session, usedAt: ctx.now() })
  }
}

/** Opens a login: at most five a person, the oldest ends. Returns the token, which nobody else will ever see. */
export const openSession = (ctx: IdentityContext, user: number, kind: Session['kind'], device: string): string => {
  const token = ctx.random.bytes(32).toString('base64url')
  const mine = ctx.tables.sessions.group('user', user).filter((session) => session.kind === kind)
  const extra = mine.toSorted((a, b) => a.createdAt - b.createdAt).slice(0, Math.max(0, mine.length - limits.maxSessions + 1))
  for (const session of extra) endSession(ctx, session, 'tooMany')
  const at = ctx.now()
  ctx.tables.sessions.put({ id: hashToken(token), user, kind, device, createdAt: at, usedAt: at })
  return token
}
export const endSession = (ctx: IdentityContext, { id, user }: Session, why: 'logout' | 'password' | 'locked' | 'tooMany' | 'expired') => {
  ctx.tables.sessions.remove(id)
  ctx.signal({ kind: 'sessionEnded', session: id, user, why })
}
/** Ends all logins of a person, but one if it is named. */
export const endSessions = (ctx: IdentityContext, user: number, why: 'password' | 'locked', but = '') => {
  for (const session of ctx.tables.sessions.group('user', user)) if (session.id !== but) endSession(ctx, session, why)
}
