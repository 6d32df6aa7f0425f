import { contentCodes } from '#contract/chat/chat-content.ts'
import { deadline } from '#server/core/deadlines.ts'
import { venueText } from '#server/core/sentences.ts'
import { isBot } from '#server/features/otc/bot-people.ts'
import { writeMessage } from './log.ts'
import { peerOf } from './places.ts'
import { isTalkOpen, waitForDesk } from './service.ts'
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
  ['otc', /otc|p2p|merchant|appeal|商家|申诉|申訴|取引相手|상인|ร้านค้า|vendedor|comerciante|apelaci|reclamaci/i],
  ['verify', /kyc|verif|identity|实名|實名|认证|認證|本人確認|인증|ยืนยันตัวตน|identidad/i],
  ['password', /password|locked|code|密码|密碼|锁|鎖|パスワード|비밀번호|รหัส|contraseña|bloque/i],
] as const
/** Asks for somebody of the desk, in any of the seven languages. */
const wantsPerson =
  /\b(?:person|human|agent|operator|somebody|someone|staff)\b|人工|真人|客服人员|客服人員|担当者|人と話|オペレーター|상담원|사람과|직원|เจ้าหน้าที่|คนจริง|\b(?:persona|humano|agente|operador)\b/i
const topicOf = (text: string) => topics.find(([, words]) => words.test(text))?.[0] ?? 'unknown'

/** How an account answers by rules; undefined for people. The merchants of the demo trade by rules of their own. */
const roleOf = ({ tables }: ChatContext, user: number | null) =>
  user === null ? undefined : isBot({ tables }, user) ? 'merchant' : tables.chatBots.get(user)?.role

/** Lets an account that answers by rules answer a message that was sent to it alone. */
export function answerSupport(ctx: ChatContext, chat: ChatRow, row: MessageRow) {
  const { deadlines, now } = ctx
  const role = roleOf(ctx, peerOf(chat, row.from))
  if (role === undefined) return
  if (role === 'support') {
    const { hasBots } = ctx.settings.chat
    // Rules answer until a person is asked for. From then on, until the desk closes the conversation, people do.
    const asksDesk = !hasBots || isTalkOpen(ctx, chat.id) || wantsPerson.test(row.text)
    if (asksDesk && !waitForDesk(ctx, chat.id, row.from)) return
  }
  deadlines.set(chatBotAnswer, `${chat.id}:${row.n}`, now() + answerMs)
}
export function answerDue(ctx: ChatContext, ref: string) {
  const [chatNo = 0, n = 0] = ref.split(':').map(Number)
  const chat = ctx.tables.chats.get(chatNo)
  const { last } = chat ?? {}
  // Of several messages in a row only the newest is answered.
  if (!chat || !last || last.n !== n || last.isRevoked) return
  const bot = peerOf(chat, last.from)
  const role = roleOf(ctx, bot)
  const lang = ctx.tables.users.get(last.from)?.lang
  if (bot === null || role === undefined || lang === undefined) return
  const { hasBots } = ctx.settings.chat
  const word =
    role !== 'support'
      ? (`chat_${role}_answer` as const)
      : isTalkOpen(ctx, chatNo)
        ? hasBots
          ? 'chat_service_demo'
          : 'chat_service_waiting'
        : (`chat_support_${topicOf(last.text)}` as const)
  const text = venueText(word, lang)
  writeMessage(ctx, chat.id, {
    from: bot,
    kind: 'user',
    type: contentCodes.text,
    content: JSON.stringify({ text }),
    text,
  })
}
export const acceptLater = ({ tables, deadlines, now }: ChatContext, from: number, to: number) => {
  if (tables.chatBots.get(to)) deadlines.set(chatBotAccept, pairId(from, to), now() + acceptMs)
}
export function acceptDue(ctx: ChatContext, ref: string) {
  const row = ctx.tables.chatApplies.get(ref)
  if (row?.status === 'pending') befriend(ctx, row)
}
