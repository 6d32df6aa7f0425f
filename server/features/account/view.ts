import type { Center } from '#contract/account/account-center.ts'
import { timeOf } from '#contract/wire/fields.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec } from '#contract/wire/money.ts'
import { maskAccount, methodsOf, waysOf } from '#server/features/wallet/bank/methods.ts'
import { recordOf } from '#server/features/otc/merchants.ts'
import { linkOf } from '#server/identity/links.ts'
import { kycOf } from '#server/identity/people.ts'
import type { User } from '#server/identity/rows.ts'
import type { AccountContext } from './context.ts'
import { maskOf } from '#server/identity/targets.ts'

const levelNames = ['', 'exclusive', 'vip', 'partner']

/** A user's profile in wire form, for the user. */
export const centerOf = (ctx: AccountContext, user: User): Center => {
  const primary = kycOf(ctx, user.id, 1)
  const advanced = kycOf(ctx, user.id, 2)
  const merchant = recordOf(ctx, user.id)
  const inviter = user.inviter === null ? undefined : ctx.tables.users.get(user.inviter)
  const free = (kind: 'change' | 'micro') =>
    formatDec(ctx.ledger.balance({ owner: user.id, asset: baseCoin.id, kind }).free)
  return {
    id: user.id,
    nickname: user.nickname,
    avatar: user.avatar === null ? null : linkOf(ctx, user.avatar, user.id),
    phone: maskOf.mobile(user.mobile),
    email: maskOf.email(user.email),
    account_number: String(user.id),
    account: waysOf(ctx, user.id).includes('bank') ? maskAccount(methodsOf(ctx, user.id)?.bank_account ?? '') : null,
    review_status: primary.status,
    advanced_status: advanced.status,
    reject_reason: advanced.reason ?? primary.reason,
    name: primary.name,
    userreal_name: primary.name,
    country: primary.country,
    card_id: maskOf.card(primary.card),
    is_seller: merchant.bail === 'held',
    create_date: timeOf(user.createdAt),
    usdt: free('change'),
    usdt_mic: free('micro'),
    caution_money: merchant.bailAmount,
    parent_name: inviter?.nickname ?? null,
    my_agent_level: user.agentLevel,
    agent_name: user.agentLevel === 0 ? null : (levelNames[user.agentLevel] ?? null),
    extension_code: user.code,
    has_password: user.pin === null ? 'unset' : 'set',
    line_account: user.line,
    lang: user.lang,
    favourites: user.favourites === undefined ? null : [...user.favourites],
  }
}

/** Stores a changed user and sends them their new profile. */
export const putUser = (ctx: AccountContext, user: User, why?: string) => {
  ctx.tables.users.put(user)
  ctx.emit(user.id, { ev: 'account.changed', v: centerOf(ctx, user), ...(why !== undefined && { why }) })
  return user
}
