import type { CaseFact, CaseSignal, CaseStatus, Relative } from '#contract/desk/desk-cases.ts'
import { mayDecideKyc } from '#contract/kyc/kyc.ts'
import type { KycStatus } from '#contract/kyc/kyc-status.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { decideKyc } from '#server/features/kyc/review.ts'
import { linkOf } from '#server/identity/links.ts'
import { kycOf } from '#server/identity/people.ts'
import { addressKey, kycId, type Kyc } from '#server/identity/rows.ts'
import type { DeskContext } from '#server/features/desk/context.ts'
import { accountOf } from '#server/features/desk/accounts.ts'
import { passOrReject, queueOf } from '#server/features/desk/queue.ts'
import { worthOfAll } from '#server/features/desk/users.ts'
import { levelOf } from '#server/identity/people.ts'

const statuses = { none: null, underReview: 'open', passed: 'passed', rejected: 'rejected' } as const satisfies Record<
  KycStatus,
  CaseStatus | null
>
const newAccountMs = 86_400_000

const sharing = (ctx: DeskContext, row: Kyc, by: 'card' | 'address'): Kyc[] => {
  const key = by === 'card' ? row.card?.toUpperCase() : addressKey(row.address)
  if (!key) return []
  const others = ctx.tables.kycs.group(by, key).filter(({ user }) => user !== row.user)
  return [...new Map(others.map((other) => [other.user, other])).values()]
}
const relativesOf = (ctx: DeskContext, row: Kyc): Relative[] =>
  (['card', 'address'] as const).flatMap((shares) =>
    sharing(ctx, row, shares).map(({ user }) => ({ ...accountOf(ctx, user), shares, kyc: levelOf(ctx, user) })),
  )

/** A case is one application. The first one is named by its person alone, as all were in older releases. */
const refOf = ({ user, round = 1 }: Pick<Kyc, 'user' | 'round'>) => (round === 1 ? String(user) : `${user}-${round}`)
/** The references of the applications before it, whose decisions a decider reads too. */
const earlierOf = ({ user, round = 1 }: Kyc) =>
  Array.from({ length: round - 1 }, (_, at) => refOf({ user, round: at + 1 }))

const signalsOf = (ctx: DeskContext, row: Kyc): CaseSignal[] => {
  const { createdAt } = ctx.tables.users.need(row.user)
  // The first application is the first change of the row.
  const { rev: changes } = row
  const all: [CaseSignal, boolean][] = [
    ['card_elsewhere', sharing(ctx, row, 'card').length > 0],
    ['address_elsewhere', sharing(ctx, row, 'address').length > 0],
    ['tried_before', changes > 1 && row.status === 'underReview'],
    ['new_account', (row.submittedAt ?? 0) - createdAt < newAccountMs],
  ]
  return all.flatMap(([signal, isSet]) => (isSet ? [signal] : []))
}
const fact = (name: CaseFact['name'], value: string | null, more: Partial<CaseFact> = {}): CaseFact[] =>
  value === null ? [] : [{ name, value, unit: null, elsewhere: null, is_odd: false, ...more }]
/** What the person wrote here, beside what they wrote for the other level. */
const factsOf = (ctx: DeskContext, row: Kyc): CaseFact[] => {
  const other = kycOf(ctx, row.user, row.level === 1 ? 2 : 1)
  const beside = (mine: string | null, theirs: string | null) => ({
    elsewhere: theirs,
    is_odd: mine !== null && theirs !== null && addressKey(mine) !== addressKey(theirs),
  })
  return [
    ...fact('name', row.name, beside(row.name, other.name)),
    ...fact('country', row.country, beside(row.country, other.country)),
    ...fact('card_type', row.cardType ?? null),
    ...fact('card', row.card, {
      ...beside(row.card, other.card),
      ...(sharing(ctx, row, 'card').length > 0 && { is_odd: true }),
    }),
    ...fact('address', row.address, { elsewhere: other.address }),
    ...fact('level', String(levelOf(ctx, row.user))),
    ...fact('worth', worthOfAll(ctx, row.user), { unit: baseCoin.name }),
    ...fact('since', String(ctx.tables.users.need(row.user).createdAt)),
  ]
}

const kycQueue = (kind: 'kyc' | 'kyc_advanced', level: 1 | 2) =>
  queueOf<Kyc>({
    kind,
    rows: function* ({ tables }) {
      for (const row of tables.kycs.all()) if (row.level === level) yield row
    },
    find: ({ tables }, ref) => {
      const [, user, round = '1'] = /^(\d+)(?:-(\d+))?$/.exec(ref) ?? []
      const row = tables.kycs.get(kycId(Number(user), level))
      return row && Number(round) <= (row.round ?? 1) ? row : undefined
    },
    stateOf: (row) => {
      const { user, submittedAt, reviewedAt, reason, rev } = row
      const status = statuses[row.status]
      if (status === null) return null
      return {
        ref: refOf(row),
        earlier: earlierOf(row),
        user,
        status,
        openedAt: submittedAt ?? 0,
        decidedAt: reviewedAt,
        reason,
        rev,
      }
    },
    brief: (ctx, row) => ({ title: row.name ?? '', amount: null, coin: null, signals: signalsOf(ctx, row) }),
    detail: (ctx, row, reader) => ({
      facts: factsOf(ctx, row),
      relatives: relativesOf(ctx, row),
      files: (['front', 'reverse', 'hand'] as const).flatMap((name) =>
        row[name] === null ? [] : [{ name, url: linkOf(ctx, row[name], reader) }],
      ),
    }),
    stakeOf: () => null,
    may: ({ status }) => (['pass', 'reject'] as const).filter((decision) => mayDecideKyc(decision, status)),
    decide: (ctx, row, { decision, reason }) => decideKyc(ctx, row, passOrReject(decision), reason),
  })

/** Primary and advanced verification. */
export const kycQueues = [kycQueue('kyc', 1), kycQueue('kyc_advanced', 2)]
