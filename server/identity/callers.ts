import { createHash } from 'node:crypto'
import { limits } from '#contract/wire/limits.ts'
import { langOf } from '#contract/wire/languages.ts'
import type { Caller, Credentials } from '#server/core/context.ts'
import { apiKeyOfSecret, apiKeysOf, endApiKey, endOf, isCapped } from './api-keys.ts'
import type { ApiKeyRow, Session } from './rows.ts'
import { deviceNameOf, placeOf } from './device-name.ts'
import type { IdentityContext } from './context.ts'

const tokenForm = /^[\w-]{20,128}$/
const touchEveryMs = 300_000
/** Ids of sessions whose last use has to be stored, by the venue's tables. */
const usedSessions = new WeakMap<IdentityContext['tables'], Set<string>>()

export const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url')

const isExpired = ({ usedAt }: Session, at: number) => at - usedAt > limits.sessionLifeMs
/** True while the caller's session is neither ended nor expired (unused for longer than `sessionLifeMs`). */
export const isSessionValid = ({ tables, now }: IdentityContext, { session }: Pick<Caller, 'session'>) => {
  const row = tables.sessions.get(session)
  return row === undefined ? isKeyValid(tables.apiKeys.get(session), now()) : !isExpired(row, now())
}
const isKeyValid = (row: ApiKeyRow | undefined, at: number) => row !== undefined && at < endOf(row)

/** Whether an API key still stands is asked now and then. */
const apiKeyMs = 3_600_000
/** When the caller's session ends if nobody uses it; null if it has ended. */
export const standsUntil = ({ tables, now }: IdentityContext, { session }: Pick<Caller, 'session'>): number | null => {
  const row = tables.sessions.get(session)
  const key = row === undefined ? tables.apiKeys.get(session) : undefined
  if (row === undefined) return key && isKeyValid(key, now()) ? Math.min(endOf(key), now() + apiKeyMs) : null
  return isExpired(row, now()) ? null : row.usedAt + limits.sessionLifeMs
}

/** Notes that the last use of a session or an API key has to be stored. */
const noteUse = (
  tables: IdentityContext['tables'],
  { id, usedAt }: { id: string; usedAt: number | null },
  at: number,
) => {
  if (at - (usedAt ?? -Infinity) <= touchEveryMs) return
  const ids = usedSessions.get(tables) ?? new Set()
  ids.add(id)
  usedSessions.set(tables, ids)
}
const sessionOf = ({ tables, now }: IdentityContext, token: string | null, kind: Session['kind']): Session | null => {
  if (token === null || !tokenForm.test(token)) return null
  const session = tables.sessions.get(hashToken(token))
  const at = now()
  if (!session || session.kind !== kind || isExpired(session, at)) return null
  noteUse(tables, session, at)
  return session
}

/** The caller behind credentials; a visitor if the token is unknown or expired. */
export const callerOf = (
  ctx: IdentityContext,
  { authorization, tokenOa, lang, device, address, appVersion, agent = '', origin = null, isChat = false }: Credentials,
): Caller => {
  const apiKey = apiKeyOfSecret(ctx, authorization, address)
  if (apiKey) {
    noteUse(ctx.tables, apiKey, ctx.now())
    const { id, no, user, scope, areas } = apiKey
    const key = { no, scope, ...(areas && { areas }), ...(isCapped(apiKey) && { isCapped: true }) }
    return { user, session: id, lang: langOf(lang), device: `key:${no}`, address, appVersion, apiKey: key }
  }
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
    agent,
    ...(origin !== null && { origin }),
    ...(main && chat && main.user !== chat.user && { isMismatched: true }),
  }
}

/** Stores when sessions and API keys were last used, in one command; at most hourly for each session. */
export const storeLastUse = (ctx: IdentityContext) => {
  const ids = usedSessions.get(ctx.tables)
  if (!ids) return
  usedSessions.delete(ctx.tables)
  for (const id of ids) {
    const session = ctx.tables.sessions.get(id)
    if (session) ctx.tables.sessions.put({ ...session, usedAt: ctx.now() })
    const apiKey = ctx.tables.apiKeys.get(id)
    if (apiKey) ctx.tables.apiKeys.put({ ...apiKey, usedAt: ctx.now() })
  }
}

/**
 * Opens a session; of more than `maxSessions` of a kind the oldest is ended. Returns the token, of which only a hash is
 * stored.
 */
export const openSession = (
  ctx: IdentityContext,
  user: number,
  kind: Session['kind'],
  device: string,
  from: Partial<Pick<Caller, 'agent' | 'address'>> = {},
): string => {
  const token = ctx.random.bytes(32).toString('base64url')
  const sessions = ctx.tables.sessions.group('user', user).filter((session) => session.kind === kind)
  const surplus = sessions
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .slice(0, Math.max(0, sessions.length - limits.maxSessions + 1))
  for (const session of surplus) endSession(ctx, session, 'tooMany')
  const at = ctx.now()
  ctx.tables.sessions.put({
    id: hashToken(token),
    user,
    kind,
    device,
    createdAt: at,
    usedAt: at,
    agent: deviceNameOf(from.agent ?? ''),
    place: placeOf(from.address ?? ''),
  })
  return token
}
export const endSession = (
  ctx: IdentityContext,
  { id, user }: Session,
  why: 'logout' | 'password' | 'locked' | 'tooMany' | 'expired' | 'ended',
) => {
  ctx.tables.sessions.remove(id)
  if (ctx.tables.pushes.get(id)) ctx.tables.pushes.remove(id)
  ctx.signal({ kind: 'sessionEnded', session: id, user, why })
}
/**
 * Ends all sessions of a user except the one with id `but`. A change of the password also ends all API keys: somebody
 * may have made one.
 */
export const endSessions = (ctx: IdentityContext, user: number, why: 'password' | 'locked', but = '') => {
  for (const session of ctx.tables.sessions.group('user', user)) if (session.id !== but) endSession(ctx, session, why)
  if (why === 'password') for (const { no } of apiKeysOf(ctx, user)) endApiKey(ctx, user, no)
}
