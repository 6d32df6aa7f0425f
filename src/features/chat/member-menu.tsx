import { useChange } from '#src/parts/use-change.ts'
import type { ImGroup, Member } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import type { Choice } from '#src/ui/menu-list.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMyId } from './use-chats.ts'

type What = 'profile' | 'admin' | 'noAdmin' | 'owner' | 'silence' | 'speak' | 'remove'
type Asked = { readonly what: 'remove' | 'owner'; readonly member: Member }
type Props = {
  readonly member: Member | null
  readonly group: ImGroup
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}
const silenceMinutes = 60

/** What may be done with a member. The owner stands above admins, admins above members. */
export function MemberMenu({ member, group, onClose, onChanged }: Props) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const me = useMyId()
  const [asked, setAsked] = useState<Asked | null>(null)
  const isMe = member?.userId === me
  const isOwner = group.memberType === 'owner'
  const mayRule =
    member !== null && !isMe && (isOwner || (group.memberType === 'admin' && member.memberType === 'member'))
  const choices: Choice<What>[] = [
    { value: 'profile', label: t('titles.profile'), icon: 'user' },
    ...(isOwner && !isMe && member?.memberType === 'member'
      ? [{ value: 'admin', label: t('makeAdmin'), icon: 'shield' } as const]
      : []),
    ...(isOwner && !isMe && member?.memberType === 'admin'
      ? [{ value: 'noAdmin', label: t('endAdmin'), icon: 'shield' } as const]
      : []),
    ...(mayRule && member.mutedUntilMs === null
      ? [{ value: 'silence', label: t('silence'), icon: 'bell-off' } as const]
      : []),
    ...(mayRule && member.mutedUntilMs !== null
      ? [{ value: 'speak', label: t('endSilence'), icon: 'chat' } as const]
      : []),
    ...(isOwner && !isMe ? [{ value: 'owner', label: t('makeOwner'), icon: 'star' } as const] : []),
    ...(mayRule ? [{ value: 'remove', label: t('removeMember'), icon: 'trash' } as const] : []),
  ]
  const run = async (work: Promise<boolean>) => {
    if (await work) await onChanged()
  }
  const choose = (what: What) => {
    if (member === null) return
    const { userId } = member
    const chatGroupId = group.id
    if (what === 'profile') go(chatPaths.friendOf(userId))
    else if (what === 'remove' || what === 'owner') setAsked({ what, member })
    else if (what === 'silence' || what === 'speak')
      void run(change(chatGroups.muteMember, { chatGroupId, userId, minutes: what === 'silence' ? silenceMinutes : 0 }))
    else
      void run(
        change(chatGroups.setMemberType, { chatGroupId, userId, memberType: what === 'admin' ? 'admin' : 'member' }),
      )
  }
  const carryOut = ({ what, member: { userId } }: Asked) => {
    const chatGroupId = group.id
    setAsked(null)
    void run(
      what === 'remove'
        ? change(chatGroups.removeMembers, { chatGroupId, members: [userId] })
        : change(chatGroups.setMemberType, { chatGroupId, userId, memberType: 'owner' }),
    )
  }
  return (
    <>
      <MenuSheet
        title={member?.userName ?? ''}
        isOpen={member !== null}
        onClose={onClose}
        choices={choices}
        onChoose={choose}
      />
      <Ask asked={asked} onClose={() => setAsked(null)} onGo={carryOut} />
    </>
  )
}

type AskProps = { readonly asked: Asked | null; readonly onClose: () => void; readonly onGo: (asked: Asked) => void }
/** Asks before somebody is removed, or is given the group. */
function Ask({ asked, onClose, onGo }: AskProps) {
  const { t } = useTranslation('chat')
  const name = asked?.member.userName ?? ''
  const isOwner = asked?.what === 'owner'
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={t(isOwner ? 'makeOwnerTitle' : 'removeMemberTitle', { name })}
      confirm={t(isOwner ? 'makeOwner' : 'removeMember')}
      kind="danger"
      onClose={onClose}
      onConfirm={() => asked !== null && onGo(asked)}
    >
      {t(isOwner ? 'makeOwnerText' : 'removeMemberText', { name })}
    </ConfirmDialog>
  )
}
