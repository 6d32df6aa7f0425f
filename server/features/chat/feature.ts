import { chatSpec } from '#contract/chat/chat.ts'
import { on } from '#server/core/deadlines.ts'
import { feature } from '#server/core/feature.ts'
import { createChatChannels } from './channels.ts'
import { chatSettings, chatState, type ChatContext } from './context.ts'
import { chatNotifications } from './notifications.ts'
import { createChatTables } from './rows.ts'
import { chatBotTalk, chatBotWelcome, seedChat, talkDue, welcomeDue } from './seed.ts'
import { acceptDue, answerDue, chatBotAccept, chatBotAnswer } from './support.ts'

export const chatFeature = feature<ChatContext>()({
  name: 'chat',
  uses: ['account', 'market', 'otc'],
  spec: chatSpec,
  handlers: {},
  tables: createChatTables,
  settings: chatSettings,
  state: chatState,
  notifications: chatNotifications,
  channels: createChatChannels,
  seed: seedChat,
  deadlines: [
    on(chatBotAnswer, answerDue),
    on(chatBotAccept, acceptDue),
    on(chatBotTalk, talkDue),
    on(chatBotWelcome, welcomeDue),
  ],
})
