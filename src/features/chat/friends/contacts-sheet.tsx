import { Box } from '#src/ui/box.tsx'
import { useBusy } from '#src/parts/use-busy.ts'
import { PersonLine, Tag } from '#src/features/chat/people.tsx'
import { sayFailure } from '#src/parts/use-change.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import type { OutputOf } from '#contract/wire/endpoint.ts'
import { useServices } from '#src/actors/services.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { AreaField } from '#src/ui/field.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactPicker, maxContacts, phonesIn } from './contacts.ts'

type Found = OutputOf<typeof chatFriends.syncContacts>

/**
 * Finds people by phone numbers that the caller chooses or types. Nothing leaves before they say so, and the venue
 * keeps none of it.
 */
export function ContactsSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const homeCode = /^\+(\d{1,4}) /u.exec(useUser()?.phone ?? '')?.[1] ?? null
  const [pick] = useState(contactPicker)
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const { isBusy, run } = useBusy()
  const [isTried, setIsTried] = useState(false)
  const phones = phonesIn([text], homeCode)
  const find = async (numbers: readonly string[]) => {
    setIsTried(true)
    if (numbers.length === 0) return
    const reply = await run(request.read(chatFriends.syncContacts, { phoneContacts: [...numbers] }))
    if (reply.ok) setFound([...new Map(reply.value.map((each) => [each.userId, each])).values()])
    else sayFailure(reply.failure)
  }
  const choose = async () => {
    // Who closes the list of the device has chosen nobody.
    const numbers = await pick?.().catch(() => [])
    if (numbers !== undefined && numbers.length > 0) await find(phonesIn(numbers, homeCode))
  }
  const isWrong = isTried && phones.length === 0
  return (
    <Sheet
      title={t('contacts.title')}
      isOpen
      onClose={onClose}
      isTall
      isHeld={isBusy}
      footer={
        found === null ? (
          <Button isWide isBusy={isBusy} mayRetry onClick={() => void find(phones)}>
            {t('contacts.find')}
          </Button>
        ) : (
          <Button kind="quiet" isWide onClick={() => setFound(null)}>
            {t('contacts.again')}
          </Button>
        )
      }
    >
      {found !== null ? (
        <FoundPeople people={found} />
      ) : (
        <>
          <Box as="p" below={3} above={3} tone={2} size={3} text="center">
            {t('contacts.consent')}
          </Box>
          {pick !== null && (
            <Button kind="quiet" isWide icon="people" disabled={isBusy} onClick={() => void choose()}>
              {t('contacts.choose')}
            </Button>
          )}
          <AreaField
            label={t('contacts.numbers')}
            hint={phones.length > 0 ? t('contacts.count', { count: phones.length }) : t('contacts.hint')}
            {...(isWrong && { error: t('contacts.none') })}
            rows={6}
            inputMode="tel"
            maxLength={maxContacts * 24}
            value={text}
            onChange={setText}
          />
        </>
      )}
    </Sheet>
  )
}

function FoundPeople({ people }: { readonly people: Found }) {
  const { t } = useTranslation('chat')
  if (people.length === 0) return <Empty text={t('contacts.nobody')} icon="people" />
  return (
    <ul>
      {people.map(({ userId, userName, mobile, avatar, status }) => (
        <li key={userId}>
          <PersonLine id={userId} name={userName} picture={avatar} note={<small>+{mobile}</small>}>
            {status !== 'none' && <Tag>{t(status === 'friend' ? 'friend' : 'applyStatus.pending')}</Tag>}
          </PersonLine>
        </li>
      ))}
    </ul>
  )
}
