import type { CaseFact, CaseSignal, FactName, Relative } from '#contract/desk/desk-cases.ts'
import type { MoneyStatus } from '#contract/wire/decision.ts'
import { isSameName } from '#contract/wallet/bank-accounts.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { verifiedName } from '#server/features/wallet/bank/methods.ts'
import { accountOf } from '#server/features/desk/accounts.ts'
import type { DeskContext } from '#server/features/desk/context.ts'
import type { CaseState, Sharing, Stored } from '#server/features/desk/queue.ts'
import { worthOfAll } from '#server/features/desk/users.ts'
import { levelOf } from '#server/identity/people.ts'

// What the queues of money have in common.

const newAccountMs = 86_400_000
export const statusOf = {
  open: 'processing',
  passed: 'passed',
  rejected: 'rejected',
} as const satisfies Stored<unknown>['statusOf']
const caseStatuses = { processing: 'open', passed: 'passed', rejected: 'rejected' } as const satisfies Record<
  MoneyStatus,
  CaseState['status']
>
type Row = {
  id: number
  user: number
  status: MoneyStatus
  at: number
  changedAt: number
  remark: string | null
  rev: number
}
export const stateOf = ({ id, user, status, at, changedAt, remark, rev }: Row): CaseState => ({
  ref: String(id),
  user,
  status: caseStatuses[status],
  openedAt: at,
  decidedAt: status === 'processing' ? null : changedAt,
  reason: remark,
  rev,
})

export const fact = (name: FactName, value: string | null, more: Partial<CaseFact> = {}): CaseFact[] =>
  value === null || value === '' ? [] : [{ name, value, unit: null, elsewhere: null, is_odd: false, ...more }]
export const money = (name: FactName, value: string | null, unit: string) => fact(name, value, { unit })
/** A name beside the one that the verification has confirmed. */
export const nameFact = (ctx: DeskContext, user: number, name: string | null): CaseFact[] => {
  const verified = verifiedName(ctx, user)
  return fact('name', name || verified, { elsewhere: name ? verified : null, is_odd: differs(ctx, user, name) })
}
export const differs = (ctx: DeskContext, user: number, name: string | null) => {
  const verified = verifiedName(ctx, user)
  return Boolean(name) && verified !== null && !isSameName(name ?? '', verified)
}
/** Who the person is to the venue. */
export const personFacts = (ctx: DeskContext, user: number): CaseFact[] => [
  ...fact('level', String(levelOf(ctx, user))),
  ...fact('worth', worthOfAll(ctx, user), { unit: baseCoin.name }),
  ...fact('since', String(ctx.tables.users.need(user).createdAt)),
]
export const coinName = ({ tables }: DeskContext, coin: number) => tables.coins.get(coin)?.name ?? ''
export const signalsIf = (all: Partial<Record<CaseSignal, boolean>>): CaseSignal[] => {
  const names: readonly CaseSignal[] = [
    'to_send',
    'in_batch',
    'moved',
    'credited_before',
    'sender_elsewhere',
    'address_elsewhere',
    'card_elsewhere',
    'name_differs',
    'locked',
    'new_address',
    'new_account',
  ]
  return names.filter((name) => all[name] === true)
}
/** The account was made less than a day before the case. */
export const isNewAccount = ({ tables }: DeskContext, { user, at }: Pick<Row, 'user' | 'at'>) =>
  at - tables.users.need(user).createdAt < newAccountMs

export const relativesOf = (ctx: DeskContext, user: number, sharing: readonly Sharing[]): Relative[] => {
  const others = new Map(
    sharing
      .filter((each) => each.user !== user && ctx.tables.users.get(each.user))
      .map((each) => [`${each.user}|${each.shares}`, each]),
  )
  return [...others.values()].map(({ user: other, shares }) => ({
    ...accountOf(ctx, other),
    shares,
    kyc: levelOf(ctx, other),
  }))
}
/** Accounts whose rows of a table have one value in a column, newest rows first. */
const maxRelatives = 20
export const sharingIn = (bodies: readonly string[], shares: Sharing['shares']): Sharing[] =>
  bodies.map((body): { user: number } => JSON.parse(body)).map(({ user }) => ({ user, shares }))
export const pageOfSharing = (table: string, where: Readonly<Record<string, string>>) => ({
  table,
  where,
  limit: maxRelatives,
  offset: 0,
})
