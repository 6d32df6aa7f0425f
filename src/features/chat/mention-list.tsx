import { Box } from '#src/ui/box.tsx'
import type { Member } from '#contract/chat/chat.ts'
import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar.tsx'
import { membersFor } from './mentions.ts'
import styles from './room.module.css'
import { useMyId } from './use-chats.ts'

type Props = {
  readonly members: readonly Member[]
  readonly word: string
  readonly mayAll: boolean
  readonly onPick: (name: string) => void
}

/** Whom the text after `@` may mean. */
export function MentionList({ members, word, mayAll, onPick }: Props) {
  const { t } = useTranslation('chat')
  const me = useMyId()
  const found = membersFor(members, word).filter(({ userId }) => userId !== me)
  const hasAll = mayAll && t('everyone').toLocaleLowerCase().includes(word.toLocaleLowerCase())
  if (found.length === 0 && !hasAll) return null
  return (
    <Box as="ul" ground="bar" line="top" className={styles.mentions} aria-label={t('mention')}>
      {hasAll && (
        <li>
          <button type="button" onClick={() => onPick(t('everyone'))}>
            @{t('everyone')}
          </button>
        </li>
      )}
      {found.map(({ userId, userName, userAvatar }) => (
        <li key={userId}>
          <button type="button" onClick={() => onPick(userName)}>
            <Avatar id={userId} name={userName} picture={userAvatar} size="s" />
            {userName}
          </button>
        </li>
      ))}
    </Box>
  )
}
