import { Box } from '#src/ui/box.tsx'
import type { Member } from '#contract/chat/chat.ts'
import { useImperativeHandle, useState, type KeyboardEvent, type Ref } from 'react'
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
  /** Takes a key of the field below: true if it moved or chose. */
  readonly keys: Ref<MentionKeys>
}
export type MentionKeys = (event: KeyboardEvent) => boolean

/** Whom the text after `@` may mean. */
export function MentionList({ members, word, mayAll, onPick, keys }: Props) {
  const { t } = useTranslation('chat')
  const me = useMyId()
  const found = membersFor(members, word).filter(({ userId }) => userId !== me)
  const hasAll = mayAll && t('everyone').toLocaleLowerCase().includes(word.toLocaleLowerCase())
  const offered = [
    ...(hasAll ? [{ id: 'all', name: t('everyone'), picture: null }] : []),
    ...found.map(({ userId, userName, userAvatar }) => ({ id: userId, name: userName, picture: userAvatar })),
  ]
  const [moved, setMoved] = useState({ word, at: 0 })
  const at = moved.word === word ? Math.min(moved.at, offered.length - 1) : 0
  useImperativeHandle(keys, () => (event) => {
    const chosen = offered[at]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (chosen === undefined || event.nativeEvent.isComposing) return false
    if (step !== undefined) setMoved({ word, at: (at + step + offered.length) % offered.length })
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') onPick(chosen.name)
    else return false
    event.preventDefault()
    return true
  })
  if (offered.length === 0) return null
  return (
    <Box as="ul" ground="bar" line="top" className={styles.mentions} aria-label={t('mention')}>
      {offered.map(({ id, name, picture }, place) => (
        <li key={id}>
          <button type="button" aria-current={place === at || undefined} onClick={() => onPick(name)}>
            {id === 'all' ? '@' : <Avatar id={id} name={name} picture={picture} size="s" />}
            {name}
          </button>
        </li>
      ))}
    </Box>
  )
}
