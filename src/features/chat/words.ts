import { contentOf, type Content, type SystemContent } from '#contract/chat/chat-content.ts'
import type { Message } from '#contract/chat/chat.ts'
import { useMemo } from 'react'
import { useTranslation, type UseTranslationResponse } from 'react-i18next'
import { marketName } from '#src/features/chat/market/market-link.ts'
import { withFaces } from './faces.ts'
import { packetLine, wordsOfTeaser } from './teaser.ts'

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

type Say = UseTranslationResponse<'chat', undefined>['t']

/** A note of the venue in a chat. */
function noteOf(t: Say, content: SystemContent): string {
  const names = (list: readonly string[]) => list.join(t('and'))
  switch (content.kind) {
    case 'noticeChanged':
      return t('told.noticeChanged', { who: content.value.optionUserName })
    case 'memberRemoved':
      return t('told.memberRemoved', { who: content.value.optionUserName, whom: names(content.value.delMember) })
    case 'memberJoined':
      return content.value.way === 'qr'
        ? t('told.joinedByQr', { whom: names(content.value.addMember) })
        : t(`told.joined_${content.value.way}`, {
            who: content.value.optionUserName,
            whom: names(content.value.addMember),
          })
    case 'memberTypeChanged':
      return t(`told.${(['noAdmin', 'madeAdmin', 'madeOwner'] as const)[content.value.memberType] ?? 'noAdmin'}`, {
        who: content.value.optionUserName,
        whom: content.value.userName,
      })
    case 'nameChanged':
      return t('told.nameChanged', { who: content.value.optionUserName, name: content.value.chatGroupName })
    case 'memberLeft':
      return t('told.memberLeft', { who: content.value.userName })
    case 'packetTaken':
      return t('told.packetTaken', { who: content.value.userName })
    case 'packetEmpty':
      return t('told.packetEmpty', { who: content.value.userName })
    case 'friendAdded':
      return t('told.friendAdded', { who: content.value.userName })
    case 'messagePinned':
      return t('told.messagePinned', { who: content.value.optionUserName })
    case 'allMuted':
      return t('told.allMuted', { who: content.value.optionUserName })
    case 'unmuted':
      return t('told.unmuted', { who: content.value.optionUserName })
  }
}

/** One line of what a person said. */
function lineOf(t: Say, content: Content): string {
  if (content.by !== 'user') return t('told.unreadable')
  switch (content.kind) {
    case 'text':
      return marketName(content.value.text) ?? withFaces(content.value.text)
    case 'voice':
      return t('voiceOf', { clock: clockOf(content.value.contentDuration ?? 0) })
    case 'file':
      return content.value.fileName
    case 'card':
      return t('cardOf', { who: content.value.userName })
    case 'location':
      return content.value.name
    case 'merged':
      return content.value.title
    case 'redPacket':
      return packetLine(t('kinds.redPacket'), withFaces(content.value.redBagRemark))
    case 'imageText':
    case 'videoText':
      return withFaces(content.value.textDesc)
    case 'image':
    case 'video':
    case 'call':
    case 'sticker':
      return t(`kinds.${content.kind}`)
  }
}

/** What messages say in one line: in the list of chats, in a quote, in a note of the venue. */
export function useWords() {
  const { t } = useTranslation('chat')
  return useMemo(() => {
    /** A note of the venue in a chat; null for what a person said. */
    const told = (content: Content, message: Pick<Message, 'revokedBy' | 'meFlag' | 'userName'>): string | null => {
      if (content.kind === 'revoked') {
        if (message.meFlag && message.revokedBy === message.userName) return t('told.revokedByMe')
        return message.revokedBy === message.userName
          ? t('told.revoked', { who: message.userName })
          : t('told.revokedByAdmin', { who: message.revokedBy ?? '', whose: message.userName })
      }
      if (content.kind === 'dropped') return t('told.dropped')
      if (content.kind === 'dissolved') return t('told.dissolved')
      if (content.kind === 'unreadable') return t('told.unreadable')
      return content.by === 'system' ? noteOf(t, content) : null
    }
    const line = (content: Content) => lineOf(t, content)
    const wordsOf = (message: Message) => {
      const content = contentOf(message)
      return told(content, message) ?? line(content)
    }
    const teaserOf = wordsOfTeaser((key, params) => t(key, params ?? {}))
    return { told, lineOf: line, wordsOf, teaserOf, clockOf }
  }, [t])
}
export type Words = ReturnType<typeof useWords>
