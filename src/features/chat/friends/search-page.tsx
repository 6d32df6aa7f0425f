import { chatFriends } from '#contract/chat/chat-friends.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Link } from '#src/parts/link.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/features/chat/avatar.tsx'
import { useChatScan } from '#src/features/chat/qr/use-chat-scan.ts'
import styles from '#src/features/chat/chat.module.css'

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
          <p className={styles.hint}>{t('searchPeopleHint')}</p>
          <Link to={chatPaths.qr} className={styles.friendLink}>
            <span className={styles.roundIcon}>
              <Icon name="qr" />
            </span>
            <span className={styles.pickName}>{t('titles.qr')}</span>
            <Icon name="chevron-right" />
          </Link>
          <button type="button" className={styles.friendLink} onClick={() => setHasContacts(true)}>
            <span className={styles.roundIcon}>
              <Icon name="phone" />
            </span>
            <span className={styles.pickName}>{t('contacts.title')}</span>
            <Icon name="chevron-right" />
          </button>
        </>
      ) : found.failure !== null ? (
        <ReadFailed failure={found.failure} onRetry={() => void found.refresh()} />
      ) : found.value === null ? (
        <Skeleton lines={3} height={56} />
      ) : found.value.length === 0 ? (
        <Empty text={t('noPerson')} icon="search" />
      ) : (
        <ul>
          {found.value.map(({ id, userName, avatar, mobile, chatNumber, isFriend, isBot, isStaff }) => (
            <li key={id}>
              <Link to={chatPaths.friendOf(id)} className={styles.friendLink}>
                <Avatar id={id} name={userName} picture={avatar} size="s" />
                <span className={styles.pickName}>
                  <b>{userName}</b>
                  <small>{mobile ?? t('numberOf', { number: chatNumber })}</small>
                </span>
                {isStaff && (
                  <span className={styles.staff}>
                    <Icon name="shield" size={14} />
                    {t('staff')}
                  </span>
                )}
                {isBot && <span className={styles.tag}>{t('bot')}</span>}
                {isFriend && <span className={styles.tag}>{t('friend')}</span>}
              </Link>
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
