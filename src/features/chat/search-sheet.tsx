import { Box } from '#src/ui/box.tsx'
import type { Message } from '#contract/chat/chat.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RichWord } from './rich-word.tsx'
import styles from './chat.module.css'
import { useWhen } from './use-chats.ts'
import { useWords } from './words.ts'

const none: Message[] = []

/** Finds messages of one chat by a word; a tap leads to the message. */
export function SearchSheet({
  chat,
  onClose,
  onGo,
}: {
  readonly chat: string
  readonly onClose: () => void
  readonly onGo: (n: number) => void
}) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const words = useWords()
  const when = useWhen()
  const [word, setWord] = useState('')
  const sought = useDebounced(word.trim(), 300)
  const found = useRead(
    `${chat}|${sought}`,
    async (signal): Promise<Reply<Message[]>> =>
      sought === ''
        ? { ok: true, value: none }
        : request.read(chatMessages.history, { chatGroupId: chat, keyWord: sought, limit: 50 }, { signal }),
  )
  // A message that was taken back says nothing any more, here as well.
  const shown = (found.value ?? none).filter(({ revoked }) => !revoked)
  return (
    <Sheet title={t('searchIn')} isOpen onClose={onClose} isTall>
      <SearchBox label={t('searchIn')} value={word} onChange={setWord} isFirst />
      {sought === '' ? (
        <Box as="p" below={3} above={3} tone={2} size={3} text="center">
          {t('searchHint')}
        </Box>
      ) : found.failure !== null ? (
        <ReadFailed failure={null} onRetry={() => void found.refresh()} />
      ) : found.value === null ? (
        <Skeleton lines={4} height={56} />
      ) : shown.length === 0 ? (
        <Empty text={t('nothingFound')} icon="search" />
      ) : (
        <ul className={styles.found}>
          {shown.map((message) => (
            <li key={message.n}>
              <button type="button" onClick={() => onGo(message.n)}>
                <span>
                  <b>{message.userName}</b>
                  <time>{when.short(message.createMs)}</time>
                </span>
                <span dir="auto">
                  <RichWord text={words.wordsOf(message)} word={sought} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
