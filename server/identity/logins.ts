import { createHash } from 'node:crypto'
import type { DeviceLogin } from '#contract/account/account-security.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { limits } from '#contract/wire/limits.ts'
import type { Caller } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { endSession } from './callers.ts'
import type { IdentityContext } from './context.ts'
import type { Session } from './rows.ts'

/** The public name of a session: its id is the hash of the token and stays inside. */
const nameOf = ({ id }: Session) => createHash('sha256').update(`login|${id}`).digest('base64url').slice(0, 22)

const mainOf = ({ tables, now }: IdentityContext, user: number) =>
  tables.sessions
    .group('user', user)
    .filter((session) => session.kind === 'main' && now() - session.usedAt <= limits.sessionLifeMs)
/** The logins of a user: this one first, then the one used last. */
export const loginsOf = (ctx: IdentityContext, { user, session }: Pick<Caller, 'user' | 'session'>): DeviceLogin[] =>
  mainOf(ctx, user)
    .toSorted(
      (a, b) => Number(b.id === session) - Number(a.id === session) || b.usedAt - a.usedAt || b.createdAt - a.createdAt,
    )
    .map((row) => ({
      id: nameOf(row),
      device: row.agent ?? null,
      place: row.place ?? null,
      since_time: timeOf(row.createdAt),
      used_time: timeOf(row.usedAt),
      is_this: row.id === session,
      push: ctx.tables.pushes.get(row.id) !== undefined,
    }))

/** A login of a user by its public name; one of somebody else is not found. */
export function loginNamed(ctx: IdentityContext, user: number, name: string): Session {
  const row = mainOf(ctx, user).find((each) => nameOf(each) === name)
  if (!row) throw new Refusal('not_found')
  return row
}
/** Ends one login, and the chat session of its device. */
export function endLogin(ctx: IdentityContext, user: number, name: string) {
  const row = loginNamed(ctx, user, name)
  for (const each of ctx.tables.sessions.group('user', user))
    if (each.id === row.id || (each.kind === 'chat' && each.device === row.device)) endSession(ctx, each, 'ended')
}
/** Ends every login but this one; returns how many there were. */
export function endOtherLogins(ctx: IdentityContext, { user, session }: Caller) {
  const device = ctx.tables.sessions.get(session)?.device
  const others = ctx.tables.sessions
    .group('user', user)
    .filter((each) => each.id !== session && !(each.kind === 'chat' && each.device === device))
  for (const each of others) endSession(ctx, each, 'ended')
  return others.filter(({ kind }) => kind === 'main').length
}
