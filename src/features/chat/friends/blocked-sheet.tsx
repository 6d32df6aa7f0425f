import { Stack } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import { PersonLine } from '../people.tsx'

/** Everybody I have blocked, friends or not; each is unblocked on their profile. */
export function BlockedSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const blocked = useRead('blocked', (signal) => request.read(chatFriends.blocked, {}, { signal }))
  return (
    <Sheet title={t('blockedPeople')} isOpen onClose={onClose} isTall>
      <Loaded read={blocked} lines={3} height={56}>
        {(people) =>
          people.length === 0 ? (
            <Empty text={t('nobodyBlocked')} icon="people" />
          ) : (
            <Stack as="ul">
              {people.map(({ friendId, friendName, userName, headImg }) => (
                <li key={friendId}>
                  <PersonLine id={friendId} name={friendName || userName} picture={headImg} />
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Sheet>
  )
}
