import type { Message } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import type { Reply } from '#contract/wire/reply.ts'
import type { ImGroup } from '#contract/chat/chat.ts'
import { pageSize } from '#machines/chat/chat-log.ts'
import {
  chatRoomMachine,
  type HistoryInput,
  type KeptEnd,
  type RoomGroupChanged,
  type RoomReceived,
} from '#machines/chat/chat-room.ts'
import type { ChatCache } from '#src/actors/chat-cache.ts'
import type { Services } from '#src/actors/services.tsx'
import type { RoomNews } from '#streams/chat/room.ts'
import { filter, map, merge, mergeMap, switchMap, type Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'

const received = (news: RoomNews): RoomReceived[] => {
  if (news.type === 'event') return [{ type: 'event.received', event: news.event }]
  if (news.type === 'off') return [{ type: 'room.closed', why: news.reason }]
  const line: RoomReceived = { type: 'line.changed', isLive: news.type === 'fresh' || news.type === 'confirmed' }
  return news.type === 'fresh' ? [{ type: 'log.restarted' }, line] : [line]
}

/** Connects the machine of an open chat to its channel, to the list of chats and to the history. */
export const roomLogic = (
  { request, feeds }: Pick<Services, 'request' | 'feeds'>,
  cacheOf: () => Promise<Pick<ChatCache, 'room'> | null>,
) =>
  chatRoomMachine.provide({
    actors: {
      watchRoom: fromEventObservable<RoomReceived | RoomGroupChanged, { chat: string }>(
        ({ input: { chat } }): Observable<RoomReceived | RoomGroupChanged> =>
          merge(
            feeds.roomOf(chat).pipe(mergeMap(received)),
            feeds.chats$.pipe(
              map(({ value }) => value?.find(({ id }) => id === chat)),
              filter((row) => row !== undefined),
              map(({ group }): RoomGroupChanged => ({ type: 'group.changed', group })),
            ),
            // Their own share is told to each alone, on every device of theirs.
            feeds.packet$.pipe(
              filter(({ chatGroupId }) => chatGroupId === chat),
              map((packet): RoomReceived => ({ type: 'packet.changed', packet })),
            ),
            feeds.dropped$.pipe(
              filter(({ chatGroupId }) => chatGroupId === chat),
              map(({ n }): RoomReceived => ({ type: 'message.dropped', n })),
            ),
            // Two people may write to each other while they have an open order, so its beginning and its end change who
            // may send.
            feeds.otcOrderNews$.pipe(
              filter(({ order, why }) => why === 'taken' || isOtcOrderOver(order)),
              switchMap(() => request.read(chatGroups.info, { chatGroupId: chat })),
              mergeMap((reply): RoomGroupChanged[] =>
                reply.ok ? [{ type: 'group.changed', group: reply.value.imGroup }] : [],
              ),
            ),
            feeds.chatGone$.pipe(
              filter((gone) => gone.chat === chat),
              map(({ why }): RoomReceived => ({ type: 'room.closed', why })),
            ),
          ),
      ),
      readKept: fromPromise<KeptEnd | null, { chat: string }>(
        async ({ input }) => (await (await cacheOf())?.room(input.chat)) ?? null,
      ),
      readGroup: fromPromise<Reply<ImGroup>, { chat: string }>(async ({ input, signal }) => {
        const reply = await request.read(chatGroups.info, { chatGroupId: input.chat }, { signal })
        return reply.ok ? { ok: true, value: reply.value.imGroup } : reply
      }),
      readHistory: fromPromise<Reply<readonly Message[]>, HistoryInput>(({ input: { chat, ask }, signal }) =>
        request.read(chatMessages.history, { chatGroupId: chat, ...ask, limit: pageSize }, { signal }),
      ),
    },
  })
