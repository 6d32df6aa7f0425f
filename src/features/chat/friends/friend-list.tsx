import { Note, Stack } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Link } from '#src/parts/link.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/features/chat/avatar.tsx'
import styles from '#src/features/chat/chat.module.css'
import { BlockedSheet } from './blocked-sheet.tsx'

/** My friends by letter, and the requests that wait for an answer. */
export function FriendList() {
  const { t } = useTranslation('chat')
  const { request, feeds } = useServices()
  const friends = useRead('friends', (signal) => request.read(chatFriends.friends, {}, { signal }))
  const again = friends.refresh
  useEffect(() => {
    const friend = feeds.friend$.subscribe(() => void again())
    return () => friend.unsubscribe()
  }, [feeds, again])
  const waiting = useStream(feeds.asks$, 0)
  const [isBlockedOpen, setBlockedOpen] = useState(false)
  return (
    <Stack>
      <Link to={chatPaths.newFriend} className={styles.friendLink}>
        <span className={styles.roundIcon}>
          <Icon name="user" />
        </span>
        <span className={styles.pickName}>{t('titles.applies')}</span>
        {waiting > 0 && <span className={styles.count}>{waiting}</span>}
        <Icon name="chevron-right" />
      </Link>
      <Link to={chatPaths.searchFriend} className={styles.friendLink}>
        <span className={styles.roundIcon}>
          <Icon name="search" />
        </span>
        <span className={styles.pickName}>{t('addFriend')}</span>
        <Icon name="chevron-right" />
      </Link>
      <button type="button" className={styles.friendLink} onClick={() => setBlockedOpen(true)}>
        <span className={styles.roundIcon}>
          <Icon name="eye-off" />
        </span>
        <span className={styles.pickName}>{t('blockedPeople')}</span>
        <Icon name="chevron-right" />
      </button>
      {isBlockedOpen && <BlockedSheet onClose={() => setBlockedOpen(false)} />}
      {friends.value === null ? (
        friends.failure === null ? (
          <Skeleton lines={5} height={56} />
        ) : (
          <ReadFailed failure={null} onRetry={() => void friends.refresh()} />
        )
      ) : friends.value.myFriendList.length === 0 ? (
        <Empty text={t('noFriendsYet')} icon="people" />
      ) : (
        friends.value.myFriendList.map(({ firstLetter, friends: some }) => (
          <section key={firstLetter} aria-label={firstLetter}>
            <Note as="h2" blockPad={2} line="bottom">
              {firstLetter}
            </Note>
            <ul>
              {some.map(({ friendId, friendName, userName, headImg, isBot, isStaff, isBlocked }) => (
                <li key={friendId}>
                  <Link to={chatPaths.friendOf(friendId)} className={styles.friendLink}>
                    <Avatar id={friendId} name={friendName || userName} picture={headImg} size="s" />
                    <span className={styles.pickName}>{friendName || userName}</span>
                    {isStaff && (
                      <span className={styles.staff}>
                        <Icon name="shield" size={14} />
                        {t('staff')}
                      </span>
                    )}
                    {isBot && <span className={styles.tag}>{t('bot')}</span>}
                    {isBlocked && <span className={styles.tag}>{t('blocked')}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
    </Stack>
  )
}
