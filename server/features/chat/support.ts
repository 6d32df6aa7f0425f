import { contentCodes } from '#contract/chat/chat-content.ts'
import { deadline } from '#server/core/deadlines.ts'
import { venueText } from '#server/core/sentences.ts'
import { writeMessage } from './log.ts'
import { peerOf } from './places.ts'
import { befriend } from './friendship.ts'
import { pairId, type ChatRow, type MessageRow } from './rows.ts'
import type { ChatContext } from './context.ts'

// Accounts that answer by written rules, and say so. What they say is chosen by what they are asked.

/** Due when such an account answers in a chat, or answers a request to become friends. */
export const chatBotAnswer = deadline('chatBotAnswer')
export const chatBotAccept = deadline('chatBotAccept')
const answerMs = 1500
const acceptMs = 3000

/** The answers of support, by what they are about; the words are looked for in any of the seven languages. */
const topics = [
  ['deposit', /deposit|top ?up|充值|充币|充幣|入金|입금|ฝาก|dep[oó]sit|ingres/i],
  ['withdraw', /withdraw|cash ?out|提现|提現|提币|提幣|出金|출금|ถอน|retir/i],
  ['otc', /otc|p2p|merchant|appeal|商家|申诉|申訴|取引相手|상인|ร้านค้า|vendedor|apelaci/i],
  ['verify', /kyc|verif|identity|实名|實名|认证|認證|本人確認|인증|ยืนยันตัวตน|identidad/i],
  ['password', /password|locked|code|密码|密碼|锁|鎖|パスワード|비밀번호|รหัส|contraseña|bloque/i],
] as const
const topicOf = (text: string) => topics.find(([, words]) => words.test(text))?.[0] ?? 'unknown'

/** Lets an account that answers by rules answer a message that was sent to it alone. */
export function answerSupport({ tables, deadlines, now }: ChatContext, chat: ChatRow, row: MessageRow) {
  const peer = peerOf(chat, row.from)
  if (peer === null || !tables.chatBots.get(peer)) return
  deadlines.set(chatBotAnswer, `${chat.id}:${row.n}`, now() + answerMs)
}
export function answerDue(ctx: ChatContext, ref: string) {
  const [chatNo = 0, n = 0] = ref.split(':').map(Number)
  const chat = ctx.tables.chats.get(chatNo)
  const { last } = chat ?? {}
  // Of several messages in a row only the newest is answered.
  if (!chat || !last || last.n !== n || last.isRevoked) return
  const bot = peerOf(chat, last.from)
  const role = bot === null ? undefined : ctx.tables.chatBots.get(bot)?.role
  const lang = ctx.tables.users.get(last.from)?.lang
  if (bot === null || role === undefined || lang === undefined) return
  const text = venueText(role === 'support' ? `chat_support_${topicOf(last.text)}` : 'chat_guest_answer', lang)
  writeMessage(ctx, chat.id, { from: bot, kind: 'user', type: contentCodes.text, content: JSON.stringify({ text }), text })
}
export const acceptLater = ({ tables, deadlines, now }: ChatContext, from: number, to: number) => {
  if (tables.chatBots.get(to)) deadlines.set(chatBotAccept, pairId(from, to), now() + acceptMs)
}
export function acceptDue(ctx: ChatContext, ref: string) {
  const row = ctx.tables.chatApplies.get(ref)
  if (row?.status === 'pending') befriend(ctx, row)
}
