import { Note, Stack } from '#src/ui/box.tsx'
import type { Message } from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../avatar.tsx'
import styles from '../chat.module.css'
import { PersonLine } from '../people.tsx'
import { reactionFaces } from '../reactions.tsx'

/** Who has reacted to a message, and how. */
export function ReactorsSheet({ message, onClose }: { readonly message: Message; readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const { id, chatGroupId, rev } = message
  const read = useRead(`reactors|${id}|${rev}`, (signal) =>
    request.read(chatMessages.reactors, { id, chatGroupId }, { signal }),
  )
  return (
    <Sheet title={t('reactors')} isOpen onClose={onClose}>
      <Loaded read={read} lines={3} height={48}>
        {(all) => (
          <Stack as="ul">
            {all.map(({ kind, userId, userName, userAvatar }) => (
              <li key={`${kind}|${userId}`} className={styles.pickLine}>
                <Avatar id={userId} name={userName} picture={userAvatar} size="s" />
                <span className={styles.pickName}>{userName}</span>
                <span role="img" aria-label={t(`reactions.${kind}`)}>
                  {reactionFaces[kind]}
                </span>
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
    </Sheet>
  )
}

/** Who has read a message of mine in a group. */
export function ReadersSheet({ message, onClose }: { readonly message: Message; readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const { id, chatGroupId } = message
  const read = useRead(`readers|${id}`, (signal) => request.read(chatMessages.readers, { id, chatGroupId }, { signal }))
  return (
    <Sheet title={t('readers')} isOpen onClose={onClose}>
      <Loaded read={read} lines={3} height={48}>
        {({ readers, seenBy }) => (
          <Stack gap={2}>
            <Note>{t('readBy', { read: readers.length, of: seenBy })}</Note>
            <ul>
              {readers.map(({ userId, userName, userAvatar }) => (
                <li key={userId}>
                  <PersonLine id={userId} name={userName} picture={userAvatar} />
                </li>
              ))}
            </ul>
          </Stack>
        )}
      </Loaded>
    </Sheet>
  )
}
