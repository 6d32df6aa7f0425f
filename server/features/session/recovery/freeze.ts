import { isAdOver } from '#contract/otc/otc-steps.ts'
import { takeBackAd } from '#server/features/otc/ads.ts'
import { cancelWaiting } from '#server/features/trigger/cancel-all.ts'
import { moveWithdrawal } from '#server/features/wallet/withdraw/settle.ts'
import { apiKeysOf, endApiKey } from '#server/identity/api-keys.ts'
import { endSessions } from '#server/identity/callers.ts'
import { frozenSince, holdWithdrawals } from '#server/identity/locks.ts'
import type { RecoveryContext } from './context.ts'
import { tell } from './settle.ts'

/**
 * Shuts an account for its owner, who may fear that somebody else acts in it: what that person could still have done
 * comes back, and nobody can do anything more. What protects a position stays, and so does what was promised to others.
 */
export function freeze(ctx: RecoveryContext, user: number) {
  const at = ctx.now()
  ctx.tables.users.put({ ...ctx.tables.users.need(user), frozenAt: at })
  const orders = cancelWaiting(ctx, user, { classes: ['resting', 'entries'] }).length
  // What stands in a batch may have been signed already.
  const asked = ctx.tables.withdrawals.group('asker', user).filter(({ send }) => (send?.batch ?? null) === null)
  for (const row of asked) moveWithdrawal(ctx, row, 'reject', { remark: 'frozen' })
  const ads = ctx.tables.otcAds.group('user', user).filter((row) => !isAdOver(row))
  for (const row of ads) takeBackAd(ctx, row)
  tell(ctx, user, 'frozen')
  for (const { no } of apiKeysOf(ctx, user)) endApiKey(ctx, user, no)
  endSessions(ctx, user, 'locked')
  return { orders, withdrawals: asked.length, ads: ads.length, frozen_ms: at }
}

/** Opens an account again; as after any change of credentials nothing leaves it for a while. */
export function unfreeze(ctx: RecoveryContext, user: number) {
  const row = ctx.tables.users.need(user)
  if (frozenSince(row) === null) return
  ctx.tables.users.put({ ...holdWithdrawals(ctx, row), frozenAt: null })
  tell(ctx, user, 'unfrozen')
}
