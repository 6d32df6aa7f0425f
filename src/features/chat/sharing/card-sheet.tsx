import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useUser } from '#src/actors/use-session.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PeoplePicks } from '#src/features/chat/people-picks.tsx'
import { useMyId } from '#src/features/chat/use-chats.ts'
import { useSend } from '#src/features/chat/use-room.ts'

/** Sends the cards of friends, or one's own, into a chat. */
export function CardSheet({ chat, onClose }: { readonly chat: string; readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const me = useMyId()
  const myself = useUser()
  const send = useSend(chat)
  const friends = useRead('friends', (signal) => request.read(chatFriends.friends, {}, { signal }))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const people = (friends.value?.myFriendList ?? [])
    .flatMap(({ friends: some }) => some)
    .map(({ friendId, friendName, userName, headImg }) => ({
      id: friendId,
      name: friendName || userName,
      picture: headImg,
    }))
  const all = [
    { id: me, name: t('card.mine', { name: myself?.nickname ?? '' }), picture: myself?.avatar ?? null },
    ...people,
  ]
  const submit = async () => {
    onClose()
    for (const id of chosen) await send.card(id)
  }
  return (
    <Sheet
      title={t('card.choose')}
      isOpen
      onClose={onClose}
      isTall
      footer={
        <Button isWide disabled={chosen.length === 0} onClick={() => void submit()}>
          {t('card.send', { count: chosen.length })}
        </Button>
      }
    >
      {friends.value === null ? (
        friends.failure === null ? (
          <Skeleton lines={4} height={56} />
        ) : (
          <ReadFailed failure={null} onRetry={() => void friends.refresh()} />
        )
      ) : (
        <PeoplePicks
          people={all}
          chosen={chosen}
          most={chatLimits.filesAtOnce}
          empty={t('noFriendsYet')}
          onChange={setChosen}
        />
      )}
    </Sheet>
  )
}
