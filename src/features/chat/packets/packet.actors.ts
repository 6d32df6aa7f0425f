import { packet, type Packet } from '#contract/chat/chat-packet.ts'
import { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { encode } from '#contract/wire/coded.ts'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { packetMachine, type PacketChange } from '#machines/chat/packet.ts'
import type { Services } from '#src/actors/services.tsx'
import { readAgain$ } from '#src/actors/read-again.ts'
import { createStep, stepLogic, type StepPorts } from '#src/actors/step.actors.ts'
import { watchLogic } from '#src/actors/watch.actors.ts'
import { filter, map, merge, switchMap } from 'rxjs'

type Taken = OutputOf<typeof chatRedPackets.take>
/** Who got nothing is refused: the answer brings the packet as it then was. */
const packetIn = (reply: Reply<Taken | null>): Reply<Packet | null> => {
  if (!reply.ok || reply.value === null) return reply.ok ? { ok: true, value: null } : reply
  const { reason, packet: now } = reply.value
  if (reason === 'ok') return { ok: true, value: now }
  const params = now === null ? {} : { now: encode(packet, now) }
  return { ok: false, failure: { kind: 'refused', reason, params, text: null, afterMs: null } }
}

/** Joins the machine of a packet to its calls and to what is pushed and read about it. */
export const packetLogic = (
  { feeds, ...ports }: StepPorts & Pick<Services, 'feeds'>,
  { me, isGroup }: { readonly me: string; readonly isGroup: boolean },
) => {
  const { request, time } = ports
  const take = createStep(ports, isGroup ? chatRedPackets.takeFromGroup : chatRedPackets.take)
  return packetMachine(me).provide({
    actors: {
      watch: watchLogic<Packet>(
        ({ redBagId, chatGroupId }) =>
          merge(
            feeds.packet$,
            // Who neither sent it nor took of it hears of it in the chat alone.
            feeds.roomOf(chatGroupId).pipe(
              filter(
                (news) =>
                  news.type === 'event' && news.event.ev === 'chat.packetChanged' && news.event.v.redBagId === redBagId,
              ),
              switchMap(() => request.read(chatRedPackets.takers, { redBagId, chatGroupId })),
              filter((reply) => reply.ok),
              map(({ value }) => value.packet),
            ),
            readAgain$(feeds, () => request.read(chatRedPackets.takers, { redBagId, chatGroupId }), time).pipe(
              map((read) => read.packet),
            ),
          ).pipe(
            filter((copy) => copy.redBagId === redBagId),
            map((copy) => ({ copy })),
          ),
        feeds.serverTime$,
      ),
      step: stepLogic<PacketChange, Packet>(({ key, ...which }) => {
        const { send, ask } = take.call(which, key)
        return {
          send: async () => packetIn(await send()),
          ask: () => ask().pipe(map(({ type, reply }) => ({ type, reply: packetIn(reply) }))),
        }
      }),
    },
  })
}
