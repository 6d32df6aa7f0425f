import { Stack } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { Link } from '#src/parts/link.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../avatar.tsx'
import styles from '../chat.module.css'

/** Everybody I have blocked, friends or not; each is unblocked on their profile. */
export function BlockedSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const blocked = useRead('blocked', (signal) => request.read(chatFriends.blocked, {}, { signal }))
  return (
    <Sheet title={t('blockedPeople')} isOpen onClose={onClose} isTall>
      {blocked.value === null ? (
        blocked.failure === null ? (
          <Skeleton lines={3} height={56} />
        ) : (
          <ReadFailed failure={blocked.failure} onRetry={() => void blocked.refresh()} />
        )
      ) : blocked.value.length === 0 ? (
        <Empty text={t('nobodyBlocked')} icon="people" />
      ) : (
        <Stack as="ul">
          {blocked.value.map(({ friendId, friendName, userName, headImg }) => (
            <li key={friendId}>
              <Link to={chatPaths.friendOf(friendId)} className={styles.friendLink}>
                <Avatar id={friendId} name={friendName || userName} picture={headImg} size="s" />
                <span className={styles.pickName}>{friendName || userName}</span>
              </Link>
            </li>
          ))}
        </Stack>
      )}
    </Sheet>
  )
}
