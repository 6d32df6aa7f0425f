import type { desk } from '#contract/desk/desk.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AsyncDeskContext, DeskContext } from './context.ts'
import { logAct, logOf } from './log.ts'
import { checkKind, deskPowersOf } from './powers.ts'
import { splitCaseId } from './queues/list.ts'

/** What a note is about: a case that the writer may decide, or a person whom they may look at. */
async function aboutOf(asyncCtx: AsyncDeskContext, by: number, caseId: string | undefined, user: number | undefined) {
  const { ctx } = asyncCtx
  if (caseId !== undefined) {
    const { queue, ref } = splitCaseId(caseId)
    checkKind(ctx, by, queue.kind)
    const found = await queue.load(asyncCtx, ref)
    if (found === null) throw new Refusal('not_found')
    return { kind: queue.kind, caseId, about: String(found.state.user) }
  }
  const isSeen = user !== undefined && deskPowersOf(ctx, by).includes('deskUser')
  if (!isSeen || ctx.tables.users.get(user) === undefined) throw new Refusal('not_found')
  return { about: String(user) }
}

export const noteHandlers: Handlers<Pick<typeof desk, 'note'>, DeskContext> = {
  note: {
    prepare: async (asyncCtx, { user: by }, { case_id, user_id, text = '' }) => {
      const about = await aboutOf(asyncCtx, by, case_id, user_id)
      if (text === '') throw new Refusal('reason_required')
      return (ctx) => logOf(ctx, logAct(ctx, { by, action: 'note', reason: text, ...about }))
    },
  },
}
