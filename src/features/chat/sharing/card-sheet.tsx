import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useUser } from '#src/actors/use-session.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PickSheet, picksOf } from '#src/features/chat/people-picks.tsx'
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
  const mine = { id: me, name: t('card.mine', { name: myself?.nickname ?? '' }), picture: myself?.avatar ?? null }
  const submit = async () => {
    onClose()
    for (const id of chosen) await send.card(id)
  }
  return (
    <PickSheet
      title={t('card.choose')}
      button={t('card.send', { count: chosen.length })}
      read={friends}
      peopleOf={({ myFriendList }) => [mine, ...picksOf(myFriendList.flatMap(({ friends: some }) => some))]}
      chosen={chosen}
      most={chatLimits.filesAtOnce}
      onChange={setChosen}
      onSend={() => void submit()}
      onClose={onClose}
    />
  )
}
