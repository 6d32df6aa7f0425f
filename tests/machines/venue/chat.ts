import { contentCodes } from '#contract/chat/chat-content.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { SendReply } from '#contract/wire/sent.ts'
import { outboxLaneMachine, type OutboxEntry } from '#machines/chat/outbox-lane.ts'
import { roomLogic } from '#src/features/chat/room.actors.ts'
import { befriend } from '#server/features/chat/friendship.ts'
import { aPacket } from '#tests/support/builders/chat.ts'
import { spotVenue } from '#tests/support/spot-venue.ts'
import { createActor, fromPromise } from 'xstate'
import type { VenueOptions } from './place.ts'
import { done } from './done.ts'
import { story } from './story.ts'

const never = (): never => {
  throw new Error('the room has no group')
}
const blank = { no: 1, remark: '', name: '', tag: '', power: 0, status: 'pending', rev: 0 } as const
/** Two friends. */
const open = async (options: VenueOptions) => {
  const people = await spotVenue(2, options)
  const { ann, ben, venue } = people
  const chat = await venue.command(
    (ctx) => `g${befriend(ctx, { ...blank, id: `${ann}:${ben}`, from: ann, to: ben, at: ctx.now() }).id}`,
  )
  return { ...people, chat }
}

export const chatStories = [
  story({
    name: 'messages: sent, refused, dropped while they wait, each once',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const send = fromPromise<Reply<SendReply>, { entry: OutboxEntry }>(({ input: { entry } }) =>
        stage.request.change(
          chatMessages.send,
          { cid: entry.cid, chat: entry.chat, type: contentCodes[entry.kind], body: entry.body },
          entry.cid,
        ),
      )
      // What has ended is kept in a set, which no page stores.
      const lane = stage.walk(
        'lane',
        (options) =>
          createActor(outboxLaneMachine.provide({ actors: { send } }), { input: { entries: [] }, ...options }),
        { isRestored: false },
      )
      let seq = 0
      const write = (text: string, chat = stage.harness.chat): OutboxEntry => ({
        seq: (seq += 1),
        cid: stage.newKey(),
        chat,
        kind: 'text',
        body: { text },
        file: null,
        replyTo: null,
        mentions: [],
        atMs: stage.now(),
        fault: null,
      })
      const say = (...entries: readonly OutboxEntry[]) => lane.send({ type: 'entries.changed', entries })
      /** The line is there again, and what waits is tried at once. */
      const ready = async () => {
        lane.tell({ type: 'line.ready' })
        await stage.pass(3000)
      }
      await stage.act('', () => say(write('one'), write('two')))
      await ready()
      await stage.act('said', () => undefined, { lane: 'idle' })
      await stage.act('', () => say(write('to nobody', 'g999')))
      await ready()
      await stage.act('refused', () => undefined, { lane: 'idle' })
      stage.cut()
      lane.tell({ type: 'entries.changed', entries: [write('three')] })
      await stage.pass(250)
      lane.tell({ type: 'entries.changed', entries: [] })
      stage.mend()
      await ready()
      await stage.act('dropped while it waited', () => undefined, { lane: 'idle' })
      stage.cut()
      lane.tell({ type: 'entries.changed', entries: [write('four')] })
      await stage.pass(250)
      stage.mend()
      await stage.pass(5000)
      await stage.act('tried again by itself', () => undefined, { lane: 'idle' })
      const history = await done(
        stage.request.read(chatMessages.history, { chatGroupId: stage.harness.chat, limit: 50 }),
      )
      stage.trace.push(history.map(({ content }) => JSON.stringify(content)).join())
    },
  }),
  story({
    name: 'a room: opened, read, told of messages, closed for a stranger',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const { chat, ben } = stage.harness
      const say = (text: string) =>
        stage.call(
          `POST ${urlOf(chatMessages.send)}`,
          { cid: stage.newKey(), chat, type: contentCodes.text, body: { text } },
          ben,
        )
      for (const text of ['one', 'two', 'three']) await say(text)
      const watch = (name: string, id: string, cacheOf: () => Promise<null>) =>
        // What it holds is kept in maps, which are read anew from the venue.
        stage.walk(
          name,
          (options) => createActor(roomLogic(stage.ports, cacheOf), { input: { chat: id, group: null }, ...options }),
          { isRestored: false },
        )
      const rooms: ReturnType<typeof watch>[] = []
      await stage.act(
        '',
        () =>
          void rooms.push(
            watch('room', chat, async () => null),
            watch('none', 'g999', () => Promise.reject(new Error('no store'))),
          ),
      )
      const [room] = rooms
      if (room === undefined) throw new Error('no room is open')
      room.tell({ type: 'again' })
      await stage.pass(4000)
      await stage.act('open', () => undefined, { room: 'open.head.known + open.history.idle', none: 'gone' })
      const look = () => room.tell({ type: 'look', view: { from: 1, to: 50 } })
      await stage.act('', look)
      room.tell({ type: 'again' })
      await stage.pass(4000)
      await stage.act('looked', () => undefined, { room: 'open.head.known + open.history.idle' })
      const held = () => [...room.now().context.log.entries.values()].map(({ message: { content } }) => content).join()
      stage.trace.push(held())
      const [message] = [...room.now().context.log.entries.values()].map(({ message: each }) => each)
      if (message !== undefined) room.tell({ type: 'message.changed', message })
      room.tell({ type: 'pins.changed', pins: { rev: 1, ns: [] } })
      room.tell({ type: 'packet.changed', packet: aPacket() })
      room.tell({ type: 'pins.changed', pins: { rev: 1, ns: [1] } })
      room.tell({ type: 'message.dropped', n: 1 })
      await stage.act('', () => say('four'))
      look()
      await stage.pass(4000)
      await stage.act('told', () => undefined, { room: 'open.head.known + open.history.idle' })
      stage.trace.push(held())
      // A page that cannot be read is read again by itself, or by the reader.
      for (const isAsked of [true, false]) {
        stage.cut()
        const late = watch(isAsked ? 'asked' : 'waited', chat, async () => null)
        late.tell({ type: 'look', view: { from: 1, to: 50 } })
        late.tell({ type: 'group.changed', group: room.now().context.group ?? never() })
        await stage.pass(250)
        stage.mend()
        if (isAsked) late.tell({ type: 'again' })
        await stage.pass(8000)
      }
      await stage.act('read at last', () => undefined, {
        asked: 'open.head.known + open.history.idle',
        waited: 'open.head.known + open.history.idle',
      })
    },
  }),
  story({
    name: 'a group that ends for a member who is reading back in it',
    open,
    user: ({ ann }) => ann,
    play: async (stage) => {
      const { ann, ben } = stage.harness
      const { data } = await stage.call(
        `POST ${urlOf(chatGroups.launch)}`,
        { chatGroupName: 'Desk', chatGroupMembers: [String(ann)] },
        ben,
      )
      const chatGroupId = String(data?.['id'])
      for (let n = 1; n <= 70; n += 1) {
        await stage.call(
          `POST ${urlOf(chatMessages.send)}`,
          { cid: stage.newKey(), chat: chatGroupId, type: contentCodes.text, body: { text: `line ${n}` } },
          ben,
        )
        if (n % 5 === 0) await stage.pass(2000)
      }
      const room = stage.walk(
        'room',
        (options) =>
          createActor(
            roomLogic(stage.ports, async () => null),
            { input: { chat: chatGroupId, group: null }, ...options },
          ),
        { isRestored: false },
      )
      await stage.act('open', () => undefined, { room: 'open.head.known + open.history.idle' })
      await stage.act('', async () => {
        // A page further back is asked for before the room is told that it has ended.
        const speak = stage.silence()
        await stage.call(`POST ${urlOf(chatGroups.removeMembers)}`, { chatGroupId, members: [String(ann)] }, ben)
        room.tell({ type: 'look', view: { from: 1, to: 10 } })
        await stage.settle()
        speak()
      })
      await stage.act('removed', () => undefined, { room: 'gone' })
    },
  }),
]
