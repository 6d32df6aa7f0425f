import type { CaseSignal } from '#contract/desk/desk-cases.ts'
import { decideRemoval, checkRemoval } from '#server/features/session/recovery/settle.ts'
import type { TotpRemovalRow } from '#server/features/session/recovery/rows.ts'
import { beyond } from '#server/features/market/worth.ts'
import type { DeskContext } from '#server/features/desk/context.ts'
import { passOrReject, queueOf } from '#server/features/desk/queue.ts'
import { fact, isNewAccount, personFacts } from './kit.ts'

/** The login of the account that was used last, whose owner has not objected so far. */
const lastLogin = ({ tables }: DeskContext, user: number) =>
  tables.sessions
    .group('user', user)
    .filter(({ kind }) => kind === 'main')
    .toSorted((a, b) => b.usedAt - a.usedAt)[0]
const signalsOf = (ctx: DeskContext, row: TotpRemovalRow): CaseSignal[] => {
  const all: [CaseSignal, boolean][] = [
    ['tried_before', ctx.tables.totpRemovals.group('user', row.user).some(({ id }) => id < row.id)],
    ['locked', ctx.tables.users.need(row.user).withdrawUntil > ctx.now()],
    ['new_account', isNewAccount(ctx, row)],
  ]
  return all.flatMap(([signal, isSet]) => (isSet ? [signal] : []))
}
const factsOf = (ctx: DeskContext, row: TotpRemovalRow) => {
  const last = lastLogin(ctx, row.user)
  const beside = (mine: string | null, theirs: string | null | undefined) => ({
    elsewhere: theirs ?? null,
    is_odd: mine !== null && theirs !== undefined && mine !== theirs,
  })
  return [
    ...fact('note', row.why),
    ...fact('earliest', String(row.from)),
    ...fact('device', row.device, beside(row.device, last?.agent)),
    ...fact('place', row.place, beside(row.place, last?.place)),
    ...fact('seen', last === undefined ? null : String(last.usedAt)),
    ...personFacts(ctx, row.user),
  ]
}

/**
 * Requests to take a lost authenticator app off an account. Each takes two people: it opens all that the account has.
 */
export const removalQueue = queueOf<TotpRemovalRow>({
  kind: 'totp',
  rows: ({ tables }) => tables.totpRemovals.all(),
  find: ({ tables }, ref) => tables.totpRemovals.get(Number(ref)),
  stateOf: ({ id, user, status, at, decidedAt, reason, rev }) => ({
    ref: String(id),
    user,
    status,
    openedAt: at,
    decidedAt,
    reason,
    rev,
  }),
  brief: (ctx, row) => ({ title: row.why, amount: null, coin: null, signals: signalsOf(ctx, row) }),
  detail: (ctx, row) => ({ facts: factsOf(ctx, row), files: [], relatives: [] }),
  stakeOf: () => beyond,
  may: ({ status }) => (status === 'open' ? ['pass', 'reject'] : []),
  check: (ctx, row) => checkRemoval(ctx, row),
  decide: (ctx, row, { decision, reason }) => decideRemoval(ctx, row, passOrReject(decision), reason),
})
