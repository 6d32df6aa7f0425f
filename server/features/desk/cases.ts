import { powerOfKind, type DeskCaseFull } from '#contract/desk/desk-cases.ts'
import type { desk } from '#contract/desk/desk.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import type { Handlers } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import { accountOf, finderOf, usersFor } from './accounts.ts'
import { needsTwo } from './approvals.ts'
import type { AsyncDeskContext, DeskContext } from './context.ts'
import { decideAs, withWhom } from './decide.ts'
import { askedView, colleaguesOf, peopleOf, readAsks } from './colleagues.ts'
import { logOf, readLog } from './log.ts'
import { gapsOf } from './money.ts'
import { checkKind, deskPowersOf, mayDecideKind } from './powers.ts'
import { caseId, isOwnCase, type Asked, type OpenedCase, type Queue } from './queue.ts'
import { waitingTalks } from './service.ts'
import { tiesTo, tiesView } from './ties.ts'
import type { ApprovalRow } from './rows.ts'
import { queueOfKind, queues, splitCaseId } from './queues/list.ts'

const historyLength = 20
const pastLength = 8
type Cases = Pick<typeof desk, 'home' | 'cases' | 'case' | 'decide'>

/**
 * Whom and what a keyword means; null for an empty one. Decided cases are searched by their person alone, at most so
 * many at once.
 */
const maxSearched = 200
const meant = async (ctx: DeskContext, keyword: string): Promise<Asked['found']> => {
  if (keyword === '') return null
  const isMeant = finderOf(keyword)
  const users = (await usersFor(ctx, keyword)).slice(0, maxSearched).map(({ id }) => id)
  return { user: (id) => isMeant(ctx.tables.users.need(id)), word: keyword.trim().toLowerCase(), users }
}

/** The reader has approved it already, and nothing that is typed could make it another approval. */
const isOnlyMine = ({ asks }: OpenedCase, first: ApprovalRow | undefined, user: number) =>
  first?.by === user && asks.length === 0
/** Play money is sent by nobody, so there is nothing to sign. */
const isPlayMoney = ({ settings }: DeskContext) => settings.deposit.hasDemoAddresses
/** What the reader may decide: not what they have approved already. */
const mayOf = (ctx: DeskContext, found: OpenedCase, first: ApprovalRow | undefined, user: number) =>
  found.may.filter((decision) =>
    decision === 'send'
      ? !isPlayMoney(ctx) && first?.by !== user
      : decision !== 'pass' || !isOnlyMine(found, first, user),
  )
const changeOf = ({ change }: OpenedCase): DeskCaseFull['change'] =>
  change === null ? null : { about: change.about, before: change.before, after: change.after }

const readerOf = (ctx: DeskContext, user: number) => ({
  ...accountOf(ctx, user),
  lang: ctx.tables.users.need(user).lang,
})

export const caseHandlers: Handlers<Cases, DeskContext> = {
  home: (ctx, { user }) => ({
    me: accountOf(ctx, user),
    powers: deskPowersOf(ctx, user),
    server_now_ms: ctx.now(),
    service: waitingTalks(ctx, user),
    gaps: deskPowersOf(ctx, user).some((power) => power === 'deskSettings' || power === 'deskMoney') ? gapsOf(ctx) : [],
    queues: queues
      .filter(({ kind }) => mayDecideKind(ctx, user, kind) && !(kind === 'batch' && isPlayMoney(ctx)))
      .map(({ kind, open }) => {
        const all = open(ctx)
        return { kind, open: all.length, oldest_ms: all[0]?.state.openedAt ?? null }
      }),
  }),
  cases: {
    prepare: async (
      asyncCtx,
      { user },
      { kind, status = 'open', keyword = '', whose, page = 1, limit = defaultLimit },
    ) => {
      checkKind(asyncCtx.ctx, user, kind)
      const { cases, total } = await queueOfKind(kind).list(asyncCtx, {
        status,
        found: await meant(asyncCtx.ctx, keyword),
        takenBy: whose === undefined ? null : whose === 'mine' ? user : 0,
        limit,
        offset: (page - 1) * limit,
      })
      return (ctx) => ({
        list: cases.map((each) => each.view(ctx)),
        count: total,
        page,
        limit,
        server_now_ms: ctx.now(),
      })
    },
  },
  case: {
    prepare: async (asyncCtx, { user }, { id }) => {
      const { queue, ref } = splitCaseId(id)
      checkKind(asyncCtx.ctx, user, queue.kind)
      const loaded = await queue.load(asyncCtx, ref)
      if (loaded === null) throw new Refusal('not_found')
      const appeal = await queue.appeal?.(asyncCtx, ref)
      const caseIds = [loaded.state.ref, ...(loaded.state.earlier ?? [])].map((each) => caseId(queue.kind, each))
      const [{ rows }, asked, sharing, past] = [
        await readLog(asyncCtx, { case_id: caseIds }, { limit: historyLength, offset: 0 }),
        await readAsks(asyncCtx, caseIds),
        await loaded.sharing(asyncCtx),
        await pastOf(asyncCtx, loaded, queue),
      ]
      return (ctx): DeskCaseFull => {
        const found = queue.find(ctx, ref) ?? loaded
        const { facts, files, relatives, batch } = found.detail(ctx, user, sharing)
        const isOwn = isOwnCase(found.state, user)
        const view = found.view(ctx)
        const first = ctx.tables.deskApprovals.get(view.id)
        return {
          ...view,
          facts: [...facts],
          files: [...files],
          relatives: [...relatives],
          past: past.map((each) => each.view(ctx)),
          history: rows.map((row) => logOf(ctx, row)),
          may: isOwn ? [] : mayOf(ctx, found, first, user),
          asks: [...found.asks],
          is_own: isOwn,
          needs_two: found.state.status === 'open' && needsTwo(ctx, found.stake(ctx)),
          approved:
            first === undefined
              ? null
              : { by: accountOf(ctx, first.by), at_ms: first.at, credited: first.credited, txid: first.txid ?? null },
          server_now_ms: ctx.now(),
          ties: tiesView(ctx, tiesTo(ctx, user, withWhom(found, 'pass', first))),
          change: changeOf(found),
          asked: asked.map((row) => askedView(ctx, ctx.tables.asks.get(row.id) ?? row, user)),
          may_ask: isOwn ? [] : peopleOf(queue, found).map((each) => readerOf(ctx, each)),
          lang: ctx.tables.users.need(found.state.user).lang,
          colleagues: colleaguesOf(ctx, queue.kind, found.state).map((each) => accountOf(ctx, each)),
          appeal: appeal?.(ctx, user) ?? null,
          ...(batch && { batch }),
        }
      }
    },
  },
  decide: {
    prepare: async (asyncCtx, { user }, input) => {
      const { queue, ref } = splitCaseId(input.id)
      checkKind(asyncCtx.ctx, user, queue.kind)
      const loaded = await queue.load(asyncCtx, ref)
      return (ctx) => {
        checkKind(ctx, user, queue.kind)
        const found = queue.find(ctx, ref) ?? loaded
        if (found === null) throw new Refusal('not_found')
        return decideAs(ctx, user, found, queue.kind, input)
      }
    },
  },
}

/** The other cases of the person that the same power decides, newest first. */
async function pastOf(
  asyncCtx: AsyncDeskContext,
  { state: { user, ref } }: OpenedCase,
  { kind }: Queue,
): Promise<readonly OpenedCase[]> {
  const alike = queues.filter((each) => kind !== 'batch' && powerOfKind[each.kind] === powerOfKind[kind])
  const found = await Promise.all(
    alike.map(async (each) =>
      (await each.ofUser(asyncCtx, user, pastLength + 1)).filter(
        ({ state }) => each.kind !== kind || state.ref !== ref,
      ),
    ),
  )
  return found
    .flat()
    .toSorted((a, b) => b.state.openedAt - a.state.openedAt)
    .slice(0, pastLength)
}
