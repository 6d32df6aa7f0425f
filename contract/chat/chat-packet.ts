import * as z from 'zod/mini'
import { coded } from '#contract/wire/coded.ts'
import { ms, sid, time } from '#contract/wire/fields.ts'
import { dec, parseDec } from '#contract/wire/money.ts'
import { sha256 } from '#contract/wire/sha256.ts'

/** Decimals of the amounts in a packet: cents. */
export const packetScale = 2
export const packetLimits = { min: '0.01', max: '200', lifeMs: 86_400_000, remark: 30, authoriseMs: 120_000 } as const

export const packetType = coded(z.enum(['single', 'group']), { single: 0, group: 1 })
export type PacketType = z.output<typeof packetType>
export const packetRule = coded(z.enum(['random', 'equal', 'named']), { random: 1, equal: 2, named: 3 })
export type PacketRule = z.output<typeof packetRule>
export const packetStatus = z.enum(['active', 'exhausted', 'expired'])
export type PacketStatus = z.output<typeof packetStatus>
/** Statuses by what may follow them. */
export const packetTransitions = {
  take: { from: ['active'], to: 'active' },
  exhaust: { from: ['active'], to: 'exhausted' },
  expire: { from: ['active'], to: 'expired' },
} as const satisfies Record<string, { readonly from: readonly PacketStatus[]; readonly to: PacketStatus }>
export type PacketStep = keyof typeof packetTransitions
export const mayPacketStep = (step: PacketStep, status: PacketStatus) =>
  packetTransitions[step].from.some((from) => from === status)

/**
 * A red packet. `salt` and `shares` are told when it has ended, to who reads it, and in no event; the sum of what
 * others took only to its sender until then.
 */
export const packet = z.object({
  redBagId: sid,
  chatGroupId: sid,
  messageId: sid,
  n: z.int(),
  fromUser: sid,
  userName: z.string(),
  redBagRemark: z.string(),
  redBagValue: dec,
  redBagNums: z.int(),
  redBagType: packetType,
  redBagRule: packetRule,
  receiveUsers: z.array(z.object({ userId: sid })),
  takenNums: z.int(),
  takenValue: dec,
  refundValue: dec,
  myValue: z.nullable(dec),
  status: packetStatus,
  createTime: time,
  expireMs: ms,
  serverNowMs: ms,
  shareHash: z.string(),
  salt: z.nullable(z.string()),
  shares: z.nullable(z.array(dec)),
  rev: z.int(),
})
export type Packet = z.output<typeof packet>
/** True if the received copy is newer than the one held. */
export const isPacketAhead = (held: Pick<Packet, 'rev'>, received: Pick<Packet, 'rev'>) => received.rev > held.rev

/**
 * The commitment to the shares of a packet, made before anyone could take one. Shares in cents, in the order in which
 * they are taken.
 */
export const shareHashOf = (id: string, salt: string, shares: readonly bigint[]) =>
  sha256(`${id}|${salt}|${shares.join(',')}`)
/**
 * True when the shares that an ended packet shows are those it was sent with. It proves that they were fixed
 * beforehand, not that they were drawn fairly. Null while the packet has not ended.
 */
export function verifyPacket({ redBagId, salt, shares, shareHash, redBagValue }: Packet): boolean | null {
  if (salt === null || shares === null) return null
  const cents = shares.map((share) => parseDec(share, packetScale))
  const sum = cents.reduce((total, share) => total + share, 0n)
  return sum === parseDec(redBagValue, packetScale) && shareHashOf(redBagId, salt, cents) === shareHash
}

/** How taking a packet went. */
export const takeResult = coded(z.enum(['taken', 'had', 'gone', 'other']), { taken: 1, had: -1, gone: -2, other: -3 })
export type TakeResult = z.output<typeof takeResult>
export const takeReason = z.enum([
  'ok',
  'packet_taken',
  'packet_gone',
  'packet_expired',
  'packet_own',
  'packet_not_named',
  'not_member',
])
export type TakeReason = z.output<typeof takeReason>
/** The reasons that a member of its chat can meet. */
export type PacketStanding = Exclude<TakeReason, 'not_member'>
/** The result of each reason, for clients that read numbers. */
export const takeResultOf = {
  ok: 'taken',
  packet_taken: 'had',
  packet_gone: 'gone',
  packet_expired: 'other',
  packet_own: 'other',
  packet_not_named: 'other',
  not_member: 'other',
} as const satisfies Record<TakeReason, TakeResult>

type Standing = Pick<Packet, 'myValue' | 'status' | 'expireMs' | 'redBagType' | 'fromUser' | 'receiveUsers'>
/**
 * What taking a packet comes to for a member of its chat, at an instant of the server: `ok`, or why not. The venue
 * decides by it, and a page offers by it.
 */
export function packetStanding(packet: Standing, me: string, nowMs: number): PacketStanding {
  const { myValue, status, expireMs, redBagType, fromUser, receiveUsers } = packet
  if (myValue !== null) return 'packet_taken'
  if (status === 'exhausted') return 'packet_gone'
  if (status === 'expired' || expireMs <= nowMs) return 'packet_expired'
  if (redBagType === 'single' && fromUser === me) return 'packet_own'
  const isNamed = receiveUsers.length === 0 || receiveUsers.some(({ userId }) => userId === me)
  return isNamed ? 'ok' : 'packet_not_named'
}
