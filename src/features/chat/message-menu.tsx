import { useChange } from '#src/parts/use-change.ts'
import { contentOf } from '#contract/chat/chat-content.ts'
import { mayWrite } from '#contract/chat/chat-mute.ts'
import { chatLimits, type ImGroup, type Message } from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { copyText } from '#src/lib/copy.ts'
import { toast } from '#src/stores/toasts.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { MenuSheet, type Choice } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { beginOf } from './teaser.ts'
import { useWords } from './words.ts'

type What = 'reply' | 'copy' | 'forward' | 'select' | 'revoke' | 'picture'
type Props = {
  readonly message: Message | null
  readonly group: ImGroup
  readonly onClose: () => void
  readonly onReply: (n: number) => void
  readonly onForward: (n: number) => void
  readonly onSelect: (n: number) => void
  readonly onChanged: (message: Message) => void
}

/** What can be done with one message. */
export function MessageMenu({ message, group, onClose, onReply, onForward, onSelect, onChanged }: Props) {
  const { t } = useTranslation('chat')
  const { serverNow } = useServices()
  const change = useChange()
  const words = useWords()
  const [revoked, setRevoked] = useState<Message | null>(null)
  const content = message === null ? null : contentOf(message)
  const isPerson = content?.by === 'user'
  const isAdmin = group.chatGroupType === 'group' && group.memberType !== 'member'
  const isFresh = message !== null && message.meFlag && serverNow() - message.createMs < chatLimits.revokeMs
  const isPacket = isPerson && content.kind === 'redPacket'
  const mayRevoke = isPerson && (isFresh || isAdmin)
  const choices: Choice<What>[] = !isPerson
    ? []
    : [
        ...(mayWrite(group, serverNow()) ? [{ value: 'reply', label: t('reply'), icon: 'reply' } as const] : []),
        ...(content.kind === 'text' ? [{ value: 'copy', label: t('copy'), icon: 'copy' } as const] : []),
        ...(isPacket
          ? []
          : [
              { value: 'forward', label: t('forward'), icon: 'share' } as const,
              { value: 'select', label: t('select'), icon: 'list' } as const,
            ]),
        ...(mayRevoke
          ? [{ value: 'revoke', label: t('revoke'), icon: 'trash', ...(isFresh && { note: t('revokeNote') }) } as const]
          : []),
      ]
  const choose = (what: What) => {
    if (message === null) return
    if (what === 'reply') onReply(message.n)
    else if (what === 'forward') onForward(message.n)
    else if (what === 'select') onSelect(message.n)
    else if (what === 'revoke') setRevoked(message)
    else
      void copyText(words.wordsOf(message)).then((result) =>
        result === 'done' ? toast('chat:copied') : toast(`refusals:${result}`, {}, 'error'),
      )
  }
  const revoke = (taken: Message) => {
    setRevoked(null)
    void change(
      chatMessages.revoke,
      { id: taken.id, chatGroupId: taken.chatGroupId },
      (now) => now !== null && onChanged(now),
    )
  }
  return (
    <>
      <MenuSheet
        title={message === null ? '' : beginOf(words.wordsOf(message))}
        isOpen={message !== null && choices.length > 0}
        onClose={onClose}
        choices={choices}
        onChoose={choose}
      />
      <ConfirmDialog
        isOpen={revoked !== null}
        title={t('revokeTitle')}
        confirm={t('revoke')}
        kind="danger"
        onClose={() => setRevoked(null)}
        onConfirm={() => revoked !== null && revoke(revoked)}
      >
        {t('revokeText')}
      </ConfirmDialog>
    </>
  )
}
