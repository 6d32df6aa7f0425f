import { Box, Note, Press, Stack } from '#src/ui/box.tsx'
import { go, goBack, useQuery } from '#src/lib/hash-location.ts'
import { useDraft } from '#src/lib/draft.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { useSend } from '#src/features/chat/use-room.ts'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { citiesNamed, pointOfCity } from './cities.ts'
import { pointFrom, readPoint, textOf, type Point } from './geo.ts'
import { PlaceMap } from './place-map.tsx'
import styles from './places.module.css'
import { usePlaceWords } from './use-place-words.ts'
import { usePosition } from './use-position.ts'

const isChat = (id: string) => /^g[1-9]\d{0,6}$/.test(id)

/** Chooses a place and sends it into the chat from which the page was opened. */
export function ChoosePage() {
  const { t } = useTranslation('places')
  const { chatGroupId = '' } = useQuery()
  if (isChat(chatGroupId)) return <Choose chat={chatGroupId} />
  return (
    <Page title={t('titles.choose')}>
      <Empty text={t('noChat')} icon="place">
        <Button onClick={() => go(chatPaths.chats, { replace: true })}>{t('toChats')}</Button>
      </Empty>
    </Page>
  )
}

const lengths = { name: 100, address: 200 } as const

function Choose({ chat }: { readonly chat: string }) {
  const { t } = useTranslation('places')
  const words = usePlaceWords()
  const send = useSend(chat)
  const { texts, change, drop } = useDraft(`place.${chat}`, {
    latitude: '',
    longitude: '',
    name: '',
    address: '',
    given: '',
  })
  const [text, setText] = useState('')
  const [isSending, setIsSending] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const chosen = pointFrom(texts.latitude, texts.longitude)
  const hasOwnName = useRef(false)
  useEffect(() => {
    hasOwnName.current = texts.name.trim() !== '' && texts.name !== texts.given
  })
  const take = useCallback(
    (point: Point, name = '') => {
      setText('')
      // A name that was given by a city goes with it; what the person has typed stays.
      change({
        latitude: String(point.latitude),
        longitude: String(point.longitude),
        ...(hasOwnName.current ? {} : { name, given: name }),
      })
    },
    [change],
  )
  const mine = usePosition(take)
  const read = readPoint(text)
  const found = read === null ? citiesNamed(text, words.nameOf) : []
  const isNameless = texts.name.trim() === ''
  const submit = async () => {
    setIsAsked(true)
    if (chosen === null || isNameless || isSending) return
    setIsSending(true)
    const isStored = await send.location({ name: texts.name.trim(), address: texts.address.trim(), ...chosen })
    setIsSending(false)
    if (!isStored) return
    drop()
    goBack()
  }
  return (
    <Page
      title={t('titles.choose')}
      {...(chosen !== null && {
        footer: (
          <Button size="l" isWide icon="send" isBusy={isSending} onClick={() => void submit()}>
            {t('send')}
          </Button>
        ),
      })}
    >
      <Stack gap={3} blockPad={3}>
        <SearchBox label={t('search')} value={text} onChange={setText} maxLength={500} />
        {read === 'outside' && (
          <Box as="p" size={3} tone="danger" role="alert">
            {t('outside')}
          </Box>
        )}
        {text.trim().length > 1 && read === null && found.length === 0 && <Note role="status">{t('notFound')}</Note>}
        {read !== 'outside' && (read !== null || found.length > 0) && (
          <Stack as="ul" ground="raised" round={3} clips className={styles.found}>
            {read !== null && (
              <li>
                <Found name={textOf(read)} note={words.near(read)} onTake={() => take(read)} />
              </li>
            )}
            {found.map((city) => (
              <li key={city}>
                <Found
                  name={words.nameOf(city)}
                  note={textOf(pointOfCity(city))}
                  onTake={() => take(pointOfCity(city), words.nameOf(city))}
                />
              </li>
            ))}
          </Stack>
        )}
        <Button kind="quiet" isWide icon="place" isBusy={mine.isAsking} onClick={mine.ask}>
          {t('myPosition')}
        </Button>
        {mine.fault === null ? (
          chosen === null && <Note>{t('askNote')}</Note>
        ) : (
          <Box as="p" size={3} tone="danger" role="alert">
            {t(`faults.${mine.fault}`)}
          </Box>
        )}
        {chosen !== null && (
          <>
            <PlaceMap place={chosen} me={mine.point} />
            <Note>
              {textOf(chosen)} · {words.near(chosen)}
            </Note>
            <div>
              <Field
                label={t('name')}
                value={texts.name}
                onChange={(name) => change({ name })}
                maxLength={lengths.name}
                placeholder={t('nameHint')}
                autoComplete="off"
                error={isAsked && isNameless ? t('nameNeeded') : undefined}
              />
              <Field
                label={t('address')}
                value={texts.address}
                onChange={(address) => change({ address })}
                maxLength={lengths.address}
                autoComplete="off"
                hint={t('addressHint')}
              />
            </div>
          </>
        )}
      </Stack>
    </Page>
  )
}

const Found = ({
  name,
  note,
  onTake,
}: {
  readonly name: string
  readonly note: string
  readonly onTake: () => void
}) => (
  <Press
    lay="row"
    blockPad={2}
    sidePad={4}
    gap={3}
    align="center"
    tone={1}
    text="start"
    isFull
    className={styles.line}
    onClick={onTake}
  >
    <Icon name="place" />
    <span>
      {name}
      <small>{note}</small>
    </span>
  </Press>
)
