import { useChange } from '#src/parts/use-change.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { toast } from '#src/stores/toasts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBusy } from '#src/parts/use-busy.ts'
import { PickSheet, picksOf } from '../people-picks.tsx'

type Props = { readonly chat: string; readonly onClose: () => void; readonly onDone: () => void }
/** Brings friends into a group. */
export function AddMembersSheet({ chat, onClose, onDone }: Props) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const change = useChange()
  const friends = useRead(`to-add|${chat}`, (signal) =>
    request.read(chatFriends.friendsToAdd, { chatGroupId: chat }, { signal }),
  )
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { isBusy, run } = useBusy()
  const add = () =>
    run(
      change(chatGroups.addMembers, { chatGroupId: chat, members: [...chosen] }, (told) => {
        const { data, reason } = told ?? { data: chosen.length, reason: 'ok' }
        if (reason !== 'ok') return toast(`refusals:${reason}`, {}, 'error')
        toast('chat:added', { count: data })
        onDone()
      }),
    )
  return (
    <PickSheet
      title={t('addMembers')}
      button={t('addCount', { count: chosen.length })}
      isBusy={isBusy}
      read={friends}
      peopleOf={picksOf}
      empty={t('nobodyToAdd')}
      chosen={chosen}
      most={chatLimits.membersAtOnce}
      onChange={setChosen}
      onSend={() => void add()}
      onClose={onClose}
    />
  )
}
