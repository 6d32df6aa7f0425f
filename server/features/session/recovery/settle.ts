import type { Caller } from '#server/core/context.ts'
import { deadline } from '#server/core/deadlines.ts'
import { Refusal } from '#server/core/refusal.ts'
import { authenticatorOf, endAuthenticator } from '#server/identity/authenticator.ts'
import { deviceNameOf, placeOf } from '#server/identity/device-name.ts'
import { holdWithdrawals, lockOf } from '#server/identity/locks.ts'
import type { RecoveryContext } from './context.ts'
import type { TotpRemovalRow } from './rows.ts'

/** Due when the waiting time of a request is over; the demo's review passes it then. */
export const totpReview = deadline('totpReview')

/** The request of a user that waits for the desk. */
export const openRemovalOf = ({ tables }: Pick<RecoveryContext, 'tables'>, user: number) =>
  tables.totpRemovals.group('user', user).find(({ status }) => status === 'open')

/** Tells the account, on all its devices. */
export const tell = (ctx: RecoveryContext, user: number, why: 'totp_lost' | 'totp_removed' | 'frozen' | 'unfrozen') =>
  ctx.emit(user, { ev: 'account.lockChanged', v: lockOf(ctx, ctx.tables.users.need(user)), why })
const moveRemoval = (
  ctx: RecoveryContext,
  row: TotpRemovalRow,
  status: Exclude<TotpRemovalRow['status'], 'open'>,
  reason: string | null,
) => ctx.tables.totpRemovals.put({ ...row, status, reason, decidedAt: ctx.now(), rev: row.rev + 1 })

/**
 * Opens a request, or finds the one that is open: asking again does not shorten the waiting time, nor begin it anew.
 */
export function askRemoval(
  ctx: RecoveryContext,
  user: number,
  why: string,
  { agent, address }: Pick<Caller, 'agent' | 'address'>,
): { row: TotpRemovalRow; isNew: boolean } {
  const held = authenticatorOf(ctx, user)
  if (held === null || held.confirmedAt === null) throw new Refusal('totp_unset')
  const before = openRemovalOf(ctx, user)
  if (before?.authenticatorAt === held.confirmedAt) return { row: before, isNew: false }
  // That app is gone, and with it what the request was about.
  if (before) moveRemoval(ctx, before, 'cancelled', null)
  const at = ctx.now()
  const row = ctx.tables.totpRemovals.put({
    id: ctx.tables.totpRemovals.nextId(),
    user,
    authenticatorAt: held.confirmedAt,
    why,
    at,
    from: at + ctx.settings.recovery.totpWaitMs,
    device: deviceNameOf(agent ?? ''),
    place: placeOf(address),
    status: 'open',
    decidedAt: null,
    reason: null,
    rev: 1,
  })
  if (ctx.settings.demoReview) ctx.deadlines.set(totpReview, String(row.id), row.from)
  tell(ctx, user, 'totp_lost')
  return { row, isNew: true }
}
/** Whoever is logged in keeps the app: the request is over. */
export function cancelRemoval(ctx: RecoveryContext, user: number) {
  const row = openRemovalOf(ctx, user)
  if (!row) throw new Refusal('not_found')
  moveRemoval(ctx, row, 'cancelled', null)
}

/** True while the app that the request is about protects the account. */
export const isAboutHeld = (ctx: RecoveryContext, { user, authenticatorAt }: TotpRemovalRow) =>
  authenticatorOf(ctx, user)?.confirmedAt === authenticatorAt
/** Refuses to pass before the waiting time is over, and when the app of the request is not there any more. */
export function checkRemoval(ctx: RecoveryContext, row: TotpRemovalRow) {
  if (ctx.now() < row.from) throw new Refusal('too_early', { at_ms: row.from })
  if (!isAboutHeld(ctx, row)) throw new Refusal('totp_unset')
}
/**
 * Decides a request. Passing it takes the app off the account and holds withdrawals, as after any change of
 * credentials.
 */
export function decideRemoval(
  ctx: RecoveryContext,
  row: TotpRemovalRow,
  decision: 'pass' | 'reject',
  reason: string | null,
): TotpRemovalRow {
  if (decision === 'reject') return moveRemoval(ctx, row, 'rejected', reason)
  checkRemoval(ctx, row)
  endAuthenticator(ctx, row.user)
  holdWithdrawals(ctx, ctx.tables.users.need(row.user))
  tell(ctx, row.user, 'totp_removed')
  return moveRemoval(ctx, row, 'passed', reason)
}
