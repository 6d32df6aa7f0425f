import {
  isImGroupAhead,
  isPinsAhead,
  noPins,
  type ChatEvent,
  type ImGroup,
  type MemberChange,
  type Message,
  type Pins,
} from '#contract/chat/chat.ts'
import { isPacketAhead, type Packet } from '#contract/chat/chat-packet.ts'
import type { Failure, Reply } from '#contract/wire/reply.ts'
import { assign, fromEventObservable, fromPromise, setup, type SnapshotFrom } from 'xstate'
import { absent } from '#machines/kit/absent.ts'
import {
  emptyLog,
  forgetHoles,
  gapIn,
  takeDrop,
  takeEvent,
  takeFresh,
  takeGroup,
  takeKept,
  takePage,
  type ChatLog,
  type HistoryAsk,
  type Span,
} from './chat-log.ts'

/** What arrives by the chat's channel, and by one's own what a packet of the chat has become. */
export type RoomReceived =
  | { type: 'event.received'; event: ChatEvent }
  | { type: 'log.restarted' }
  | { type: 'room.closed'; why: string }
  | { type: 'line.changed'; isLive: boolean }
  | { type: 'packet.changed'; packet: Packet }
  | { type: 'message.dropped'; n: number }
/** The chat as the list tells it, or as it was read. */
export type RoomGroupChanged = { type: 'group.changed'; group: ImGroup }
/** The end of the chat as it was shown last on this device, and when. */
export type KeptEnd = { readonly group: ImGroup; readonly messages: readonly Message[]; readonly savedMs: number }
export type HistoryInput = { readonly chat: string; readonly ask: HistoryAsk }

type PacketTold = Pick<Packet, 'redBagId' | 'takenNums' | 'status' | 'rev'>
/**
 * What all members are told of a packet, and whether the person looking has taken a share, which they alone are told.
 */
export type PacketNews = Pick<Packet, 'takenNums' | 'status' | 'rev'> & { readonly isMine: boolean }
const withPacket = (packets: ReadonlyMap<string, PacketNews>, told: PacketTold, myValue: string | null = null) => {
  const held = packets.get(told.redBagId)
  const { takenNums, status, rev } = held !== undefined && isPacketAhead(told, held) ? held : told
  return new Map(packets).set(told.redBagId, {
    takenNums,
    status,
    rev,
    isMine: myValue !== null || held?.isMine === true,
  })
}

type Context = {
  readonly chat: string
  /** Who looks. */
  readonly me: string
  readonly log: ChatLog
  readonly group: ImGroup | null
  /** The numbers on screen; what is missing among them is read. */
  readonly view: Span | null
  readonly ask: HistoryAsk | null
  readonly failure: Failure | null
  /** Why the chat is not the caller's any more. */
  readonly why: string | null
  readonly isLive: boolean
  /** When what is shown was kept, as long as the venue has not told the chat itself. */
  readonly savedMs: number | null
  readonly isRead: boolean
  readonly pins: Pins
  /** How far the other side of a single chat has read. */
  readonly peerReadN: number | null
  /** Packets whose state has changed while the chat was open. */
  readonly packets: ReadonlyMap<string, PacketNews>
}

/**
 * One open chat: its messages by number, as far as they were read or told. It reads what is on screen and missing, one
 * page at a time, and
 * follows the chat's own log; the newer copy by the contract's function stays, so the order of arrival does not matter.
 */
export const chatRoomMachine = setup({
  types: {
    input: {} as { chat: string; group: ImGroup | null; me?: string },
    context: {} as Context,
    events: {} as
      | RoomReceived
      | RoomGroupChanged
      | { type: 'look'; view: Span }
      | { type: 'again' }
      | { type: 'message.changed'; message: Message }
      | { type: 'pins.changed'; pins: Pins },
    tags: {} as 'busy',
  },
  actors: {
    watchRoom: fromEventObservable<RoomReceived | RoomGroupChanged, { chat: string }>(absent('watchRoom')),
    readKept: fromPromise<KeptEnd | null, { chat: string }>(absent('readKept')),
    readGroup: fromPromise<Reply<ImGroup>, { chat: string }>(absent('readGroup')),
    readHistory: fromPromise<Reply<readonly Message[]>, HistoryInput>(absent('readHistory')),
  },
  guards: {
    lacks: ({ context }) => askOf(context) !== null,
    isGroup: (_, { reply }: { reply: Reply<ImGroup> }) => reply.ok,
    isGone: (_, { reply }: { reply: Reply<unknown> }) =>
      !reply.ok && reply.failure.kind === 'refused' && goneReasons.has(reply.failure.reason),
    isPage: (_, { reply }: { reply: Reply<readonly Message[]> }) => reply.ok,
  },
  actions: {
    storeEvent: assign(({ context }, { event }: { event: ChatEvent }) => ({
      log: takeEvent(context.log, event, context.me),
      ...(event.ev === 'chat.memberChanged' && { group: withMembers(context.group, event.v) }),
      ...(event.ev === 'chat.pinsChanged' && { pins: newerPins(context.pins, event.v) }),
      ...(event.ev === 'chat.packetChanged' && { packets: withPacket(context.packets, event.v) }),
      ...(event.ev === 'chat.peerRead' && { peerReadN: Math.max(context.peerReadN ?? 0, event.v.readN) }),
    })),
    storePacket: assign(({ context }, { packet }: { packet: Packet }) => ({
      packets: withPacket(context.packets, packet, packet.myValue),
    })),
    storeMessage: assign(({ context }, { message }: { message: Message }) => ({
      log: takeEvent(context.log, { ev: 'chat.messageChanged', v: message }),
    })),
    dropMessage: assign(({ context }, { n }: { n: number }) => ({ log: takeDrop(context.log, n) })),
    storePins: assign(({ context }, { pins }: { pins: Pins }) => ({ pins: newerPins(context.pins, pins) })),
    storeGroup: assign(({ context }, { group }: { group: ImGroup }) => ({
      group: context.group !== null && isImGroupAhead(group, context.group) ? context.group : group,
      log: takeGroup(context.log, group),
      pins: newerPins(context.pins, group.pins),
      peerReadN: group.peerReadN === null ? context.peerReadN : Math.max(context.peerReadN ?? 0, group.peerReadN),
    })),
    /** A beginning only: whatever the venue has said before stays. */
    storeKept: assign(({ context }, { kept }: { kept: KeptEnd | null }) => {
      if (kept === null) return {}
      const group = context.group ?? kept.group
      return {
        group,
        log: takeKept(takeGroup(context.log, group), kept.messages),
        pins: newerPins(context.pins, group.pins),
        ...(!context.isRead && { savedMs: kept.savedMs }),
      }
    }),
    storeGroupReply: assign(({ context }, { reply }: { reply: Reply<ImGroup> }) =>
      reply.ok
        ? {
            isRead: true,
            savedMs: null,
            group: reply.value,
            log: takeGroup(context.log, reply.value),
            pins: newerPins(context.pins, reply.value.pins),
            peerReadN: reply.value.peerReadN,
            failure: null,
          }
        : { failure: reply.failure },
    ),
    restartLog: assign(({ context }) => ({ log: takeFresh(context.log) })),
    storeView: assign((_, { view }: { view: Span }) => ({ view })),
    forgetHoles: assign(({ context }) => ({ log: forgetHoles(context.log) })),
    storeAsk: assign(({ context }) => ({ ask: askOf(context) })),
    storePage: assign(({ context }, { reply }: { reply: Reply<readonly Message[]> }) =>
      reply.ok && context.ask !== null
        ? { log: takePage(context.log, context.ask, reply.value), failure: null, ask: null }
        : {},
    ),
    storeFailure: assign((_, { reply }: { reply: Reply<unknown> }) => ({
      failure: reply.ok ? null : reply.failure,
      ask: null,
    })),
    storeEnd: assign((_, { why }: { why: string }) => ({ why, log: emptyLog, ask: null, savedMs: null })),
    storeLine: assign((_, { isLive }: { isLive: boolean }) => ({ isLive })),
  },
  delays: { beforeRetry: 3000 },
}).createMachine({
  id: 'chatRoom',
  context: ({ input }) => ({
    ...input,
    me: input.me ?? '',
    log: input.group === null ? emptyLog : takeGroup(emptyLog, input.group),
    view: null,
    ask: null,
    failure: null,
    why: null,
    isLive: false,
    savedMs: null,
    isRead: false,
    peerReadN: input.group?.peerReadN ?? null,
    packets: new Map<string, PacketNews>(),
    pins: input.group?.pins ?? noPins,
  }),
  initial: 'open',
  states: {
    open: {
      type: 'parallel',
      // Followed first and read afterwards: what happens in between is held by number.
      invoke: [
        { src: 'watchRoom', input: ({ context }) => ({ chat: context.chat }) },
        {
          src: 'readKept',
          input: ({ context }) => ({ chat: context.chat }),
          onDone: { actions: { type: 'storeKept', params: ({ event }) => ({ kept: event.output }) } },
          // What the device kept is a help only: without it the venue is read as ever.
          onError: {},
        },
      ],
      on: {
        'event.received': { actions: { type: 'storeEvent', params: ({ event }) => ({ event: event.event }) } },
        'message.changed': { actions: { type: 'storeMessage', params: ({ event }) => ({ message: event.message }) } },
        'message.dropped': { actions: { type: 'dropMessage', params: ({ event }) => ({ n: event.n }) } },
        'pins.changed': { actions: { type: 'storePins', params: ({ event }) => ({ pins: event.pins }) } },
        'packet.changed': { actions: { type: 'storePacket', params: ({ event }) => ({ packet: event.packet }) } },
        'line.changed': { actions: { type: 'storeLine', params: ({ event }) => ({ isLive: event.isLive }) } },
        'room.closed': { target: 'gone', actions: { type: 'storeEnd', params: ({ event }) => ({ why: event.why }) } },
        look: { actions: { type: 'storeView', params: ({ event }) => ({ view: event.view }) } },
        'group.changed': { actions: { type: 'storeGroup', params: ({ event }) => ({ group: event.group }) } },
      },
      states: {
        head: {
          initial: 'reading',
          on: { 'log.restarted': { target: '.reading', reenter: true, actions: 'restartLog' } },
          states: {
            reading: {
              tags: 'busy',
              invoke: {
                src: 'readGroup',
                input: ({ context }) => ({ chat: context.chat }),
                onDone: [
                  {
                    guard: { type: 'isGroup', params: ({ event }) => ({ reply: event.output }) },
                    target: 'known',
                    actions: { type: 'storeGroupReply', params: ({ event }) => ({ reply: event.output }) },
                  },
                  {
                    guard: { type: 'isGone', params: ({ event }) => ({ reply: event.output }) },
                    target: '#chatRoom.gone',
                    actions: { type: 'storeEnd', params: ({ event }) => ({ why: goneOf(event.output) }) },
                  },
                  {
                    target: 'failed',
                    actions: { type: 'storeFailure', params: ({ event }) => ({ reply: event.output }) },
                  },
                ],
                onError: 'failed',
              },
            },
            known: {},
            failed: { after: { beforeRetry: 'reading' }, on: { again: 'reading' } },
          },
        },
        history: {
          initial: 'idle',
          // A page that was asked for before does not tell what happened since.
          on: { 'log.restarted': '.idle' },
          states: {
            idle: {
              on: { again: { actions: 'forgetHoles' } },
              always: { guard: 'lacks', target: 'reading', actions: 'storeAsk' },
            },
            reading: {
              invoke: {
                src: 'readHistory',
                input: ({ context }) => ({ chat: context.chat, ask: context.ask ?? noAsk }),
                onDone: [
                  {
                    guard: { type: 'isPage', params: ({ event }) => ({ reply: event.output }) },
                    target: 'idle',
                    actions: { type: 'storePage', params: ({ event }) => ({ reply: event.output }) },
                  },
                  {
                    guard: { type: 'isGone', params: ({ event }) => ({ reply: event.output }) },
                    target: '#chatRoom.gone',
                    actions: { type: 'storeEnd', params: ({ event }) => ({ why: goneOf(event.output) }) },
                  },
                  {
                    target: 'failed',
                    actions: { type: 'storeFailure', params: ({ event }) => ({ reply: event.output }) },
                  },
                ],
                onError: 'failed',
              },
            },
            failed: { after: { beforeRetry: 'idle' }, on: { again: 'idle' } },
          },
        },
      },
    },
    gone: { type: 'final' },
  },
})

const newerPins = (held: Pins, received: Pins | undefined) =>
  received !== undefined && isPinsAhead(held, received) ? received : held
/** What a change of members says of the group itself. */
const withMembers = (
  group: ImGroup | null,
  { memberCounts, chatGroupName, chatGroupStatus }: MemberChange,
): ImGroup | null => {
  if (group === null || group.chatGroupType === 'single') return group
  const maySend = (chatGroupStatus === 'normal' || group.memberType !== 'member') && group.mutedUntilMs === null
  return { ...group, memberCounts, chatGroupName, chatGroupStatus, maySend }
}
const goneReasons = new Set<string>(['not_found', 'not_member', 'group_gone'])
const goneOf = (reply: Reply<unknown>) =>
  !reply.ok && reply.failure.kind === 'refused' ? reply.failure.reason : 'not_found'
const noAsk: HistoryAsk = { around: 0 }
const askOf = ({ log, view }: Pick<Context, 'log' | 'view'>) => (view === null ? null : gapIn(log, view))

type RoomSnapshot = SnapshotFrom<typeof chatRoomMachine>
export const isRoomGone = (snapshot: RoomSnapshot) => snapshot.matches('gone')
