import type {
  AppealFile,
  CaseAsk,
  CaseDecision,
  CaseFact,
  CaseFile,
  CaseKind,
  CaseSignal,
  CaseStatus,
  DeskCase,
  Relative,
} from '#contract/desk/desk-cases.ts'
import type { DeskBatch } from '#contract/desk/desk-batch.ts'
import { asksOf, isAsking } from '#server/identity/asks.ts'
import { whenReady, type Maybe } from '#server/core/maybe.ts'
import { accountOf } from './accounts.ts'
import { needsTwo } from './approvals.ts'
import type { AsyncDeskContext, DeskContext } from './context.ts'
import type { DeskLogRow } from './rows.ts'

/** What the desk knows of every kind of row: whose it is, and where it stands. */
export type CaseState = {
  ref: string
  user: number
  /** Cases that this one has replaced. */
  earlier?: readonly string[]
  /** Those who may not decide it, if not the person alone. */
  parties?: readonly number[]
  status: CaseStatus
  openedAt: number
  decidedAt: number | null
  reason: string | null
  rev: number
}
export const isOwnCase = ({ user, parties = [user] }: CaseState, operator: number) => parties.includes(operator)
/** What an act of the desk would change, as the log tells it, and who has part in it. */
type CaseChange = Pick<DeskLogRow, 'about' | 'before' | 'after'> & { about: string; with: readonly number[] }
type Brief = Pick<DeskCase, 'title' | 'amount' | 'coin' | 'signals'>
type Detail = {
  facts: readonly CaseFact[]
  files: readonly CaseFile[]
  relatives: readonly Relative[]
  batch?: DeskBatch
}
/**
 * `txid`: the transaction that paid a withdrawal. `credited`: what a deposit is credited with, if not all of it.
 * `by` is null where the demo's review decides.
 */
export type Decided = {
  by: number | null
  decision: CaseDecision
  reason: string | null
  txid: string | null
  credited: string | null
}
/** Both let a case go on, so that two people may have to agree: a withdrawal is passed, or decided to be sent. */
export const isConsent = (decision: CaseDecision) => decision === 'pass' || decision === 'send'
/** The decision on a case that is no appeal; what is decided lies in its `may`. */
export const passOrReject = (decision: CaseDecision) => (decision === 'pass' ? 'pass' : 'reject')
/** Another account that shares something with a case, as the store knows it. */
export type Sharing = { user: number; shares: Relative['shares'] }
/** Which cases are asked for; `user` and `word` of a keyword, null for all. */
export type Asked = {
  status: CaseStatus
  found: { user: (id: number) => boolean; users: readonly number[]; word: string } | null
  /** Only open cases which this person has taken; 0: which nobody has. */
  takenBy: number | null
  limit: number
  offset: number
}
type Found = { cases: readonly OpenedCase[]; total: number }

/** A table whose decided rows are in the store alone; its columns `user` and `status` find them. */
export type Stored<Row> = {
  table: string
  statusOf: Readonly<Partial<Record<CaseStatus, string>>>
  read: (body: string) => Row
}

/** One kind of cases, by the table and the moves of the feature that owns them. */
type Parts<Row> = {
  kind: CaseKind
  /** Rows in memory: every open one, and the decided ones unless they are evicted. */
  rows: (ctx: DeskContext) => Iterable<Row>
  find: (ctx: DeskContext, ref: string) => Row | undefined
  stored?: Stored<Row>
  /** Null for a row that is no case. */
  stateOf: (row: Row) => CaseState | null
  brief: (ctx: DeskContext, row: Row) => Brief
  /** What else an open case is searched by, beside its person and its title. */
  words?: (row: Row) => readonly (string | null)[]
  /** Accounts that share something with the case, where only the store knows. */
  sharing?: (asyncCtx: AsyncDeskContext, row: Row) => Promise<readonly Sharing[]>
  /** `reader`: the operator, for whom links to files are signed. */
  detail: (ctx: DeskContext, row: Row, reader: number, sharing: readonly Sharing[]) => Detail
  /** What passing it moves, worth in the base coin; null if no money moves. */
  stakeOf: (ctx: DeskContext, row: Row) => bigint | null
  /** What may be decided now. */
  may: (row: Row) => readonly CaseDecision[]
  /** What is typed when it is passed. */
  asks?: (row: Row) => readonly CaseAsk[]
  /** An act of the desk. */
  change?: (row: Row) => CaseChange
  /** True where passing it would not do what was proposed any more. */
  isMoved?: (ctx: DeskContext, row: Row) => boolean
  /** Whom a decision benefits: without this the person of the case, when it passes. */
  benefits?: (row: Row, decision: CaseDecision) => readonly number[]
  /** Refuses what may not be passed, before one of two people approves it. */
  check?: (ctx: DeskContext, row: Row, decided: Decided) => void
  decide: (ctx: DeskContext, row: Row, decided: Decided) => Row
}
/** One case, without the type of its row. */
export type OpenedCase = {
  state: CaseState
  view: (ctx: DeskContext) => DeskCase
  words: readonly (string | null)[]
  sharing: (asyncCtx: AsyncDeskContext) => Promise<readonly Sharing[]>
  detail: (ctx: DeskContext, reader: number, sharing: readonly Sharing[]) => Detail
  may: readonly CaseDecision[]
  asks: readonly CaseAsk[]
  stake: (ctx: DeskContext) => bigint | null
  change: CaseChange | null
  isMoved: (ctx: DeskContext) => boolean
  benefits: (decision: CaseDecision) => readonly number[]
  check: (ctx: DeskContext, decided: Decided) => void
  decide: (ctx: DeskContext, decided: Decided) => OpenedCase
}
export type Queue = {
  kind: CaseKind
  open: (ctx: DeskContext) => readonly OpenedCase[]
  /** Cases of a status, open ones oldest first, decided ones newest first. */
  list: (asyncCtx: AsyncDeskContext, asked: Asked) => Maybe<Found>
  /** The newest cases of one person, whatever their status. */
  ofUser: (asyncCtx: AsyncDeskContext, user: number, limit: number) => Maybe<readonly OpenedCase[]>
  /** In memory: every open case is. The reference of a replaced case finds the one that has replaced it. */
  find: (ctx: DeskContext, ref: string) => OpenedCase | null
  /** In memory or in the store. */
  load: (asyncCtx: AsyncDeskContext, ref: string) => Maybe<OpenedCase | null>
  /** The disputed order, for a reader; absent for other kinds. */
  appeal?: (asyncCtx: AsyncDeskContext, ref: string) => Promise<(ctx: DeskContext, reader: number) => AppealFile | null>
}

export const caseId = (kind: CaseKind, ref: string) => `${kind}-${ref}`

/** A case that takes two people says so in the list, and whether the first has approved it. */
const signed = (ctx: DeskContext, id: string, brief: Brief, isTwo: boolean): Brief => {
  if (ctx.tables.deskApprovals.get(id)) return { ...brief, signals: [...brief.signals, 'first_approval'] }
  return isTwo ? { ...brief, signals: [...brief.signals, 'needs_two'] } : brief
}
/** Who has taken a case. */
export const takerOf = ({ tables }: Pick<DeskContext, 'tables'>, id: string) => tables.deskAssigned.get(id)?.to ?? null
/** Whether its people are asked for more, or have answered since. */
const askSignals = (ctx: DeskContext, id: string): readonly CaseSignal[] => {
  const asks = asksOf(ctx, id)
  if (asks.some((row) => isAsking(ctx, row))) return ['asked']
  return asks.some(({ answeredAt }) => answeredAt !== null) ? ['answered'] : []
}
const newestFirst = (a: OpenedCase, b: OpenedCase) => (b.state.decidedAt ?? 0) - (a.state.decidedAt ?? 0)

const viewed = (ctx: DeskContext, id: string, { signals, ...brief }: Brief): Brief => ({
  ...brief,
  signals: [...askSignals(ctx, id), ...signals],
})
const assignedOf = (ctx: DeskContext, id: string, status: CaseStatus) => {
  const taker = status === 'open' ? takerOf(ctx, id) : null
  return taker === null ? null : accountOf(ctx, taker)
}

/** The case that a row is; null for a row that is none. */
const caseOf =
  <Row>(parts: Parts<Row>) =>
  (row: Row): OpenedCase | null => {
    const { kind, brief, words, sharing, detail, stakeOf, may, asks, change, isMoved, benefits, check, decide } = parts
    const state = parts.stateOf(row)
    if (state === null) return null
    const { ref, user, status, openedAt, decidedAt, reason, rev } = state
    const id = caseId(kind, ref)
    return {
      state,
      may: may(row),
      asks: asks?.(row) ?? [],
      words: words?.(row) ?? [],
      stake: (ctx) => stakeOf(ctx, row),
      view: (ctx) => ({
        ...viewed(ctx, id, signed(ctx, id, brief(ctx, row), status === 'open' && needsTwo(ctx, stakeOf(ctx, row)))),
        assigned: assignedOf(ctx, id, status),
        id,
        kind,
        status,
        user: accountOf(ctx, user),
        opened_ms: openedAt,
        decided_ms: decidedAt,
        reason,
        rev,
      }),
      sharing: async (asyncCtx) => (sharing ? await sharing(asyncCtx, row) : []),
      detail: (ctx, reader, found) => detail(ctx, row, reader, found),
      change: change?.(row) ?? null,
      isMoved: (ctx) => isMoved?.(ctx, row) ?? false,
      benefits: (decision) => benefits?.(row, decision) ?? (isConsent(decision) ? [user] : []),
      check: (ctx, decided) => check?.(ctx, row, decided),
      decide: (ctx, decided) => {
        const next = caseOf(parts)(decide(ctx, row, decided))
        if (next === null) throw new Error(`${id} is no case any more`)
        return next
      },
    }
  }

/** A queue over one table. */
export function queueOf<Row>(parts: Parts<Row>): Queue {
  const { kind, rows, find, stored } = parts
  const opened = caseOf(parts)
  const listed = (all: Iterable<Row>) => [...all].flatMap((row) => opened(row) ?? [])
  const of = (ctx: DeskContext, status: CaseStatus) => listed(rows(ctx)).filter((each) => each.state.status === status)
  const open = (ctx: DeskContext) => of(ctx, 'open').toSorted((a, b) => a.state.openedAt - b.state.openedAt)
  const inMemory = ({ ctx }: AsyncDeskContext, { status, found, takenBy, limit, offset }: Asked): Found => {
    const isMeant = (each: OpenedCase) =>
      (takenBy === null || (takerOf(ctx, caseId(kind, each.state.ref)) ?? 0) === takenBy) &&
      (found === null ||
        found.user(each.state.user) ||
        [each.view(ctx).title, ...each.words].some((word) => word?.toLowerCase().includes(found.word)))
    const cases = (status === 'open' ? open(ctx) : of(ctx, status).toSorted(newestFirst)).filter(isMeant)
    return { cases: cases.slice(offset, offset + limit), total: cases.length }
  }
  const findCase = (ctx: DeskContext, ref: string) => {
    const row = find(ctx, ref)
    return row === undefined ? null : opened(row)
  }
  const held: Queue = {
    kind,
    open,
    list: inMemory,
    find: findCase,
    load: ({ ctx }, ref) => findCase(ctx, ref),
    ofUser: ({ ctx }, user, limit) =>
      listed(rows(ctx))
        .filter(({ state }) => state.user === user)
        .slice(0, limit),
  }
  return stored ? { ...held, ...storedQueue(held, stored, opened) } : held
}

/** What the store answers, where decided rows are in the store alone; what memory holds is newer. */
function storedQueue<Row>(
  held: Queue,
  { table, statusOf, read }: Stored<Row>,
  opened: (row: Row) => OpenedCase | null,
): Pick<Queue, 'list' | 'ofUser' | 'load'> {
  const current = ({ ctx }: AsyncDeskContext, bodies: readonly string[]) =>
    bodies.flatMap((body) => opened(read(body)) ?? []).map((each) => held.find(ctx, each.state.ref) ?? each)
  return {
    list: (asyncCtx, asked) => {
      const { status, found, limit, offset } = asked
      if (status === 'open') return held.list(asyncCtx, asked)
      const stands = statusOf[status]
      if (stands === undefined) return { cases: [], total: 0 }
      const where = { status: stands, ...(found !== null && { user: found.users }) }
      return whenReady(asyncCtx.store.page({ table, where, limit, offset }), ({ bodies, total }) => ({
        cases: current(asyncCtx, bodies),
        total,
      }))
    },
    ofUser: (asyncCtx, user, limit) =>
      whenReady(asyncCtx.store.page({ table, where: { user }, limit, offset: 0 }), ({ bodies }) =>
        current(asyncCtx, bodies),
      ),
    load: (asyncCtx, ref) => {
      const found = held.find(asyncCtx.ctx, ref)
      if (found !== null || !/^[1-9]\d{0,15}$/.test(ref)) return found
      return whenReady(asyncCtx.store.row(table, Number(ref)), (body) => (body === null ? null : opened(read(body))))
    },
  }
}
