import { deskCase, type CaseKind, type DeskAsked } from '#contract/desk/desk-cases.ts'
import type { desk } from '#contract/desk/desk.ts'
import { encode } from '#contract/wire/coded.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { askPerson, isAsking } from '#server/identity/asks.ts'
import { linkOf } from '#server/identity/links.ts'
import { askTable, type AskRow } from '#server/identity/rows.ts'
import { accountOf } from './accounts.ts'
import type { AsyncDeskContext, DeskContext } from './context.ts'
import { logAct } from './log.ts'
import { checkKind, mayDecideKind } from './powers.ts'
import { isOwnCase, takerOf, type CaseState, type OpenedCase, type Queue } from './queue.ts'
import { splitCaseId } from './queues/list.ts'

/** Kinds whose person can be asked: who has lost an authenticator app may be anybody. */
const askable: readonly CaseKind[] = ['kyc', 'kyc_advanced', 'deposit', 'remittance', 'withdraw', 'launch', 'appeal']
/** Who can be asked for more about a case. */
export const peopleOf = (queue: Pick<Queue, 'kind'>, { state }: OpenedCase): readonly number[] =>
  askable.includes(queue.kind) && state.status === 'open' ? (state.parties ?? [state.user]) : []

const asksShown = 20
/** What the people of these cases were asked for, newest first. */
export async function readAsks({ store }: AsyncDeskContext, caseIds: readonly string[]) {
  const { bodies } = await store.page({ table: askTable, where: { case_id: caseIds }, limit: asksShown, offset: 0 })
  return bodies.map((body): AskRow => JSON.parse(body))
}
export const askedView = (ctx: DeskContext, row: AskRow, reader: number): DeskAsked => ({
  id: row.id,
  user: accountOf(ctx, row.user),
  by: accountOf(ctx, row.by),
  text: row.text,
  at_ms: row.at,
  until_ms: row.until,
  is_open: isAsking(ctx, row),
  answer: row.answer,
  files: row.files.map((path) => linkOf(ctx, path, reader)),
  answered_ms: row.answeredAt,
})

/** Everybody who may decide a case: holders of the power of its kind, without those whom it is about. */
export function colleaguesOf(ctx: DeskContext, kind: CaseKind, state: CaseState): number[] {
  const { tables, settings } = ctx
  const named = settings.identity.operators.flatMap(
    (account) => tables.users.one('email', account) ?? tables.users.one('mobile', account) ?? [],
  )
  const ids = new Set([...tables.users.group('staff', 'all'), ...named].map(({ id }) => id))
  return [...ids].filter((id) => !isOwnCase(state, id) && mayDecideKind(ctx, id, kind)).toSorted((a, b) => a - b)
}

type Opened = { queue: Queue; found: OpenedCase }
/** An open case as somebody who may decide it means it. */
const onOpenCase = <I extends { id: string }, O>(
  act: (ctx: DeskContext, user: number, opened: Opened, input: I) => O,
) => ({
  prepare: async (asyncCtx: AsyncDeskContext, { user }: { user: number }, input: I) => {
    const { queue, ref } = splitCaseId(input.id)
    checkKind(asyncCtx.ctx, user, queue.kind)
    const loaded = await queue.load(asyncCtx, ref)
    return (ctx: DeskContext) => {
      checkKind(ctx, user, queue.kind)
      const found = queue.find(ctx, ref) ?? loaded
      if (found === null) throw new Refusal('not_found')
      const now = encode(deskCase, found.view(ctx))
      if (now.id !== input.id) throw new Refusal('state_moved', { now })
      if (found.state.status !== 'open') throw new Refusal('step_refused', { now, may: [] })
      if (isOwnCase(found.state, user)) throw new Refusal('own_case')
      return act(ctx, user, { queue, found }, input)
    }
  },
})

export const colleagueHandlers: Handlers<Pick<typeof desk, 'assign' | 'ask'>, DeskContext> = {
  assign: onOpenCase((ctx, by, { queue: { kind }, found }, { id, to, from }) => {
    const before = takerOf(ctx, id)
    if (from !== undefined && from !== (before ?? 0))
      throw new Refusal('state_moved', { now: encode(deskCase, found.view(ctx)) })
    if (to !== undefined && !colleaguesOf(ctx, kind, found.state).includes(to)) throw new Refusal('not_found')
    if (to === (before ?? undefined)) return found.view(ctx)
    if (to !== undefined) ctx.tables.deskAssigned.put({ id, to, by, at: ctx.now() })
    else ctx.tables.deskAssigned.remove(id)
    const named = (user: number | null) => (user === null ? null : ctx.tables.users.need(user).nickname)
    logAct(ctx, {
      by,
      action: 'assign',
      kind,
      caseId: id,
      reason: null,
      before: { to: named(before) },
      after: { to: named(to ?? null) },
    })
    return found.view(ctx)
  }),
  ask: onOpenCase((ctx, by, { queue, found }, { id, user_id, text = '' }) => {
    const people = peopleOf(queue, found)
    const user = user_id ?? found.state.user
    if (!people.includes(user)) throw new Refusal('not_found')
    if (text === '') throw new Refusal('reason_required')
    askPerson(ctx, { caseId: id, user, by, text })
    logAct(ctx, { by, action: 'ask', kind: queue.kind, caseId: id, about: String(user), reason: text })
    return found.view(ctx)
  }),
}
