import { useChange } from '#src/parts/use-change.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PeoplePicks } from '../people-picks.tsx'

/** Brings friends into a group. */
export function AddMembersSheet({
  chat,
  onClose,
  onDone,
}: {
  readonly chat: string
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const change = useChange()
  const friends = useRead(`to-add|${chat}`, (signal) =>
    request.read(chatFriends.friendsToAdd, { chatGroupId: chat }, { signal }),
  )
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const add = async () => {
    setIsBusy(true)
    await change(chatGroups.addMembers, { chatGroupId: chat, members: [...chosen] }, (told) => {
      const { data, reason } = told ?? { data: chosen.length, reason: 'ok' }
      if (reason !== 'ok') return toast(`refusals:${reason}`, {}, 'error')
      toast('chat:added', { count: data })
      onDone()
    })
    setIsBusy(false)
  }
  const people = (friends.value ?? []).map(({ friendId, friendName, userName, headImg }) => ({
    id: friendId,
    name: friendName || userName,
    picture: headImg,
  }))
  return (
    <Sheet
      title={t('addMembers')}
      isOpen
      onClose={onClose}
      isTall
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry disabled={chosen.length === 0} onClick={() => void add()}>
          {t('addCount', { count: chosen.length })}
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
          people={people}
          chosen={chosen}
          most={chatLimits.membersAtOnce}
          empty={t('nobodyToAdd')}
          onChange={setChosen}
        />
      )}
    </Sheet>
  )
}
