import { contentCodes } from '#contract/chat/chat-content.ts'
import { deadline } from '#server/core/deadlines.ts'
import { venueText } from '#server/core/sentences.ts'
import { branded } from '#server/core/settings.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { botUser } from '#server/identity/people.ts'
import { priceText } from '#server/features/market/units.ts'
import { enter, openChat, singleOf } from './members.ts'
import { writeMessage } from './log.ts'
import { chatIdOf } from './places.ts'
import { placeId, type ChatRow } from './rows.ts'
import { support } from './service.ts'
import type { ChatContext } from './context.ts'

// The customer service; and the community of the demo: guests, and two groups that every newcomer is in.

/** Due when somebody of the demo writes the next line. */
export const chatBotTalk = deadline('chatBotTalk')
/** Due when a newcomer is greeted. */
export const chatBotWelcome = deadline('chatBotWelcome')
const talkMs = 300_000
const welcomeMs = 2000
const guests = [90_102, 90_103, 90_104, 90_105] as const
const names: Readonly<Record<number, readonly [name: string, lang: Lang]>> = {
  [support]: ['Kontor Support', 'en'],
  90_102: ['DemoMia', 'en'],
  90_103: ['DemoKenji', 'jp'],
  90_104: ['DemoLucia', 'esp'],
  90_105: ['DemoMeiLing', 'hk'],
}
/** Members of the groups of the demo; more than a group of people may have. */
const maxWelcomed = 100_000
/** What the guests say; each in the language they speak. */
const lines: readonly (readonly [guest: number, text: string])[] = [
  [90_102, 'Morning all. Limit orders first, coffee second.'],
  [90_103, 'おはようございます。今日は値動きが静かですね。'],
  [90_104, '¡Buenas! Hoy pruebo las opciones de un minuto.'],
  [90_105, '大家好，第一次用這個交易所，介面很順手。'],
  [90_102, 'Tip: the order book page shows depth on both sides. 😉'],
]

const say = (ctx: ChatContext, chat: number, from: number, text: string) =>
  writeMessage(ctx, chat, { from, kind: 'user', type: contentCodes.text, content: JSON.stringify({ text }), text })
const addAccount = ({ tables, now, settings }: ChatContext, id: number) => {
  const [word, lang] = names[id] ?? ['', 'en']
  const nickname = branded(word, settings)
  tables.users.put(botUser({ id, nickname, lang, createdAt: now() }))
  tables.chatBots.put({ user: id, role: id === support ? 'support' : 'guest' })
}
/** The groups of the demo are known by their owner. */
const demoGroups = ({ tables }: Pick<ChatContext, 'tables'>): ChatRow[] =>
  tables.chatPlaces
    .group('user', support)
    .filter(({ type }) => type === 'owner')
    .map(({ chat }) => tables.chats.need(chat))
    .filter(({ isOver }) => !isOver)

/** The user whom everyone may write to, and the group that everyone is in; empty where there is none. */
export const supportOf = ({ tables }: Pick<ChatContext, 'tables'>) =>
  tables.chatBots.get(support) ? String(support) : ''
export function welcomeGroupOf(ctx: Pick<ChatContext, 'tables'>): string {
  const [welcome] = demoGroups(ctx)
  return welcome ? chatIdOf(welcome) : ''
}

export function seedChat(ctx: ChatContext) {
  // The customer service is there in every venue; outside of the demo no rules answer for it.
  if (!ctx.tables.chatBots.get(support)) addAccount(ctx, support)
  if (!ctx.settings.chat.hasBots) return
  if (guests.every((id) => !ctx.tables.chatBots.get(id))) {
    for (const id of guests) addAccount(ctx, id)
    const open = (word: string) => {
      const name = branded(word, ctx.settings)
      const { id } = openChat(ctx, {
        type: 'group',
        name,
        avatar: null,
        owner: support,
        max: maxWelcomed,
        isOpen: true,
        pair: null,
      })
      enter(ctx, id, support, 'owner')
      for (const guest of guests) enter(ctx, id, guest)
      return id
    }
    const welcome = open('Kontor Welcome')
    // The last one is what the list of chats shows.
    for (const lang of ['esp', 'jp', 'hk', 'en'] as const) say(ctx, welcome, support, venueText('chat_welcome', lang))
    const talk = open('Market Talk')
    for (const [guest, text] of lines) say(ctx, talk, guest, text)
    for (const { id } of ctx.tables.users.all()) if (!ctx.tables.chatBots.get(id)) welcomeSoon(ctx, id)
  }
  if (!ctx.deadlines.has(chatBotTalk)) ctx.deadlines.set(chatBotTalk, 'all', ctx.now() + talkMs)
}

/** A guest tells the price of a market, in figures that need no language. */
export function talkDue(ctx: ChatContext) {
  ctx.deadlines.set(chatBotTalk, 'all', ctx.now() + talkMs)
  const chat = demoGroups(ctx).at(-1)
  const markets = ctx.markets.all()
  const market = markets[ctx.random.int(markets.length)]
  const guest = guests[ctx.random.int(guests.length)]
  if (!chat || !market || guest === undefined) return
  say(ctx, chat.id, guest, `${market.pair.market.replace('-', '/')} ${priceText(market.pair, market.last())}`)
}

/** Called when an account is made: the demo takes it into its groups a moment later. */
export function welcomeSoon(
  { settings, deadlines, now }: Pick<ChatContext, 'settings' | 'deadlines' | 'now'>,
  user: number,
) {
  if (settings.chat.hasBots) deadlines.set(chatBotWelcome, String(user), now() + welcomeMs)
}
/** Takes a newcomer into the demo's groups, and lets support greet them. */
export function welcomeDue(ctx: ChatContext, ref: string) {
  const person = ctx.tables.users.get(Number(ref))
  if (!person) return
  for (const { id: chat } of demoGroups(ctx))
    if (!ctx.tables.chatPlaces.get(placeId(chat, person.id))) enter(ctx, chat, person.id)
  say(ctx, singleOf(ctx, support, person.id).id, support, venueText('chat_welcome', person.lang))
}
