import type { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { packetLimits, packetScale, type PacketRule } from '#contract/chat/chat-packet.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import { checkMe, isChatBot, isStaff, userOf } from '#server/features/chat/people.ts'
import { checkMaySpeak, groupIn, peerOf, placeIn, type Place } from '#server/features/chat/places.ts'
import { placeId } from '#server/features/chat/rows.ts'
import { checkMayWithdraw } from '#server/identity/locks.ts'
import { unitsOf } from './settle.ts'
import type { ChatRedPacketsContext } from './context.ts'

type Single = InputOf<typeof chatRedPackets.send>
type Group = InputOf<typeof chatRedPackets.sendToGroup>

const centsOf = (typed: string | undefined): bigint => {
  if (typed === undefined || typed === '') throw new Refusal('amount_required')
  const { min, max } = packetLimits
  const cents = parseDec(typed, packetScale)
  if (
    decimalsOf(formatDec(parseDec(typed))) > packetScale ||
    cents < parseDec(min, packetScale) ||
    cents > parseDec(max, packetScale)
  )
    throw new Refusal('packet_value', { min, max })
  return cents
}
const remarkOf = (remark: string | undefined) => {
  if ([...(remark ?? '')].length > packetLimits.remark) throw new Refusal('text_too_long', { max: packetLimits.remark })
  return remark ?? ''
}
/** What both kinds check: who, where, how much, and whether the money is there and may leave. */
function checkPayable(ctx: ChatRedPacketsContext, user: number, at: Place, input: Single | Group) {
  checkMe(user, input.fromUser)
  checkMaySpeak(ctx, at)
  checkMayWithdraw(ctx, user)
  const cents = centsOf(input.redBagValue)
  const remark = remarkOf(input.redBagRemark)
  if (ctx.ledger.balance({ owner: user, asset: baseCoin.id, kind: 'legal' }).free < unitsOf(cents))
    throw new Refusal('insufficient_balance')
  return { user, chat: at.chat, cents, remark }
}
export function checkSingle(ctx: ChatRedPacketsContext, user: number, input: Single) {
  const at = placeIn(ctx, user, input.chatGroupId)
  if (at.chat.type === 'group' || input.redBagType === 'group') throw new Refusal('content_type')
  // Nobody is there to open it, or somebody who must not take presents.
  const peer = peerOf(at.chat, user)
  if (peer !== null && (isChatBot(ctx, peer) || isStaff(ctx, peer))) throw new Refusal('content_type')
  return { ...checkPayable(ctx, user, at, input), type: 'single', rule: 'equal', named: null, count: 1 } as const
}
export function checkGroup(ctx: ChatRedPacketsContext, user: number, input: Group) {
  const at = groupIn(ctx, user, input.chatGroupId)
  const payable = checkPayable(ctx, user, at, input)
  const rule: PacketRule = input.redBagRule ?? 'random'
  const named = rule === 'named' ? namedIn(ctx, at, input) : null
  const count = rule === 'named' ? 1 : (input.redBagNums ?? 0)
  const max = Math.min(at.chat.count, Number(payable.cents))
  if (count < 1 || count > max) throw new Refusal('packet_count', { max })
  return { ...payable, type: 'group', rule, named, count } as const
}
function namedIn(ctx: ChatRedPacketsContext, { chat }: Place, { receiveUsers = [] }: Group): number {
  const [who] = receiveUsers
  if (!who || receiveUsers.length > 1) throw new Refusal('packet_count', { max: 1 })
  const named = userOf(ctx, who.userId).id
  if (ctx.tables.chatPlaces.get(placeId(chat.id, named))?.isIn !== true) throw new Refusal('not_member')
  return named
}
