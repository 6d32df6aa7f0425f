import { powerOfKind, type CaseKind } from '#contract/desk/desk-cases.ts'
import { parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { worthIn } from '#server/features/market/worth.ts'
import { deskPowersOf } from './powers.ts'
import type { DeskContext } from './context.ts'

/** Above the setting a case takes two people. */
export const needsTwo = ({ settings }: Pick<DeskContext, 'settings'>, stake: bigint | null) =>
  stake !== null && stake > parseDec(settings.desk.fourEyesAbove)

/** What a watcher reports done is passed by people above the setting, as any other deposit. */
export const guardWatched = (ctx: DeskContext) => {
  ctx.watched.needsPeople = (coin, amount) => needsTwo(ctx, worthIn(ctx, coin, amount))
}

/** A case as it is approved: its kind, what it moves, in which state, and what the approver typed. */
export type Wish = {
  id: string
  kind: CaseKind
  stake: bigint | null
  rev: number
  credited: string | null
  txid: string | null
}

/**
 * Where two people pass a case, the first approval is kept and logged, and the second one decides. An approval covers
 * the amount that was
 * approved, the transaction if one was named, and the state of the case at that time; with another of them it counts as
 * a first one, and so
 * it does when its author may not decide such a case any more. True when the case may be passed now.
 */
export function isApproved(ctx: DeskContext, by: number, { id, kind, stake, rev, credited, txid }: Wish): boolean {
  if (!needsTwo(ctx, stake)) return true
  const first = ctx.tables.deskApprovals.get(id)
  const isSame =
    first !== undefined &&
    first.rev === rev &&
    first.credited === credited &&
    (!first.txid || first.txid === txid) &&
    mayStill(ctx, first.by, kind)
  if (isSame && first.by === by) throw new Refusal('second_needed')
  if (isSame) return true
  ctx.tables.deskApprovals.put({ id, by, at: ctx.now(), credited, txid, rev })
  return false
}
const mayStill = (ctx: DeskContext, user: number, kind: CaseKind) => deskPowersOf(ctx, user).includes(powerOfKind[kind])
