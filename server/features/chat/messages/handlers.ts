import type { chatMessages } from '#contract/chat/chat-messages.ts'
import type { Handlers } from '#server/core/context.ts'
import { emitRow } from '#server/features/chat/members.ts'
import { putPlace } from '#server/features/chat/log.ts'
import { placeIn } from '#server/features/chat/places.ts'
import { drop, edit, pin, react, reactors, readers, revoke, versions } from './changes.ts'
import { forward, forwardToFriends, share, shared } from './forward.ts'
import { history, searchAll } from './history.ts'
import { send, sendCard, sendFiles } from './send.ts'
import type { ChatMessagesContext } from './context.ts'

export const chatMessagesHandlers: Handlers<typeof chatMessages, ChatMessagesContext> = {
  history,
  search: searchAll,
  send,
  sendFiles,
  sendCard,
  forward,
  forwardToFriends,
  share,
  shared,
  revoke,
  edit,
  versions,
  pin,
  drop,
  react,
  reactors,
  readers,
  clear: (ctx, { user }, { chatGroupId }) => {
    const { chat, place } = placeIn(ctx, user, chatGroupId)
    putPlace(ctx, { ...place, floorN: chat.headN, readN: chat.headN, readLoud: chat.loud, mentions: [] })
    emitRow(ctx, chat.id, user, 'cleared')
    return { floorN: chat.headN }
  },
}
