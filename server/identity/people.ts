import type { IdentityContext } from './context.ts'
import { kycId, type Kyc, type User } from './rows.ts'

/** The verification of a user at one level; its status is `none` if they never applied. */
export const kycOf = ({ tables }: Pick<IdentityContext, 'tables'>, user: number, level: 1 | 2): Kyc =>
  tables.kycs.get(kycId(user, level)) ?? {
    id: kycId(user, level),
    user,
    level,
    status: 'none',
    reason: null,
    name: null,
    country: null,
    card: null,
    address: null,
    front: null,
    reverse: null,
    hand: null,
    submittedAt: null,
    reviewedAt: null,
    rev: 0,
  }

/** The highest verification level that has passed, 0 to 2. */
export const levelOf = (ctx: Pick<IdentityContext, 'tables'>, user: number): 0 | 1 | 2 =>
  kycOf(ctx, user, 2).status === 'passed' ? 2 : kycOf(ctx, user, 1).status === 'passed' ? 1 : 0

/** An account of the demo, which nobody logs in to. */
export const botUser = (known: Pick<User, 'id' | 'nickname' | 'createdAt'> & Partial<User>): User => ({
  avatar: null,
  email: null,
  mobile: null,
  password: '',
  pin: null,
  inviter: null,
  code: `BOT-${known.id}`,
  line: null,
  lang: 'en',
  agentLevel: 0,
  powers: [],
  accountUntil: 0,
  tradeUntil: 0,
  withdrawUntil: 0,
  lockReason: null,
  signature: null,
  sex: 'unset',
  address: null,
  ...known,
})
