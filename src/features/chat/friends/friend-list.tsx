import { Count } from '#src/ui/count.tsx'
import { Note, Stack } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonLine, PersonTags, WayLine } from '#src/features/chat/people.tsx'
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
      <WayLine icon="user" label={t('titles.applies')} to={chatPaths.newFriend}>
        <Count tone="accent" count={waiting} />
      </WayLine>
      <WayLine icon="search" label={t('addFriend')} to={chatPaths.searchFriend} />
      <WayLine icon="eye-off" label={t('blockedPeople')} to={() => setBlockedOpen(true)} />
      {isBlockedOpen && <BlockedSheet onClose={() => setBlockedOpen(false)} />}
      <Loaded read={friends} lines={5} height={56}>
        {({ myFriendList }) =>
          myFriendList.length === 0 ? (
            <Empty text={t('noFriendsYet')} icon="people" />
          ) : (
            myFriendList.map(({ firstLetter, friends: some }) => (
              <section key={firstLetter} aria-label={firstLetter}>
                <Note as="h2" blockPad={2} line="bottom">
                  {firstLetter}
                </Note>
                <ul>
                  {some.map(({ friendId, friendName, userName, headImg, isBot, isStaff, isBlocked }) => (
                    <li key={friendId}>
                      <PersonLine id={friendId} name={friendName || userName} picture={headImg}>
                        <PersonTags isStaff={isStaff} isBot={isBot} isBlocked={isBlocked} />
                      </PersonLine>
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Loaded>
    </Stack>
  )
}
