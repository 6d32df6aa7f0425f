import { Box } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FoundPerson, WayLine } from '#src/features/chat/people.tsx'
import { useChatScan } from '#src/features/chat/qr/use-chat-scan.ts'

const ContactsSheet = lazy(async () => ({ default: (await import('./contacts-sheet.tsx')).ContactsSheet }))
/** Fewer letters of a name would find everybody. */
const minLetters = 2

/** Finds people: by a whole number, mail or chat number, or by letters of a name. */
export function SearchPage() {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const scan = useChatScan()
  const [hasContacts, setHasContacts] = useState(false)
  const [word, setWord] = useState('')
  const sought = useDebounced(word.trim(), 400)
  const isShort = [...sought].length < minLetters
  const found = useRead(`person|${sought}`, async (signal) =>
    isShort ? { ok: true as const, value: [] } : request.read(chatFriends.searchUser, { keyWord: sought }, { signal }),
  )
  return (
    <Page title={t('titles.search')} actions={<IconButton icon="scan" label={t('qr.scan')} onClick={scan.open} />}>
      <SearchBox label={t('searchPeople')} value={word} onChange={setWord} isFirst maxLength={60} />
      {isShort ? (
        <>
          <Box as="p" below={3} above={3} tone={2} size={3} text="center">
            {t('searchPeopleHint')}
          </Box>
          <WayLine icon="qr" label={t('titles.qr')} to={chatPaths.qr} />
          <WayLine icon="phone" label={t('contacts.title')} to={() => setHasContacts(true)} />
        </>
      ) : found.failure !== null || found.value === null ? (
        <Unread read={found} lines={3} height={56} />
      ) : found.value.length === 0 ? (
        <Empty text={t('noPerson')} icon="search" />
      ) : (
        <ul>
          {found.value.map((person) => (
            <li key={person.id}>
              <FoundPerson person={person} />
            </li>
          ))}
        </ul>
      )}
      {scan.sheet}
      {hasContacts && (
        <Suspense fallback={null}>
          <ContactsSheet onClose={() => setHasContacts(false)} />
        </Suspense>
      )}
    </Page>
  )
}
