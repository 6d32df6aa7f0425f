import type { Tie } from '#contract/desk/desk-cases.ts'
import { invitersOf } from '#server/features/promotion/share.ts'
import { installationOf } from '#server/identity/devices.ts'
import { accountOf } from './accounts.ts'
import type { TieRow } from './rows.ts'
import type { DeskContext } from './context.ts'

const shares = (one: readonly string[], other: readonly string[]) => one.some((each) => other.includes(each))

/** What ties two accounts, as far as it is known: they may be one person, or have an interest in each other. */
function tiesBetween(ctx: DeskContext, one: number, other: number): TieRow['by'] {
  const [mine, theirs] = [ctx.tables.devices.group('user', one), ctx.tables.devices.group('user', other)]
  const netsOf = (devices: typeof mine) => devices.flatMap(({ net }) => net ?? [])
  const isAbove = (user: number, below: number) => invitersOf(ctx, below).some(({ id }) => id === user)
  const ties = {
    device: shares(mine.map(installationOf), theirs.map(installationOf)),
    address: shares(netsOf(mine), netsOf(theirs)),
    invitation: isAbove(one, other) || isAbove(other, one),
  }
  return (['device', 'address', 'invitation'] as const).filter((kind) => ties[kind])
}
/** Those of some accounts that an operator is tied to. */
export const tiesTo = (ctx: DeskContext, operator: number, accounts: readonly number[]): TieRow[] =>
  [...new Set(accounts)]
    .filter((user) => user !== operator)
    .map((user) => ({ user, by: tiesBetween(ctx, operator, user) }))
    .filter(({ by }) => by.length > 0)
export const tiesView = (ctx: DeskContext, ties: readonly TieRow[]): Tie[] =>
  ties.map(({ user, by }) => ({ ...accountOf(ctx, user), by: [...by] }))
