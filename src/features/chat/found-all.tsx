import type { Message } from '#contract/chat/chat.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { Link } from '#src/parts/link.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { Box, Note } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { ChatRow } from '#streams/chat/list.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './chat.module.css'
import { FoundPerson } from './people.tsx'
import { RichWord } from './rich-word.tsx'
import { useWhen } from './use-chats.ts'
import { useWords } from './words.ts'

/** One letter would find nearly everything. */
const minLetters = 2
type Found = {
  readonly people: OutputOf<typeof chatFriends.searchUser>
  readonly messages: readonly Message[]
  readonly isAll: boolean
}
const nothing: Found = { people: [], messages: [], isAll: true }

/** People and messages that fit a word; the chats are known here and need nobody. */
function useFound(word: string) {
  const { request } = useServices()
  const sought = useDebounced(word, 300)
  const read = useRead<Found>(`all|${sought}`, async (signal) => {
    if ([...sought].length < minLetters) return { ok: true, value: nothing }
    const [people, messages] = await Promise.all([
      request.read(chatFriends.searchUser, { keyWord: sought }, { signal }),
      request.read(chatMessages.search, { keyWord: sought }, { signal }),
    ])
    if (!people.ok) return people
    if (!messages.ok) return messages
    const { list, isAll } = messages.value
    return { ok: true, value: { people: people.value, messages: list, isAll } }
  })
  return { ...read, sought }
}

type Props = {
  readonly word: string
  readonly chats: readonly ChatRow[]
  /** The chats that fit, as the list shows them. */
  readonly children: ReactNode
}
/** All that fits a word: chats, people and messages. */
export function FoundAll({ word, chats, children }: Props) {
  const { t } = useTranslation('chat')
  const { value, sought, ...read } = useFound(word)
  const isBusy = sought !== word || (value === null && read.failure === null)
  const { people, messages, isAll } = value ?? nothing
  const hasMore = people.length + messages.length > 0
  return (
    <>
      {children !== null && (
        <Part title={t('tabs.chats')} isFlush>
          {children}
        </Part>
      )}
      {people.length > 0 && (
        <Part title={t('found.people')}>
          {people.map((person) => (
            <li key={person.id}>
              <FoundPerson person={person} />
            </li>
          ))}
        </Part>
      )}
      {messages.length > 0 && (
        <Part title={t('found.messages')}>
          {messages.map((message) => (
            <li key={message.id}>
              <FoundMessage message={message} chats={chats} word={sought} />
            </li>
          ))}
        </Part>
      )}
      {!isAll && (
        <Note below={3} above={3} tone={2} size={3} text="center">
          {t('found.cut')}
        </Note>
      )}
      {value === null && <Unread read={read} lines={3} height={56} />}
      {children === null && !hasMore && !isBusy && read.failure === null && (
        <Empty text={t('found.none', { word })} icon="search" />
      )}
      <p className="sr" role="status">
        {isBusy || value === null ? '' : t('found.count', { count: people.length + messages.length })}
      </p>
    </>
  )
}

type PartProps = { readonly title: string; readonly isFlush?: boolean; readonly children: ReactNode }
/** `isFlush`: its lines bring their own edge. */
function Part({ title, isFlush = false, children }: PartProps) {
  return (
    <section>
      <Box as="h2" size={2} tone={2} weight="medium" blockPad={2} sidePad={4}>
        {title}
      </Box>
      {isFlush ? (
        <ul>{children}</ul>
      ) : (
        <Box as="ul" sidePad={4} className={styles.found}>
          {children}
        </Box>
      )}
    </section>
  )
}

type FoundProps = { readonly message: Message; readonly chats: readonly ChatRow[]; readonly word: string }
/** One message with its chat; a tap leads to it there. */
function FoundMessage({ message, chats, word }: FoundProps) {
  const when = useWhen()
  const words = useWords()
  const { n, chatGroupId, userName, createMs } = message
  const chat = chats.find(({ id }) => id === chatGroupId)?.group.chatGroupName ?? ''
  return (
    <Link to={chatPaths.messageOf(chatGroupId, n)} className={styles.foundLine}>
      <span>
        <b>{chat === '' || chat === userName ? userName : `${chat} · ${userName}`}</b>
        <time>{when.short(createMs)}</time>
      </span>
      <span dir="auto">
        <RichWord text={words.wordsOf(message)} word={word} />
      </span>
    </Link>
  )
}
