import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useChange } from '#src/parts/use-change.ts'
import { Box } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Room } from './room.tsx'
import styles from './room.module.css'
import { useChats } from './use-chats.ts'

type Props = { readonly user: string; readonly name: string }

/** The chat with one person beside what it is about. One that does not exist yet begins when it is asked for. */
export function RoomBeside({ user, name }: Props) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const { chats } = useChats()
  const [begun, setBegun] = useState<string | null>(null)
  const row = chats?.find(({ group }) => group.peerUserId === user) ?? null
  const chat = row?.id ?? begun
  if (chat === null)
    return (
      <Button
        kind="quiet"
        size="l"
        isWide
        icon="chat"
        onClick={() =>
          void change(chatGroups.createSingle, { toUser: user }, (made) => made !== null && setBegun(made.id))
        }
      >
        {t('chatBeside', { name })}
      </Button>
    )
  return (
    <Box as="section" isCard clips lay="column" className={styles.beside} aria-label={t('chatBeside', { name })}>
      <Room key={chat} chat={chat} row={row} at={null} hasBack={false} isBeside />
    </Box>
  )
}
