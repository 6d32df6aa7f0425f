import type { Center, Lock } from '#contract/account.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { KycRow } from '#contract/kyc.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { CommandContext } from '#server/core/context.ts'
import { shutUntil } from './guesses.ts'
import { linkOf } from './links.ts'
import { kycId, type Kyc, type User } from './rows.ts'
import { maskOf } from './targets.ts'

export const pinDoor = (user: number) => `pin:${user}`
const levelNames = ['', 'exclusive', 'vip', 'partner']

export const kycOf = ({ tables }: Pick<CommandContext, 'tables'>, user: number, level: 1 | 2): Kyc =>
  tables.kycs.get(kycId(user, level)) ?? {
    id: kycId(user, level), user, level, status: 'none', reason: null, name: null, country: null, card: null, address: null,
    front: null, reverse: null, hand: null, submittedAt: null, reviewedAt: null, rev: 0,
  }
export const kycRowOf = (ctx: CommandContext, row: Kyc): KycRow => {
  const picture = (path: string | null) => (path === null ? null : linkOf(ctx, path, row.user))
  return {
    level: row.level === 1 ? 'primary' : 'advanced',
    review_status: row.status,
    reject_reason: row.reason,
    name: row.name,
    country: row.country,
    card_id: maskOf.card(row.card),
    address: row.address,
    front_pic: picture(row.front),
    reverse_pic: picture(row.reverse),
    hand_pic: picture(row.hand),
    submitted_time: row.submittedAt === null ? null : timeOf(row.submittedAt),
    reviewed_time: row.reviewedAt === null ? null : timeOf(row.reviewedAt),
    rev: row.rev,
  }
}

/** The caller as the product shows them to themselves. */
export const centerOf = (ctx: CommandContext, user: User): Center => {
  const primary = kycOf(ctx, user.id, 1)
  const advanced = kycOf(ctx, user.id, 2)
  const inviter = user.inviter === null ? undefined : ctx.tables.users.get(user.inviter)
  const free = (kind: 'change' | 'micro') => formatDec(ctx.ledger.balance({ owner: user.id, asset: 3, kind }).free)
  return {
    id: user.id,
    nickname: user.nickname,
    avatar: user.avatar === null ? null : linkOf(ctx, user.avatar, user.id),
    phone: maskOf.mobile(user.mobile),
    email: maskOf.email(user.email),
    account_number: String(user.id),
    account: null,
    review_status: primary.status,
    advanced_status: advanced.status,
    reject_reason: advanced.reason ?? primary.reason,
    name: primary.name,
    userreal_name: primary.name,
    country: primary.country,
    card_id: maskOf.card(primary.card),
    is_seller: false,
    create_date: timeOf(user.createdAt),
    usdt: free('change'),
    usdt_mic: free('micro'),
    caution_money: '0',
    parent_name: inviter?.nickname ?? null,
    my_agent_level: user.agentLevel,
    agent_name: user.agentLevel === 0 ? null : (levelNames[user.agentLevel] ?? null),
    extension_code: user.code,
    has_password: user.pin === null ? 'unset' : 'set',
    line_account: user.line,
  }
}

export const lockOf = (ctx: CommandContext, user: User): Lock => {
  const now = ctx.now()
  const until = (at: number) => (at > now ? at : null)
  return {
    account_lock: user.accountUntil > now,
    account_until_ms: until(user.accountUntil),
    trade_lock: user.tradeUntil > now,
    trade_until_ms: until(user.tradeUntil),
    withdraw_lock: user.withdrawUntil > now,
    withdraw_until_ms: until(user.withdrawUntil),
    pay_password_until_ms: shutUntil(ctx, pinDoor(user.id)),
    reason: user.lockReason,
    server_now_ms: now,
  }
}

/** Keeps a changed user and tells them. */
export const putUser = (ctx: CommandContext, user: User) => {
  ctx.tables.users.put(user)
  ctx.emit(user.id, { ev: 'account.changed', v: centerOf(ctx, user) })
  return user
}
/** After a change of credentials money may not leave for a while (W-15). */
export const holdWithdrawals = (ctx: CommandContext, user: User): User => {
  const { credentialHoldMs } = ctx.settings
  if (credentialHoldMs === 0) return user
  const held = { ...user, withdrawUntil: Math.max(user.withdrawUntil, ctx.now() + credentialHoldMs), lockReason: 'credential' }
  ctx.tables.users.put(held)
  ctx.emit(user.id, { ev: 'account.lockChanged', v: lockOf(ctx, held), why: 'credential' })
  return held
}
