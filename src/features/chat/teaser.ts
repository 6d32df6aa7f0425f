import { contentKindOf, systemKindOf, type MessageType } from '#contract/chat/chat-content.ts'
import { marketName } from '#src/features/chat/market/market-link.ts'
import { withFacesCut } from './faces.ts'

/** A sentence of the namespace `chat`. */
export type Say = (key: string, params?: Readonly<Record<string, unknown>>) => string
/** The last message of a chat, as the list is told it. */
export type Teaser = {
  readonly messageType: MessageType
  readonly contentType: number
  readonly lastMsgContent: string
  readonly userName: string
  readonly revoked: boolean
  readonly dropped?: boolean | undefined
}

const mostBegun = 40
/** How a text begins, in whole letters, and that it goes on. */
export const beginOf = (text: string) => {
  const letters = [...text]
  return letters.length <= mostBegun
    ? text
    : `${letters
        .slice(0, mostBegun - 1)
        .join('')
        .trimEnd()}…`
}
/** A packet in one line: its wish, if it has one. */
export const packetLine = (kind: string, wish: string) => (wish === '' ? kind : `${kind} · ${wish}`)
/** What happened, without names; of a kind that this client does not know, only that something did. */
const happened = (say: Say, contentType: number) => {
  const kind = systemKindOf(contentType)
  return kind === undefined ? say('groupNews') : say(`happened.${kind}`)
}
/** The last message of a chat in one line. */
export const wordsOfTeaser =
  (say: Say) =>
  (
    { messageType, contentType, lastMsgContent, userName, revoked, dropped }: Teaser,
    isGroup: boolean,
    isMine: boolean,
  ): string => {
    if (dropped === true) return say('told.dropped')
    if (revoked) return isMine ? say('told.revokedByMe') : say('told.revoked', { who: userName })
    if (messageType === 'dissolved') return say('told.dissolved')
    if (messageType === 'system') return lastMsgContent === '' ? happened(say, contentType) : lastMsgContent
    const kind = contentKindOf(contentType) ?? 'other'
    const said =
      kind === 'text'
        ? (marketName(lastMsgContent) ?? withFacesCut(lastMsgContent))
        : kind === 'redPacket'
          ? packetLine(say('kinds.redPacket'), withFacesCut(lastMsgContent))
          : say(`kinds.${kind}`)
    return isGroup && userName !== '' && !isMine ? say('saidBy', { who: userName, said }) : said
  }
