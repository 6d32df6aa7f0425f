import { parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { DeskContext } from './context.ts'
import type { OpenedCase } from './queue.ts'

/**
 * Above the setting two people pass a case: the first approval is kept and logged, the second one decides. It covers the amount that was
 * approved and the state of the case at that time; with another of them it counts as a first one. True when the case may be passed now.
 */
export function isApproved(ctx: DeskContext, by: number, found: Pick<OpenedCase, 'stake'> & { state: Pick<OpenedCase['state'], 'rev'> }, id: string, credited: string | null): boolean {
  const stake = found.stake(ctx)
  if (stake === null || stake <= parseDec(ctx.settings.desk.fourEyesAbove)) return true
  const { rev } = found.state
  const first = ctx.tables.deskApprovals.get(id)
  const isSame = first !== undefined && first.rev === rev && first.credited === credited
  if (isSame && first.by === by) throw new Refusal('second_needed')
  if (isSame) return true
  ctx.tables.deskApprovals.put({ id, by, at: ctx.now(), credited, rev })
  return false
}
