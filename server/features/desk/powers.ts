import { deskPowers, powerOfKind, type CaseKind, type DeskPower } from '#contract/desk/desk-cases.ts'
import { Refusal } from '#server/core/refusal.ts'
import { powersOf } from '#server/identity/standing.ts'
import type { DeskContext } from './context.ts'

/** The powers of the desk that a user holds. */
export const deskPowersOf = (ctx: DeskContext, user: number): DeskPower[] => {
  const held = powersOf(ctx, ctx.tables.users.need(user))
  return deskPowers.filter((power) => held.includes(power))
}
export const mayDecideKind = (ctx: DeskContext, user: number, kind: CaseKind) =>
  deskPowersOf(ctx, user).includes(powerOfKind[kind])
/** Refuses who does not hold the power of a kind: to them its cases do not exist. */
export const checkKind = (ctx: DeskContext, user: number, kind: CaseKind) => {
  if (!mayDecideKind(ctx, user, kind)) throw new Refusal('not_found')
}
