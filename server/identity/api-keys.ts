import { createHash } from 'node:crypto'
import { maxApiKeys, type ApiKey } from '#contract/account/account-keys.ts'
import type { ApiScope } from '#contract/wire/endpoint.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ApiKeyRow } from './rows.ts'
import type { IdentityContext } from './context.ts'

/** By its prefix a secret is recognised by people and by scanners for leaked secrets. */
const secretPrefix = 'kak_'
const hintLength = 4
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** A key in wire form, for its owner. */
export const apiKeyOf = ({ no, name, scope, hint, createdAt, usedAt }: ApiKeyRow): ApiKey => ({
  id: no,
  name,
  scope,
  hint,
  created_time: timeOf(createdAt),
  used_time: usedAt === null ? null : timeOf(usedAt),
})
export const apiKeysOf = ({ tables }: Pick<IdentityContext, 'tables'>, user: number) =>
  [...tables.apiKeys.group('user', user)].toSorted((a, b) => b.createdAt - a.createdAt || (a.no < b.no ? -1 : 1))

/** A key of the same name that was never used is replaced: its secret may have been lost with the answer. */
const replacedOf = (ctx: IdentityContext, user: number, name: string) =>
  apiKeysOf(ctx, user).find((each) => each.name === name && each.usedAt === null)
export const hasRoom = (ctx: IdentityContext, user: number, name: string) =>
  apiKeysOf(ctx, user).length < maxApiKeys || replacedOf(ctx, user, name) !== undefined

/**
 * Makes a key; refuses one above the limit. Returns its secret, of which only a hash is stored: 256 random bits need no
 * slow hash.
 */
export function makeApiKey(
  ctx: IdentityContext,
  { user, name, scope }: { user: number; name: string; scope: ApiScope },
) {
  if (!hasRoom(ctx, user, name)) throw new Refusal('api_key_limit', { max: maxApiKeys })
  const replaced = replacedOf(ctx, user, name)
  if (replaced) endApiKey(ctx, user, replaced.no)
  const secret = `${secretPrefix}${ctx.random.bytes(32).toString('base64url')}`
  const row = ctx.tables.apiKeys.put({
    id: hashOf(secret),
    no: ctx.random.bytes(9).toString('base64url'),
    user,
    name,
    scope,
    hint: secret.slice(-hintLength),
    createdAt: ctx.now(),
    usedAt: null,
  })
  return { key: apiKeyOf(row), secret }
}
/** Ends a key and closes its sockets; a key of somebody else is not found. */
export function endApiKey(ctx: IdentityContext, user: number, no: string) {
  const row = ctx.tables.apiKeys.one('no', no)
  if (!row || row.user !== user) throw new Refusal('not_found')
  ctx.tables.apiKeys.remove(row.id)
  ctx.signal({ kind: 'sessionEnded', session: row.id, user, why: 'logout' })
}
/** The key that a token is the secret of; null if there is none. */
export const apiKeyOfSecret = ({ tables }: Pick<IdentityContext, 'tables'>, token: string | null): ApiKeyRow | null =>
  token?.startsWith(secretPrefix) === true ? (tables.apiKeys.get(hashOf(token)) ?? null) : null
