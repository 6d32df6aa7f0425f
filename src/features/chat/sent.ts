import { contentCodes } from '#contract/chat/chat-content.ts'
import { messageIdOf, type Message } from '#contract/chat/chat.ts'
import { timeOf } from '#contract/wire/fields.ts'
import type { OutboxEntry } from '#machines/chat/outbox-lane.ts'
import type { Outbox, SentMessage } from '#src/actors/outbox.actors.ts'

type Me = { readonly id: number; readonly nickname: string; readonly avatar: string | null }
/** A message that the venue has taken and not told yet; what is told replaces it. */
const takenAs = ({ cid, n, ts, chat }: SentMessage, { body, replyTo }: OutboxEntry, me: Me): Message => ({
  id: messageIdOf(chat, n),
  n,
  rev: 0,
  cid,
  messageType: 'user',
  contentType: contentCodes.text,
  content: JSON.stringify(body),
  fromUserId: String(me.id),
  userName: me.nickname,
  userAvatar: me.avatar,
  chatGroupId: chat,
  createTime: timeOf(ts),
  createMs: ts,
  meFlag: true,
  replyTo: replyTo === null ? null : { n: replyTo, userName: '' },
  mentions: [],
  revoked: false,
  revokedBy: null,
  isForwarded: false,
})

/**
 * Tells of each text of one chat that the venue has taken, before its own log does: a message never leaves the screen
 * in between.
 */
export const followSent = (
  { sent$, entries }: Pick<Outbox, 'sent$' | 'entries'>,
  chat: string,
  me: Me,
  take: (message: Message) => void,
): { readonly unsubscribe: () => void } =>
  sent$.subscribe((sent) => {
    const entry = entries().find(({ cid }) => cid === sent.cid)
    if (sent.chat === chat && entry?.kind === 'text') take(takenAs(sent, entry, me))
  })
