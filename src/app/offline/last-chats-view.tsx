import { ownCache, type KeptChats, type KeptRoom } from '#src/actors/chat-cache.ts'
import { useWords } from '#src/features/chat/words.ts'
import { formatTime } from '#src/lib/format.ts'
import { isShut, useAutoLock } from '#src/stores/auto-lock.ts'
import { Box, Note, Press, Stack } from '#src/ui/box.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * The chats that this device has kept, to be read while the venue cannot be reached; nothing is written in them. Not
 * shown by a browser that locks itself: the lock is opened by the venue.
 */
export function LastChatsView() {
  const { t, i18n } = useTranslation(['chat', 'installed'], { useSuspense: false })
  const isClosed = useAutoLock(isShut)
  const [kept, setKept] = useState<KeptChats | null>(null)
  const [room, setRoom] = useState<KeptRoom | null>(null)
  useEffect(() => {
    void ownCache()?.chats().then(setKept)
  }, [])
  const isReady = i18n.hasLoadedNamespace('installed') && i18n.hasLoadedNamespace('chat')
  if (isClosed || !isReady || kept === null || kept.chats.length === 0) return null
  const open = async (id: string) => setRoom((await ownCache()?.room(id)) ?? null)
  return (
    <Stack as="section" gap={1} aria-label={t('installed:lastChats')}>
      <Box as="h2" size={3}>
        {t('installed:lastChats')}
      </Box>
      <Note>{t('installed:chatsAt', { at: formatTime(kept.savedMs) })}</Note>
      <ul>
        {kept.chats.map(({ id, group, last }) => (
          <li key={id}>
            <Press lay="stack" text="start" blockPad={2} isTouch onClick={() => void open(id)}>
              <b>{group.chatGroupName}</b>
              {last !== null && <Teaser last={last} isGroup={group.chatGroupType === 'group'} />}
            </Press>
          </li>
        ))}
      </ul>
      <Sheet title={room?.group.chatGroupName ?? ''} isOpen={room !== null} onClose={() => setRoom(null)} isTall>
        {room !== null && <KeptMessages room={room} />}
      </Sheet>
    </Stack>
  )
}

type Last = NonNullable<KeptChats['chats'][number]['last']>
function Teaser({ last, isGroup }: { readonly last: Last; readonly isGroup: boolean }) {
  const { teaserOf } = useWords()
  return <Note as="span">{teaserOf(last, isGroup, false)}</Note>
}
function KeptMessages({ room }: { readonly room: KeptRoom }) {
  const { wordsOf } = useWords()
  return (
    <Stack as="ul" gap={3}>
      {room.messages.map((message) => (
        <Stack key={message.id} as="li" gap="hair" breaks isPre>
          <Note as="span">{`${message.userName} · ${formatTime(message.createMs)}`}</Note>
          <span dir="auto">{wordsOf(message)}</span>
        </Stack>
      ))}
    </Stack>
  )
}
