import { RoomPage } from '#src/features/chat/room-page.tsx'
import { groupRow, member, message, type Message, type TypingEvent } from '#contract/chat/chat.ts'
import { encode } from '#contract/wire/coded.ts'
import type { RoomNews } from '#streams/chat/room.ts'
import { aChatRow, aGroupRow, anImGroup } from '#tests/support/builders/chat.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { NEVER, of, Subject } from 'rxjs'

export const reply = (data: unknown) => ({ code: 200, data })
const rowOnWire = (group: Parameters<typeof aGroupRow>[0]): unknown => encode(groupRow, aGroupRow(group))
export const groupOnWire = (group: Parameters<typeof aGroupRow>[0]) => {
  const row = rowOnWire(group)
  return typeof row === 'object' && row !== null && 'imGroup' in row ? row.imGroup : null
}
export const page = (...messages: readonly Message[]) => reply(messages.map((each): unknown => encode(message, each)))
export const someMember = (id: string, name: string) =>
  ({
    id: `g1-${id}`,
    userId: id,
    userName: name,
    userAvatar: null,
    memberType: 'member',
    joinTime: '2026-11-22 10:00:00',
    isBot: false,
    isStaff: false,
    mutedUntilMs: null,
  }) as const
/** The room of a group with these messages; `answers` are those of further calls. */
export const openRoom = async (
  messages: readonly Message[],
  group: Parameters<typeof aGroupRow>[0] = {},
  answers: Readonly<Record<string, unknown>> = {},
) => {
  const news$ = new Subject<RoomNews>()
  const typing$ = new Subject<TypingEvent | null>()
  const about = { headN: messages.length, readN: messages.length, ...group }
  const shown = await showPage(<RoomPage />, {
    at: '/pages/chat/chat/chatGroup/chatting?chatGroupId=g1',
    feeds: {
      chats$: of(live([aChatRow({ group: anImGroup(about) })])),
      roomOf: () => news$,
      typingIn: () => typing$,
      chatGone$: NEVER,
      dropped$: NEVER,
    },
    answers: {
      '/chat/imChatGroup/getChatGroupInfo': reply({
        imGroup: groupOnWire(about),
        qrInfo: '',
        qrExpireMs: 0,
        serverNowMs: 0,
      }),
      '/chat/imGroupMessageRef/getChatGroupHistoryMessage': page(...messages.toReversed()),
      '/chat/imGroupUserRef/getChatGroupMembers': reply([encode(member, someMember('2', 'Ada'))]),
      ...answers,
    },
  })
  return { ...shown, news$, typing$ }
}
