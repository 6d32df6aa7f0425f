import { isPacketAhead, packet, packetStanding, type Packet, type PacketStanding } from '#contract/chat/chat-packet.ts'
import { followMachine, type Held } from '#machines/kit/follow.ts'

/** Taking a share: of which packet, in which chat, under which key. */
export type PacketChange = { readonly redBagId: string; readonly chatGroupId: string; readonly key: string }

const stateNames = {
  ok: 'open',
  packet_taken: 'taken',
  packet_gone: 'gone',
  packet_expired: 'expired',
  packet_own: 'own',
  packet_not_named: 'notNamed',
} as const satisfies Record<PacketStanding, string>

/** What taking it comes to now, by the rule of the server and on its clock. */
export const packetNow = ({ copy, now }: Held<Packet>, me: string) =>
  packetStanding(copy, me, Math.max(now ?? 0, copy.serverNowMs))

/** A red packet as `me`, a member of its chat, sees it; its one step takes a share. */
export const packetMachine = (me = '') =>
  followMachine<Packet, null, PacketChange, (typeof stateNames)[PacketStanding]>({
    id: 'packet',
    schema: packet,
    isAhead: (held, received) => received.redBagId === held.redBagId && isPacketAhead(held, received),
    states: Object.values(stateNames),
    stateOf: (held) => stateNames[packetNow(held, me)],
    may: (held) => packetNow(held, me) === 'ok',
    changeOf: ({ redBagId, chatGroupId }, _, key) => ({ redBagId, chatGroupId, key }),
    none: { redBagId: '', chatGroupId: '', key: '' },
  })
