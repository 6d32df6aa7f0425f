import { deskCase, type DeskCaseFull } from '#contract/desk-cases.ts'
import type { desk } from '#contract/desk.ts'
import { encode } from '#contract/wire/coded.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { accountOf, finderOf } from './accounts.ts'
import { isApproved } from './approvals.ts'
import type { DeskContext } from './context.ts'
import { logAct, logOf, readLog } from './log.ts'
import { checkKind, deskPowersOf, mayDecideKind } from './powers.ts'
import { isOwnCase, type OpenedCase } from './queue.ts'
import { queueOfKind, queues, splitCaseId } from './queues/list.ts'

const historyLength = 20
type Cases = Pick<typeof desk, 'home' | 'cases' | 'case' | 'decide'>

const matching = (ctx: DeskContext, keyword: string) => {
  if (keyword === '') return () => true
  const isMeant = finderOf(keyword)
  const searched = keyword.toLowerCase()
  return (each: OpenedCase) => isMeant(ctx.tables.users.need(each.state.user)) || each.view(ctx).title.toLowerCase().includes(searched)
}

function decide(ctx: DeskContext, user: number, { id, decision, reason = '', expect, txid = '', credited = '' }: InputOf<typeof desk.decide>) {
  const { queue, ref } = splitCaseId(id)
  checkKind(ctx, user, queue.kind)
  const found = queue.find(ctx, ref)
  if (!found) throw new Refusal('not_found')
  if (isOwnCase(found.state, user)) throw new Refusal('own_case')
  const before = found.view(ctx)
  if (expect !== undefined && expect !== before.rev) throw new Refusal('state_moved', { now: encode(deskCase, before) })
  if (!found.may.includes(decision)) throw new Refusal('step_refused', { now: encode(deskCase, before), may: [...found.may] })
  if (decision !== 'pass' && reason === '') throw new Refusal('reason_required')
  const act = { by: user, kind: queue.kind, caseId: id, reason: reason === '' ? null : reason, before: { status: before.status } }
  const sum = credited === '' ? null : credited
  if (decision === 'pass' && !isApproved(ctx, user, found, id, sum)) {
    logAct(ctx, { ...act, action: 'approve', after: { status: before.status, credited: sum } })
    return found.view(ctx)
  }
  if (ctx.tables.deskApprovals.get(id)) ctx.tables.deskApprovals.remove(id)
  const after = found.decide(ctx, { decision, reason: act.reason, txid: txid === '' ? null : txid, credited: sum }).view(ctx)
  logAct(ctx, { ...act, action: decision, after: { status: after.status, ...(sum !== null && { credited: sum }), ...(txid !== '' && { txid }) } })
  return after
}

export const caseHandlers: Handlers<Cases, DeskContext> = {
  home: (ctx, { user }) => ({
    me: accountOf(ctx, user), powers: deskPowersOf(ctx, user), server_now_ms: ctx.now(),
    queues: queues.filter(({ kind }) => mayDecideKind(ctx, user, kind)).map(({ kind, open }) => {
      const all = open(ctx)
      return { kind, open: all.length, oldest_ms: all[0]?.state.openedAt ?? null }
    }),
  }),
  cases: {
    prepare: async (asyncCtx, { user }, { kind, status = 'open', keyword = '', page = 1, limit = defaultLimit }) => {
      checkKind(asyncCtx.ctx, user, kind)
      const found = (await queueOfKind(kind).list(asyncCtx, status)).filter(matching(asyncCtx.ctx, keyword))
      return (ctx) => ({
        list: found.slice((page - 1) * limit, page * limit).map((each) => each.view(ctx)), count: found.length, page, limit, server_now_ms: ctx.now(),
      })
    },
  },
  case: {
    prepare: async (asyncCtx, { user }, { id }) => {
      const { queue, ref } = splitCaseId(id)
      checkKind(asyncCtx.ctx, user, queue.kind)
      const find = queue.load ? await queue.load(asyncCtx, ref) : (ctx: DeskContext) => queue.find(ctx, ref)
      const { rows } = await readLog(asyncCtx, { case_id: id }, { limit: historyLength, offset: 0 })
      return (ctx): DeskCaseFull => {
        const found = find(ctx)
        if (!found) throw new Refusal('not_found')
        const { facts, files, relatives, appeal = null } = found.detail(ctx, user)
        const isOwn = isOwnCase(found.state, user)
        const first = ctx.tables.deskApprovals.get(id)
        return {
          ...found.view(ctx), facts: [...facts], files: [...files], relatives: [...relatives], history: rows.map((row) => logOf(ctx, row)),
          may: isOwn ? [] : [...found.may], is_own: isOwn,
          approved: first === undefined ? null : { by: accountOf(ctx, first.by), at_ms: first.at }, server_now_ms: ctx.now(), appeal,
        }
      }
    },
  },
  decide: (ctx, { user }, input) => decide(ctx, user, input),
}
