import type { Center, Lock } from '#contract/account.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { KycRow } from '#contract/kyc.ts'
import { formatDec } from '#contract/wire/money.ts'
import type { Rooms } from '#server/core/context.ts'
import { shutUntil } from './guesses.ts'
import { linkOf } from './links.ts'
import { kycId, type Kyc, type User } from './rows.ts'
import { maskOf } from './targets.ts'

export const pinDoor = (user: number) => `pin:${user}`
const levelNames = ['', 'exclusive', 'vip', 'partner']

export const kycOf = ({ tables }: Pick<Rooms, 'tables'>, user: number, level: 1 | 2): Kyc =>
  tables.kycs.get(kycId(user, level)) ?? {
    id: kycId(user, level), user, level, status: 'none', reason: null, name: null, country: null, card: null, address: null,
    front: null, reverse: null, hand: null, submittedAt: null, reviewedAt: null, rev: 0,
  }
export const kycRowOf = (rooms: Rooms, row: Kyc): KycRow => {
  const picture = (path: string | null) => (path === null ? null : linkOf(rooms, path, row.user))
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
export const centerOf = (rooms: Rooms, user: User): Center => {
  const primary = kycOf(rooms, user.id, 1)
  const advanced = kycOf(rooms, user.id, 2)
  const inviter = user.inviter === null ? undefined : rooms.tables.users.get(user.inviter)
  const free = (kind: 'change' | 'micro') => formatDec(rooms.ledger.balance({ owner: user.id, asset: 3, kind }).free)
  return {
    id: user.id,
    nickname: user.nickname,
    avatar: user.avatar === null ? null : linkOf(rooms, user.avatar, user.id),
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

export const lockOf = (rooms: Rooms, user: User): Lock => {
  const now = rooms.now()
  const until = (at: number) => (at > now ? at : null)
  return {
    account_lock: user.accountUntil > now,
    account_until_ms: until(user.accountUntil),
    trade_lock: user.tradeUntil > now,
    trade_until_ms: until(user.tradeUntil),
    withdraw_lock: user.withdrawUntil > now,
    withdraw_until_ms: until(user.withdrawUntil),
    pay_password_until_ms: shutUntil(rooms, pinDoor(user.id)),
    reason: user.lockReason,
    server_now_ms: now,
  }
}

/** Keeps a changed user and tells them. */
export const putUser = (rooms: Rooms, user: User) => {
  rooms.tables.users.put(user)
  rooms.tell(user.id, { ev: 'account.changed', v: centerOf(rooms, user) })
  return user
}
/** After a change of credentials money may not leave for a while (W-15). */
export const holdWithdrawals = (rooms: Rooms, user: User): User => {
  const { credentialHoldMs } = rooms.settings
  if (credentialHoldMs === 0) return user
  const held = { ...user, withdrawUntil: Math.max(user.withdrawUntil, rooms.now() + credentialHoldMs), lockReason: 'credential' }
  rooms.tables.users.put(held)
  rooms.tell(user.id, { ev: 'account.lockChanged', v: lockOf(rooms, held), why: 'credential' })
  return held
}
