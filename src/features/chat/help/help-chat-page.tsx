import { chatGroups } from '#contract/chat/chat-groups.ts'
import { platform } from '#contract/platform/platform.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { SidePane } from '#src/features/chat/side-pane.tsx'
import { Room } from '#src/features/chat/room.tsx'
import { useChats } from '#src/features/chat/use-chats.ts'
import { useSend } from '#src/features/chat/use-room.ts'
import chat from '#src/features/chat/chat.module.css'
import { newKey } from '#src/lib/new-key.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { Box, Press } from '#src/ui/box.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import styles from './help-chat.module.css'

/** The conversation with the customer service: one's own chat with its account, opened if there is none yet. */
export function HelpChatPage() {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const isDesk = useIsDesktop()
  const { chats } = useChats()
  const opened = useRead('service-chat', async (signal) => {
    const config = await request.read(platform.chatConfig, {}, { signal })
    if (!config.ok) return config
    const toUser = config.value.find(({ configKey }) => configKey === 'appAdministrator')?.configValue ?? ''
    // An existing chat is answered again, so asking twice opens one.
    return request.change(chatGroups.createSingle, { toUser }, newKey())
  })
  const id = opened.value?.id ?? null
  if (id === null)
    return (
      <Page title={t('titles.help')}>
        <Unread read={opened} lines={6} height={48} />
      </Page>
    )
  const room = (
    <Room
      key={id}
      chat={id}
      row={chats?.find((row) => row.id === id) ?? null}
      at={null}
      hasBack={!isDesk}
      hints={<Topics chatId={id} />}
    />
  )
  return (
    // The room stays in one place of the tree, so that a window made narrower keeps what it shows.
    <div className={isDesk ? chat.desk : chat.alone}>
      <SidePane here={id} />
      {room}
    </div>
  )
}

const topics = ['deposit', 'withdraw', 'otc', 'verify', 'password', 'person'] as const

/** Questions that are sent by a tap; the last one asks for somebody of the desk. */
function Topics({ chatId }: { readonly chatId: string }) {
  const { t } = useTranslation('chat')
  const send = useSend(chatId)
  return (
    <Box
      as="ul"
      lay="row"
      blockPad={2}
      sidePad={3}
      gap={2}
      ground="page"
      line="top"
      className={styles.topics}
      aria-label={t('help.topics')}
    >
      {topics.map((topic) => (
        <li key={topic}>
          <Press
            sidePad={3}
            ground="raised"
            round="full"
            size={3}
            tone={1}
            nowrap
            className={styles.topic}
            data-person={topic === 'person' || undefined}
            onClick={() => void send.text(t(`help.${topic}`), { cid: send.newCid(), replyTo: null, mentions: [] })}
          >
            {t(`help.${topic}`)}
          </Press>
        </li>
      ))}
    </Box>
  )
}
