import { createHash, createHmac } from 'node:crypto'
import type { Caller } from '#server/core/context.ts'
import type { IdentityContext } from './context.ts'
import type { Device, Target } from './rows.ts'
import { deviceNameOf, placeOf } from './device-name.ts'
import { userOfTarget } from './targets.ts'

/** More devices than this are not remembered for an account; the one not used for longest is forgotten. */
const maxDevices = 10

/** Who asks, as far as it can be told without a login: the installation, or the address where none is named. */
export const askerOf = ({ device, address }: Pick<Caller, 'device' | 'address'>) =>
  createHash('sha256')
    .update(device === '' ? `@${address}` : device)
    .digest('base64url')
    .slice(0, 22)

const deviceId = (user: number, { device }: Pick<Caller, 'device'>) =>
  `${user}|${createHash('sha256').update(device).digest('base64url').slice(0, 22)}`

/** What a device is known by, whoever logs in with it. */
export const installationOf = ({ id }: Device) => id.slice(id.indexOf('|') + 1)
const isLocal = /^(::ffff:)?127\.|^::1$|^$/
/** An address so that two can be compared and none be read; null for one that says nothing. */
const netOf = ({ secret }: IdentityContext, address: string) =>
  isLocal.test(address) ? null : createHmac('sha256', secret).update(`net:${address}`).digest('base64url').slice(0, 22)

/**
 * Remembers the device of a successful login: what strangers do to an account does not shut out a device its owner has
 * used.
 */
export const rememberDevice = (
  ctx: IdentityContext,
  user: number,
  caller: Pick<Caller, 'device'> & Partial<Pick<Caller, 'address'>>,
) => {
  const { tables, now } = ctx
  if (caller.device === '') return
  tables.devices.put({ id: deviceId(user, caller), user, usedAt: now(), net: netOf(ctx, caller.address ?? '') })
  const oldest = tables.devices
    .group('user', user)
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .slice(maxDevices)
  for (const { id } of oldest) tables.devices.remove(id)
}
const isDeviceOf = ({ tables }: Pick<IdentityContext, 'tables'>, user: number, caller: Pick<Caller, 'device'>) =>
  caller.device !== '' && tables.devices.get(deviceId(user, caller)) !== undefined
/** True if the owner of this account has logged in with this device. */
export const isKnownDevice = (ctx: Pick<IdentityContext, 'tables'>, target: Target, caller: Pick<Caller, 'device'>) => {
  const user = userOfTarget(ctx.tables, target)
  return user !== undefined && isDeviceOf(ctx, user.id, caller)
}
/** Notes a login, and tells the account of one from a device that it does not know; true if it was one. */
export const noteLogin = (ctx: IdentityContext, user: number, caller: Caller): boolean => {
  const { agent = '', address } = caller
  const isNew = !isDeviceOf(ctx, user, caller)
  const v = { device: deviceNameOf(agent), place: placeOf(address), at_ms: ctx.now() }
  if (isNew) ctx.emit(user, { ev: 'account.loggedIn', v })
  rememberDevice(ctx, user, caller)
  return isNew
}
