import { Box, Note, Press, Stack } from '#src/ui/box.tsx'
import { go, goBack, useQuery } from '#src/lib/hash-location.ts'
import { useDraft } from '#src/lib/draft.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { useSend } from '#src/features/chat/use-room.ts'
import { useBusy } from '#src/parts/use-busy.ts'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
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

/** The place that is chosen, with its name; it stays for a chat until it is sent. */
function usePlace(chat: string) {
  const { texts, change, drop } = useDraft(`place.${chat}`, {
    latitude: '',
    longitude: '',
    name: '',
    address: '',
    given: '',
  })
  const hasOwnName = useRef(false)
  useEffect(() => {
    hasOwnName.current = texts.name.trim() !== '' && texts.name !== texts.given
  })
  const take = useCallback(
    ({ latitude, longitude }: Point, name = '') =>
      // A name that was given by a city goes with it; what the person has typed stays.
      change({
        latitude: String(latitude),
        longitude: String(longitude),
        ...(hasOwnName.current ? {} : { name, given: name }),
      }),
    [change],
  )
  return { texts, change, drop, take, point: pointFrom(texts.latitude, texts.longitude) }
}

function Choose({ chat }: { readonly chat: string }) {
  const { t } = useTranslation('places')
  const words = usePlaceWords()
  const send = useSend(chat)
  const place = usePlace(chat)
  const { texts, take, point: chosen } = place
  const [text, setText] = useState('')
  const { isBusy, run } = useBusy()
  const [isAsked, setIsAsked] = useState(false)
  const onTake = useCallback(
    (point: Point, name?: string) => {
      setText('')
      take(point, name)
    },
    [take],
  )
  const mine = usePosition(onTake)
  const isNameless = texts.name.trim() === ''
  const submit = async () => {
    setIsAsked(true)
    if (chosen === null || isNameless || isBusy) return
    const isStored = await run(send.location({ name: texts.name.trim(), address: texts.address.trim(), ...chosen }))
    if (!isStored) return
    place.drop()
    goBack()
  }
  return (
    <Page
      title={t('titles.choose')}
      {...(chosen !== null && {
        footer: (
          <Button size="l" isWide icon="send" isBusy={isBusy} onClick={() => void submit()}>
            {t('send')}
          </Button>
        ),
      })}
    >
      <Stack gap={3} blockPad={3}>
        <SearchBox label={t('search')} value={text} onChange={setText} maxLength={500} />
        <FoundPlaces text={text} onTake={onTake} />
        <Button kind="quiet" isWide icon="place" isBusy={mine.isAsking} onClick={mine.ask}>
          {t('myPosition')}
        </Button>
        {mine.fault !== null && <Fault>{t(`faults.${mine.fault}`)}</Fault>}
        {mine.fault === null && chosen === null && <Note>{t('askNote')}</Note>}
        {chosen !== null && (
          <>
            <PlaceMap place={chosen} me={mine.point} />
            <Note>
              {textOf(chosen)} · {words.near(chosen)}
            </Note>
            <PlaceFields place={place} isMissing={isAsked && isNameless} />
          </>
        )}
      </Stack>
    </Page>
  )
}

const Fault = ({ children }: { readonly children: ReactNode }) => (
  <Box as="p" size={3} tone="danger" role="alert">
    {children}
  </Box>
)

type TakeProps = { readonly text: string; readonly onTake: (point: Point, name?: string) => void }
/** What was searched for: a point that was typed, and cities of that name. */
function FoundPlaces({ text, onTake }: TakeProps) {
  const { t } = useTranslation('places')
  const words = usePlaceWords()
  const read = readPoint(text)
  if (read === 'outside') return <Fault>{t('outside')}</Fault>
  const found = read === null ? citiesNamed(text, words.nameOf) : []
  if (read === null && found.length === 0)
    return text.trim().length > 1 ? <Note role="status">{t('notFound')}</Note> : null
  return (
    <Stack as="ul" ground="raised" round={3} clips className={styles.found}>
      {read !== null && (
        <li>
          <Found name={textOf(read)} note={words.near(read)} onTake={() => onTake(read)} />
        </li>
      )}
      {found.map((city) => (
        <li key={city}>
          <Found
            name={words.nameOf(city)}
            note={textOf(pointOfCity(city))}
            onTake={() => onTake(pointOfCity(city), words.nameOf(city))}
          />
        </li>
      ))}
    </Stack>
  )
}

type FieldsProps = { readonly place: ReturnType<typeof usePlace>; readonly isMissing: boolean }
function PlaceFields({ place: { texts, change }, isMissing }: FieldsProps) {
  const { t } = useTranslation('places')
  return (
    <div>
      <Field
        label={t('name')}
        value={texts.name}
        onChange={(name) => change({ name })}
        maxLength={lengths.name}
        placeholder={t('nameHint')}
        autoComplete="off"
        error={isMissing ? t('nameNeeded') : undefined}
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
  )
}

type FoundProps = { readonly name: string; readonly note: string; readonly onTake: () => void }
const Found = ({ name, note, onTake }: FoundProps) => (
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
