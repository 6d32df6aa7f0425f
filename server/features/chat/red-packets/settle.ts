import { contentCodes } from '#contract/chat/chat-content.ts'
import {
  mayPacketStep,
  packetLimits,
  packetScale,
  packetRule,
  packetTransitions,
  packetType,
  shareHashOf,
  type PacketRule,
  type PacketStep,
  type PacketType,
} from '#contract/chat/chat-packet.ts'
import { logTypes } from '#contract/wire/booking.ts'
import { encode } from '#contract/wire/coded.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { rescale, SCALE } from '#contract/wire/money.ts'
import { deadline } from '#server/core/deadlines.ts'
import { writeChange, writeMessage, writeSystem } from '#server/features/chat/log.ts'
import { nameOf } from '#server/features/chat/people.ts'
import { packetHold, type PacketRow } from '#server/features/chat/packet-rows.ts'
import type { ChatRow, MessageRow } from '#server/features/chat/rows.ts'
import { splitEqual, splitRandom } from './split.ts'
import { amountOf, packetOf, takenOf } from './view.ts'
import type { ChatRedPacketsContext } from './context.ts'

/** Due when what was not taken returns. */
export const packetExpiry = deadline('chatPacketExpiry')
const kind = 'legal'
/** Cents in units of the ledger. */
export const unitsOf = (cents: bigint) => rescale(cents, packetScale, SCALE)

type Wish = {
  user: number
  chat: ChatRow
  cents: bigint
  count: number
  type: PacketType
  rule: PacketRule
  named: number | null
  remark: string
}
/** Sends a packet: its money is set aside, its shares are fixed, and its message is written, all in one command. */
export function sendPacket(
  ctx: ChatRedPacketsContext,
  { user, chat, cents, count, type, rule, named, remark }: Wish,
): { packet: PacketRow; message: MessageRow } {
  const id = `p${ctx.random.bytes(12).toString('hex')}`
  const salt = ctx.random.bytes(16).toString('hex')
  const shares = rule === 'random' ? splitRandom(ctx.random, Number(cents), count) : splitEqual(Number(cents), count)
  const hash = shareHashOf(id, salt, shares)
  const at = ctx.now()
  const expiresAt = at + packetLimits.lifeMs
  ctx.ledger.hold(packetHold(id), { owner: user, asset: baseCoin.id, kind }, unitsOf(cents), logTypes.packetSent)
  const content = {
    redBagId: id,
    redBagRemark: remark,
    redBagNums: count,
    redBagType: Number(encode(packetType, type)),
    redBagRule: Number(encode(packetRule, rule)),
    fromUser: String(user),
    shareHash: hash,
    expireMs: expiresAt,
  }
  const message = writeMessage(ctx, chat.id, {
    from: user,
    kind: 'user',
    type: contentCodes.redPacket,
    content: JSON.stringify(content),
    text: remark,
  })
  const packet = ctx.tables.chatPackets.put({
    id,
    chat: chat.id,
    n: message.n,
    from: user,
    remark,
    cents: String(cents),
    type,
    rule,
    named,
    shares: shares.map(String),
    salt,
    hash,
    takes: [],
    refund: '0',
    status: 'active',
    at,
    expiresAt,
    rev: 1,
  })
  ctx.deadlines.set(packetExpiry, id, expiresAt)
  countOpen(ctx, chat.id, 1)
  return { packet, message }
}
const countOpen = ({ tables }: ChatRedPacketsContext, chatNo: number, by: number) => {
  const chat = tables.chats.need(chatNo)
  tables.chats.put({ ...chat, packets: chat.packets + by })
}

/**
 * The only code that changes a packet. An illegal step throws: it is a bug. Its chat, its sender and those concerned
 * are told.
 */
function movePacket(
  ctx: ChatRedPacketsContext,
  step: PacketStep,
  row: PacketRow,
  change: Partial<PacketRow>,
  told: readonly number[],
): PacketRow {
  if (!mayPacketStep(step, row.status)) throw new Error(`packet ${row.id}: ${step} from ${row.status}`)
  const { to } = packetTransitions[step]
  const moved = ctx.tables.chatPackets.put({ ...row, ...change, status: to, rev: row.rev + 1 })
  if (to !== 'active') {
    ctx.deadlines.clear(packetExpiry, row.id)
    countOpen(ctx, row.chat, -1)
  }
  const why = step === 'take' ? 'taken' : to === 'expired' ? 'expired' : 'exhausted'
  writeChange(ctx, row.chat, {
    ev: 'chat.packetChanged',
    v: { redBagId: row.id, n: row.n, takenNums: moved.takes.length, status: moved.status, rev: moved.rev },
    why,
  })
  // Who opens the packet reads its shares then: with them an event to each of five hundred takers would hold five
  // hundred shares.
  const shown = { ...packetOf(ctx, moved, row.from), salt: null, shares: null }
  const concerned = new Set([row.from, ...told])
  const takenBy = new Map(
    moved.takes.flatMap((each) => (concerned.has(each.user) ? [[each.user, amountOf(each.cents)] as const] : [])),
  )
  for (const user of concerned)
    ctx.emit(user, { ev: 'chat.packetChanged', v: { ...shown, myValue: takenBy.get(user) ?? null }, why })
  return moved
}
/** Gives the next share to a user, who may have it. The last one ends the packet. */
export function giveShare(ctx: ChatRedPacketsContext, row: PacketRow, user: number): PacketRow {
  const cents = row.shares[row.takes.length]
  if (cents === undefined) throw new Error(`packet ${row.id} has no share left`)
  const amount = unitsOf(BigInt(cents))
  ctx.ledger.spend(packetHold(row.id), amount, {
    type: logTypes.packetSent,
    from: row.from,
    info: row.id,
    postings: [{ owner: user, asset: baseCoin.id, kind, free: amount }],
    typeOf: ({ held }) => (held === undefined ? logTypes.packetReceived : logTypes.packetSent),
  })
  const takes = [...row.takes, { user, cents, at: ctx.now() }]
  const isLast = takes.length === row.shares.length
  const moved = movePacket(
    ctx,
    isLast ? 'exhaust' : 'take',
    row,
    { takes },
    isLast ? takes.map((each) => each.user) : [user],
  )
  const line = {
    redBagId: row.id,
    messageN: row.n,
    userName: row.type === 'single' ? nameOf(ctx, user) : nameOf(ctx, row.from),
  }
  if (row.type === 'single') writeSystem(ctx, row.chat, 'packetTaken', line)
  else if (isLast) writeSystem(ctx, row.chat, 'packetEmpty', line)
  return moved
}
/** Ends a packet whose time is over: what was not taken returns to its sender, once. */
export function expirePacket(ctx: ChatRedPacketsContext, row: PacketRow): PacketRow {
  ctx.ledger.release(packetHold(row.id), logTypes.packetBack)
  return movePacket(
    ctx,
    'expire',
    row,
    { refund: String(BigInt(row.cents) - takenOf(row)) },
    row.takes.map(({ user }) => user),
  )
}
export function expireDue(ctx: ChatRedPacketsContext, id: string) {
  const row = ctx.tables.chatPackets.get(id)
  if (row?.status === 'active') expirePacket(ctx, row)
}
