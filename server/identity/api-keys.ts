import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { isIpRange } from '#contract/account/account-ranges.ts'
import { maxApiKeys, type ApiKey } from '#contract/account/account-keys.ts'
import type { ApiArea, ApiScope } from '#contract/wire/endpoint.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { ApiKeyRow } from './rows.ts'
import type { IdentityContext } from './context.ts'

/** By its prefix a secret is recognised by people and by scanners for leaked secrets. */
const secretPrefix = 'kak_'
const hintLength = 4
const dayMs = 86_400_000
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** A key in wire form, for its owner. */
export const apiKeyOf = ({
  no,
  name,
  scope,
  areas,
  hint,
  createdAt,
  usedAt,
  expiresAt = null,
  addresses = [],
  maxOrder,
  maxDay,
  markets,
}: ApiKeyRow): ApiKey => ({
  id: no,
  name,
  scope,
  ...(areas !== undefined && { areas: [...areas] }),
  hint,
  created_time: timeOf(createdAt),
  used_time: usedAt === null ? null : timeOf(usedAt),
  expires_time: expiresAt === null ? null : timeOf(expiresAt),
  addresses: [...addresses],
  ...(maxOrder !== undefined && { max_order: maxOrder }),
  ...(maxDay !== undefined && { max_day: maxDay }),
  ...(markets !== undefined && { markets: [...markets] }),
})
/** Whether it may order only so much, or only there. */
export const isCapped = ({ maxOrder, maxDay, markets }: ApiKeyRow) =>
  maxOrder !== undefined || maxDay !== undefined || markets !== undefined
export const apiKeysOf = ({ tables }: Pick<IdentityContext, 'tables'>, user: number) =>
  [...tables.apiKeys.group('user', user)].toSorted((a, b) => b.createdAt - a.createdAt || (a.no < b.no ? -1 : 1))

/** A key of the same name that was never used is replaced: its secret may have been lost with the answer. */
const replacedOf = (ctx: IdentityContext, user: number, name: string) =>
  apiKeysOf(ctx, user).find((each) => each.name === name && each.usedAt === null)
export const hasRoom = (ctx: IdentityContext, user: number, name: string) =>
  apiKeysOf(ctx, user).length < maxApiKeys || replacedOf(ctx, user, name) !== undefined

type Wish = {
  user: number
  name: string
  scope: ApiScope
  areas?: readonly ApiArea[] | undefined
  days?: number | undefined
  addresses?: readonly string[] | undefined
  max_order?: string | undefined
  max_day?: string | undefined
  markets?: readonly string[] | undefined
}
/** Refuses a list with an entry that is no address or range. */
export function checkAddresses(addresses: readonly string[] = []) {
  const wrong = addresses.find((each) => !isIpRange(each))
  if (wrong !== undefined) throw new Refusal('ip_malformed', { value: wrong })
}
/**
 * Makes a key; refuses one above the limit. Returns its secret, of which only a hash is stored: 256 random bits need no
 * slow hash.
 */
export function makeApiKey(ctx: IdentityContext, wish: Wish) {
  const { user, name, scope, areas = [], days, addresses = [], max_order, max_day, markets = [] } = wish
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
    ...(areas.length > 0 && { areas: [...new Set(areas)] }),
    hint: secret.slice(-hintLength),
    createdAt: ctx.now(),
    usedAt: null,
    expiresAt: days === undefined ? null : ctx.now() + days * dayMs,
    addresses,
    ...(max_order !== undefined && { maxOrder: max_order }),
    ...(max_day !== undefined && { maxDay: max_day }),
    ...(markets.length > 0 && { markets }),
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
/** When a key ends by itself. */
export const endOf = ({ expiresAt }: Pick<ApiKeyRow, 'expiresAt'>) => expiresAt ?? Infinity
/** Whether a key counts from an address. */
function countsFrom({ addresses = [] }: ApiKeyRow, address: string) {
  if (addresses.length === 0) return true
  const list = new BlockList()
  for (const each of addresses) {
    const [net = '', prefix] = each.split('/')
    const family = net.includes(':') ? 'ipv6' : 'ipv4'
    list.addSubnet(net, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
/** The key that a token is the secret of; null if there is none, if it is over, or does not count from this address. */
export function apiKeyOfSecret(
  { tables, now }: Pick<IdentityContext, 'tables' | 'now'>,
  token: string | null,
  address: string,
): ApiKeyRow | null {
  const row = token?.startsWith(secretPrefix) === true ? tables.apiKeys.get(hashOf(token)) : undefined
  return row !== undefined && now() < endOf(row) && countsFrom(row, address) ? row : null
}
