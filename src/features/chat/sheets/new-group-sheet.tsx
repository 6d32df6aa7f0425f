import { useChange } from '#src/parts/use-change.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lengthOf } from '#src/features/chat/text-length.ts'
import { PeoplePicks } from '../people-picks.tsx'

/** Starts a group with friends. */
export function NewGroupSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const change = useChange()
  const friends = useRead('friends', (signal) => request.read(chatFriends.friends, {}, { signal }))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const people = (friends.value?.myFriendList ?? [])
    .flatMap(({ friends: some }) => some)
    .filter(({ isBlocked }) => !isBlocked)
    .map(({ friendId, friendName, userName, headImg }) => ({
      id: friendId,
      name: friendName || userName,
      picture: headImg,
    }))
  const wrong =
    name.trim() === ''
      ? t('groupNameNeeded')
      : lengthOf(name.trim()) > chatLimits.groupName
        ? t('groupNameLong', { max: chatLimits.groupName })
        : null
  const start = async () => {
    setIsTried(true)
    if (wrong !== null) return
    setIsBusy(true)
    await change(chatGroups.launch, { chatGroupMembers: [...chosen], chatGroupName: name.trim() }, (made) =>
      go(made === null ? chatPaths.chats : chatPaths.chattingOf(made.id)),
    )
    setIsBusy(false)
  }
  return (
    <Sheet
      title={t('newGroup')}
      isOpen
      onClose={onClose}
      isTall
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry onClick={() => void start()}>
          {t('startGroup', { count: chosen.length })}
        </Button>
      }
    >
      <Field
        label={t('groupName')}
        value={name}
        onChange={setName}
        maxLength={40}
        {...(isTried && wrong !== null && { error: wrong })}
      />
      {friends.value === null ? (
        friends.failure === null ? (
          <Skeleton lines={4} height={56} />
        ) : (
          <ReadFailed failure={null} onRetry={() => void friends.refresh()} />
        )
      ) : (
        <PeoplePicks
          people={people}
          chosen={chosen}
          most={chatLimits.membersAtOnce}
          empty={t('noFriendsYet')}
          onChange={setChosen}
        />
      )}
    </Sheet>
  )
}
