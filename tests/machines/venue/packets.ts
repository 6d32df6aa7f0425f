import type { PacketRule } from '#contract/chat/chat-packet.ts'
import { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { packetLogic } from '#src/features/chat/packets/packet.actors.ts'
import { chatVenue, folk } from '#tests/support/chat/chat-venue.ts'
import { pin } from '#tests/support/otc/otc-venue.ts'
import { createActor } from 'xstate'
import { done } from './done.ts'
import type { VenueOptions } from './place.ts'
import { story } from './story.ts'

const { ann, ben, cleo } = folk
const dayMs = 86_400_000
const rules: Readonly<Record<PacketRule, number>> = { random: 1, equal: 2, named: 3 }
type Terms = { readonly rule?: PacketRule; readonly nums?: number; readonly by?: number; readonly to?: number }
/** Friends in a group, and packets that one of them sends. */
const open = async (options: VenueOptions) => {
  const chat = await chatVenue(options)
  return { ...chat, group: await chat.launch(), pair: await chat.single(ben, ann) }
}
const watching = (life: string) => `life.${life} + hand.watching`

export const packetStories = [
  story({
    name: 'packets: taken, gone meanwhile, another is named, over; one of my own',
    open,
    user: () => ben,
    play: async (stage) => {
      const { harness, request } = stage
      const send = async ({ rule = 'random', nums = 2, by = ann, to }: Terms, chat = harness.group) => {
        const isGroup = chat === harness.group
        const terms = {
          chatGroupId: chat,
          redBagValue: '10',
          tradePwd: pin,
          redBagType: isGroup ? 1 : 0,
          ...(isGroup && { redBagNums: nums, redBagRule: rules[rule] }),
          ...(to !== undefined && { receiveUsers: [{ userId: String(to) }] }),
        }
        const path = isGroup ? 'sendRedBagForGroup' : 'sendRedBag'
        const answer = await stage.call(`POST /chat/imGroupUserRef/${path}`, terms, by)
        return String(answer.data?.['redBagId'])
      }
      const watch = async (name: string, redBagId: string, chat = harness.group) => {
        const isGroup = chat === harness.group
        const { packet } = await done(request.read(chatRedPackets.takers, { redBagId, chatGroupId: chat }))
        const walked = stage.walk(name, (options) =>
          createActor(packetLogic(stage.ports, { me: String(ben), isGroup }), { input: { copy: packet }, ...options }),
        )
        return {
          take: () => walked.send({ type: 'act', act: null, key: stage.newKey() }),
          dismiss: () => walked.send({ type: 'dismiss' }),
        }
      }
      const takeAs = (user: number, redBagId: string) =>
        stage
          .memory()
          .ask(
            'POST /chat/imGroupUserRef/receviceRedBagForGroup',
            { redBagId, chatGroupId: harness.group },
            { user },
            stage.newKey(),
          )
      const [first, last, named, over] = [
        await send({}),
        await send({ nums: 1 }),
        await send({ rule: 'named', nums: 1, to: cleo }),
        await send({}),
      ]
      const own = await send({ by: ben }, harness.pair)
      const taken = await watch('taken', first)
      const gone = await watch('gone', last)
      await watch('named', named)
      await watch('over', over)
      await watch('own', own, harness.pair)
      await stage.act('another takes the last', () => takeAs(cleo, last), {
        taken: watching('open'),
        gone: watching('open'),
        named: watching('notNamed'),
        own: watching('own'),
      })
      await stage.act('too late', () => gone.take(), { gone: watching('gone') })
      await stage.act('said', () => gone.dismiss())
      await stage.act('taken', () => taken.take(), { taken: watching('taken') })
      await stage.act('a day later', () => stage.leap(dayMs + 60_000), {
        taken: watching('taken'),
        over: watching('expired'),
      })
    },
  }),
]
