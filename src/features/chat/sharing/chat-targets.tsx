import { Unread } from '#src/parts/loaded.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { chatLimits } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { SearchBox } from '#src/parts/search-box.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/features/chat/avatar.tsx'
import styles from '#src/features/chat/chat.module.css'

/** The chats that something may be sent to, of which some are chosen. */
export function ChatTargets({
  chosen,
  most = chatLimits.forwardTargets,
  onChange,
}: {
  readonly chosen: readonly string[]
  readonly most?: number
  readonly onChange: (chosen: readonly string[]) => void
}) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const chats = useRead('forward-targets', (signal) => request.read(chatGroups.mineForForward, {}, { signal }))
  const [word, setWord] = useState('')
  const shown = (chats.value ?? []).filter(({ chatGroupName }) =>
    chatGroupName.toLocaleLowerCase().includes(word.trim().toLocaleLowerCase()),
  )
  const toggle = (id: string) =>
    onChange(
      chosen.includes(id) ? chosen.filter((each) => each !== id) : chosen.length < most ? [...chosen, id] : chosen,
    )
  return (
    <>
      <Box below={3} above={3}>
        <SearchBox label={t('findChat')} value={word} onChange={setWord} />
      </Box>
      {chats.value === null ? (
        <Unread read={chats} lines={5} height={56} />
      ) : (
        <Stack as="ul">
          {shown.map(({ id, chatGroupName, chatGroupAvatar, chatGroupType }) => (
            <li key={id}>
              <label className={styles.pickLine}>
                <input
                  type="checkbox"
                  checked={chosen.includes(id)}
                  disabled={!chosen.includes(id) && chosen.length >= most}
                  onChange={() => toggle(id)}
                />
                <Avatar
                  id={chatGroupType === 'group' ? id : null}
                  name={chatGroupName}
                  picture={chatGroupAvatar}
                  isGroup={chatGroupType === 'group'}
                  size="s"
                />
                <span className={styles.pickName}>{chatGroupName}</span>
              </label>
            </li>
          ))}
        </Stack>
      )}
    </>
  )
}
