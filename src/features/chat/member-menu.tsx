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

type What = 'profile' | 'admin' | 'noAdmin' | 'silence' | 'speak' | 'remove'
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
  const [removed, setRemoved] = useState<Member | null>(null)
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
    else if (what === 'remove') setRemoved(member)
    else if (what === 'silence' || what === 'speak')
      void run(change(chatGroups.muteMember, { chatGroupId, userId, minutes: what === 'silence' ? silenceMinutes : 0 }))
    else
      void run(
        change(chatGroups.setMemberType, { chatGroupId, userId, memberType: what === 'admin' ? 'admin' : 'member' }),
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
      <ConfirmDialog
        isOpen={removed !== null}
        title={t('removeMemberTitle', { name: removed?.userName ?? '' })}
        confirm={t('removeMember')}
        kind="danger"
        onClose={() => setRemoved(null)}
        onConfirm={() => {
          if (removed !== null)
            void run(change(chatGroups.removeMembers, { chatGroupId: group.id, members: [removed.userId] }))
          setRemoved(null)
        }}
      >
        {t('removeMemberText')}
      </ConfirmDialog>
    </>
  )
}
