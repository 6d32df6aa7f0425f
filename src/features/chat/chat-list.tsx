import { Box } from '#src/ui/box.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { SearchBox } from '#src/parts/search-box.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChatRow } from '#streams/chat/list.ts'
import { ChatLine } from './chat-row.tsx'
import styles from './chat.module.css'
import { FoundAll } from './found-all.tsx'
import { useChatChanges, useChats, useDrafts, useWhen } from './use-chats.ts'

/** The chats of the caller with one search over chats, people and messages, and what can be done with each chat. */
export function ChatList({ here = null }: { readonly here?: string | null }) {
  const { t } = useTranslation('chat')
  const { chats, savedMs } = useChats()
  const when = useWhen()
  const drafts = useDrafts()
  const myName = useUser()?.nickname ?? ''
  const [word, setWord] = useState('')
  const [moreOf, setMoreOf] = useState<string | null>(null)
  const shown = useMemo(() => {
    const sought = word.trim().toLocaleLowerCase()
    return sought === ''
      ? chats
      : (chats ?? []).filter(({ group }) => group.chatGroupName.toLocaleLowerCase().includes(sought))
  }, [chats, word])
  const lines = (shown ?? []).map((row) => (
    <li key={row.id}>
      <ChatLine
        row={row}
        draft={drafts?.[row.id] ?? null}
        isHere={row.id === here}
        myName={myName}
        onMore={setMoreOf}
      />
    </li>
  ))
  if (chats === null)
    return (
      <Box blockPad={3} sidePad="gutter">
        <Skeleton lines={7} height={64} />
      </Box>
    )
  return (
    <>
      {savedMs !== null && (
        <p className={styles.kept} role="status">
          <span>{t('savedAt', { when: when.exact(savedMs) })}</span>
        </p>
      )}
      <Box blockPad={2} sidePad={4}>
        <SearchBox label={t('findAll')} value={word} onChange={setWord} />
      </Box>
      {word.trim() !== '' ? (
        <FoundAll word={word.trim()} chats={chats}>
          {lines.length > 0 ? lines : null}
        </FoundAll>
      ) : chats.length === 0 ? (
        <Empty text={t('noChats')} icon="chat" />
      ) : (
        <ul aria-label={t('titles.chats')}>{lines}</ul>
      )}
      <ChatMenu row={chats.find(({ id }) => id === moreOf) ?? null} onClose={() => setMoreOf(null)} />
    </>
  )
}

type MenuProps = { readonly row: ChatRow | null; readonly onClose: () => void }
/** What can be done with a chat of the list. */
function ChatMenu({ row, onClose }: MenuProps) {
  const { t } = useTranslation('chat')
  const changes = useChatChanges()
  const [cleared, setCleared] = useState<string | null>(null)
  const choose = (what: 'pin' | 'mute' | 'read' | 'hide' | 'clear') => {
    if (row === null) return
    const { id, isPinned, isMuted } = row
    if (what === 'pin') void changes.pin(id, !isPinned)
    else if (what === 'mute') void changes.mute(id, !isMuted)
    else if (what === 'read') void changes.readAll(id)
    else if (what === 'hide') void changes.hide(id)
    else setCleared(id)
  }
  return (
    <>
      <MenuSheet
        title={row?.group.chatGroupName ?? ''}
        isOpen={row !== null}
        onClose={onClose}
        choices={
          [
            { value: 'pin', label: t(row?.isPinned === true ? 'unpin' : 'pin'), icon: 'pin' },
            { value: 'mute', label: t(row?.isMuted === true ? 'unmute' : 'mute'), icon: 'bell-off' },
            ...((row?.unread ?? 0) > 0 ? [{ value: 'read', label: t('markRead'), icon: 'check' } as const] : []),
            { value: 'hide', label: t('hide'), note: t('hideNote'), icon: 'eye-off' },
            { value: 'clear', label: t('clear'), icon: 'trash' },
          ] as const
        }
        onChoose={choose}
      />
      <ConfirmDialog
        isOpen={cleared !== null}
        title={t('clearTitle')}
        confirm={t('clear')}
        kind="danger"
        onClose={() => setCleared(null)}
        onConfirm={() => {
          if (cleared !== null) void changes.clear(cleared)
          setCleared(null)
        }}
      >
        {t('clearText')}
      </ConfirmDialog>
    </>
  )
}
