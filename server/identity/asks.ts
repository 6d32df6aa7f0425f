import { askedDays, type AskedLine } from '#contract/account/account-asked.ts'
import type { IdentityContext } from './context.ts'
import type { AskRow } from './rows.ts'

const dayMs = 86_400_000
type Reader = Pick<IdentityContext, 'tables' | 'now'>

/** Cases are named by their kind and, behind a hyphen, by what they are about. */
const lineOf = ({ id, caseId, text, at, until }: AskRow): AskedLine => {
  const cut = caseId.indexOf('-')
  return { id, kind: caseId.slice(0, cut), ref: caseId.slice(cut + 1), text, at_ms: at, until_ms: until }
}
/** True while its person may still answer. */
export const isAsking = ({ now }: Pick<Reader, 'now'>, { answeredAt, closedAt, until }: AskRow) =>
  answeredAt === null && closedAt === null && now() < until
/** What a person is asked for, oldest first. */
export const askedOf = (ctx: Reader, user: number) => ({
  list: ctx.tables.asks.group('user', user).flatMap((row) => (isAsking(ctx, row) ? [lineOf(row)] : [])),
  server_now_ms: ctx.now(),
})
/** The questions of a case that have not been closed. */
export const asksOf = ({ tables }: Pick<Reader, 'tables'>, caseId: string) => tables.asks.group('case', caseId)

const emit = (ctx: IdentityContext, row: AskRow, why: 'asked' | 'answered' | 'closed') =>
  ctx.emit(row.user, {
    ev: 'account.asked',
    v: { open: askedOf(ctx, row.user).list.length, asked: why === 'asked' ? lineOf(row) : null },
    why,
  })
type Asking = Pick<AskRow, 'caseId' | 'user' | 'by' | 'text'>
/** Asks a person of a case for more; a question of that case which they have not answered gives way to it. */
export function askPerson(ctx: IdentityContext, { caseId, user, by, text }: Asking): AskRow {
  for (const row of asksOf(ctx, caseId)) if (row.user === user && row.answeredAt === null) close(ctx, row)
  const at = ctx.now()
  const row = ctx.tables.asks.put({
    id: ctx.tables.asks.nextId(),
    caseId,
    user,
    by,
    text,
    at,
    until: at + askedDays * dayMs,
    answer: null,
    files: [],
    answeredAt: null,
    closedAt: null,
  })
  emit(ctx, row, 'asked')
  return row
}
export function answerAsk(ctx: IdentityContext, row: AskRow, answer: string, files: readonly string[]) {
  emit(ctx, ctx.tables.asks.put({ ...row, answer, files, answeredAt: ctx.now() }), 'answered')
}
const close = (ctx: IdentityContext, row: AskRow) => ctx.tables.asks.put({ ...row, closedAt: ctx.now() })
/** What a case has asked for is not needed any more: it is decided, or its people have ended it. */
export function closeAsks(ctx: IdentityContext, caseId: string) {
  for (const row of asksOf(ctx, caseId)) {
    if (row.closedAt !== null) continue
    const wasAsking = isAsking(ctx, row)
    close(ctx, row)
    if (wasAsking) emit(ctx, row, 'closed')
  }
}
