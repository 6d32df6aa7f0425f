import { Unread } from '#src/parts/loaded.tsx'
import { Stack } from '#src/ui/box.tsx'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../avatar.tsx'
import styles from '../chat.module.css'
import { useChatChanges } from '../use-chats.ts'

/** The chats that were taken off the list; the next message brings one back, and so does its button. */
export function HiddenSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const { unhide } = useChatChanges()
  const all = useRead('hidden-chats', (signal) => request.read(chatGroups.mine, { includeHidden: true }, { signal }))
  const hidden = (all.value ?? []).filter(({ groupUser }) => groupUser.hiddenFlag)
  return (
    <Sheet title={t('hiddenChats')} isOpen onClose={onClose} isTall>
      {all.value === null ? (
        <Unread read={all} lines={3} height={56} />
      ) : hidden.length === 0 ? (
        <Empty text={t('noHidden')} icon="eye-off" />
      ) : (
        <Stack as="ul">
          {hidden.map(({ imGroup: { id, chatGroupName, chatGroupAvatar, chatGroupType, peerUserId } }) => (
            <li key={id} className={styles.pickLine}>
              <Avatar
                id={peerUserId ?? id}
                name={chatGroupName}
                picture={chatGroupAvatar}
                isGroup={chatGroupType === 'group'}
                size="s"
              />
              <span className={styles.pickName}>{chatGroupName}</span>
              <Button kind="quiet" size="s" onClick={() => void unhide(id).then(() => all.refresh())}>
                {t('unhide')}
              </Button>
            </li>
          ))}
        </Stack>
      )}
    </Sheet>
  )
}
