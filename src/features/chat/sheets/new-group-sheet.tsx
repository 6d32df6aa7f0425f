import { useChange } from '#src/parts/use-change.ts'
import { chatLimits } from '#contract/chat/chat.ts'
import { chatAccount } from '#contract/chat/chat-account.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Field } from '#src/ui/field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lengthOf } from '#src/features/chat/text-length.ts'
import { useBusy } from '#src/parts/use-busy.ts'
import { PickSheet, picksOf } from '../people-picks.tsx'

type Props = { readonly onClose: () => void }

/** Starts a group with friends; who has lost the power to do so is told at once, before a form. */
export function NewGroupSheet({ onClose }: Props) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const may = useRead('may open groups', (signal) =>
    request.read(chatAccount.mayI, { powerCode: 'addNewGroup' }, { signal }),
  )
  useRefreshOn(['chat.powerChanged'], () => void may.refresh())
  if (may.value !== false) return <NewGroup onClose={onClose} />
  return (
    <Sheet title={t('newGroup')} isOpen onClose={onClose}>
      <Empty text={t('noNewGroup')} icon="lock" />
    </Sheet>
  )
}

function NewGroup({ onClose }: Props) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const change = useChange()
  const friends = useRead('friends', (signal) => request.read(chatFriends.friends, {}, { signal }))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [name, setName] = useState('')
  const [isTried, setIsTried] = useState(false)
  const { isBusy, run } = useBusy()
  const wrong =
    name.trim() === ''
      ? t('groupNameNeeded')
      : lengthOf(name.trim()) > chatLimits.groupName
        ? t('groupNameLong', { max: chatLimits.groupName })
        : null
  const start = async () => {
    setIsTried(true)
    if (wrong !== null) return
    await run(
      change(chatGroups.launch, { chatGroupMembers: [...chosen], chatGroupName: name.trim() }, (made) =>
        go(made === null ? chatPaths.chats : chatPaths.chattingOf(made.id)),
      ),
    )
  }
  return (
    <PickSheet
      title={t('newGroup')}
      button={t('startGroup', { count: chosen.length })}
      isBusy={isBusy}
      needsOne={false}
      read={friends}
      peopleOf={({ myFriendList }) =>
        picksOf(myFriendList.flatMap(({ friends: some }) => some).filter(({ isBlocked }) => !isBlocked))
      }
      chosen={chosen}
      most={chatLimits.membersAtOnce}
      onChange={setChosen}
      onSend={() => void start()}
      onClose={onClose}
    >
      <Field
        label={t('groupName')}
        value={name}
        onChange={setName}
        maxLength={40}
        {...(isTried && wrong !== null && { error: wrong })}
      />
    </PickSheet>
  )
}
