import { deskPowers } from '#contract/desk/desk-cases.ts'
import { isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import { isBot } from '#server/features/otc/bot-people.ts'
import { Refusal } from '#server/core/refusal.ts'
import { linkOf } from '#server/identity/links.ts'
import { powersOf } from '#server/identity/standing.ts'
import { pairId } from './rows.ts'
import type { ChatContext } from './context.ts'

/** The number in a user's id of the chat; 0, which nobody has, for any other text. */
export const userNoOf = (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0)
/** The user behind an id of the chat; refuses with `not_found`. */
export const userOf = ({ tables }: Pick<ChatContext, 'tables'>, id: string) => tables.users.need(userNoOf(id))
/** A field that names the caller must name the caller. */
export const checkMe = (user: number, named: string | undefined) => {
  if (named !== undefined && named !== String(user)) throw new Refusal('forbidden')
}
export const nameOf = ({ tables }: Pick<ChatContext, 'tables'>, user: number) => tables.users.get(user)?.nickname ?? ''
/** The link of a user's picture; pictures of people are public, so it is the same for every reader. */
export const avatarOf = (ctx: ChatContext, user: number) => {
  const avatar = ctx.tables.users.get(user)?.avatar ?? null
  return avatar === null ? null : linkOf(ctx, avatar, 0)
}
export const numberOf = ({ tables }: Pick<ChatContext, 'tables'>, user: number) =>
  tables.chatNumbers.get(user)?.number ?? `k${user}`
/** The user with this chat number. */
export function userOfNumber({ tables }: Pick<ChatContext, 'tables'>, text: string) {
  const chosen = tables.chatNumbers.one('number', text.toLowerCase())
  if (chosen) return tables.users.get(chosen.user)
  const id = /^k?([1-9]\d{4,11})$/i.exec(text)?.[1]
  return id === undefined ? undefined : tables.users.get(Number(id))
}
export const isFriend = ({ tables }: Pick<ChatContext, 'tables'>, user: number, other: number) =>
  tables.chatFriends.get(pairId(user, other)) !== undefined
export const isBlocked = ({ tables }: Pick<ChatContext, 'tables'>, user: number, by: number) =>
  tables.chatBlocks.get(pairId(by, user)) !== undefined
/**
 * Who answers by written rules. The customer service does so in the demo only; elsewhere people of the desk write for
 * it.
 */
export const isChatBot = ({ tables, settings }: Pick<ChatContext, 'tables' | 'settings'>, user: number) => {
  const role = tables.chatBots.get(user)?.role
  return role === 'guest' || (role === 'support' && settings.chat.hasBots) || isBot({ tables }, user)
}
const isSupport = ({ tables }: Pick<ChatContext, 'tables'>, user: number) =>
  tables.chatBots.get(user)?.role === 'support'
/** Who speaks for the platform. The badge comes from here and never from a name (AT50). */
export const isStaff = (ctx: ChatContext, user: number) => {
  const row = ctx.tables.users.get(user)
  return (
    isSupport(ctx, user) ||
    (row !== undefined && powersOf(ctx, row).some((power) => deskPowers.some((each) => each === power)))
  )
}
/** Friends call each other, where there are calls; across a block nobody does. */
export const mayCall = (ctx: ChatContext, user: number, other: number) =>
  ctx.settings.chat.callServers !== null &&
  isFriend(ctx, user, other) &&
  !isBlocked(ctx, user, other) &&
  !isBlocked(ctx, other, user) &&
  !isChatBot(ctx, other)
const hasOpenOrder = ({ tables }: Pick<ChatContext, 'tables'>, one: number, other: number) =>
  tables.otcOrders.group('buyer', one).some((order) => order.seller.user === other && !isOtcOrderOver(order)) ||
  tables.otcOrders.group('buyer', other).some((order) => order.seller.user === one && !isOtcOrderOver(order))
/**
 * Whether `user` may write to `other` alone: friends, the two sides of an open order, and anyone with support; never
 * who was blocked.
 */
export const mayWriteTo = (ctx: ChatContext, user: number, other: number) =>
  !isBlocked(ctx, user, other) &&
  (isFriend(ctx, user, other) || isSupport(ctx, user) || isSupport(ctx, other) || hasOpenOrder(ctx, user, other))
