import { Box, Note, Row, Stack } from '#src/ui/box.tsx'
import { useQuery } from '#src/lib/hash-location.ts'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { mapLink, pointFrom, textOf } from './geo.ts'
import { PlaceMap } from './place-map.tsx'
import styles from './places.module.css'
import { usePlaceWords } from './use-place-words.ts'
import { usePosition } from './use-position.ts'

const isApple = () => /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)

/** A place that somebody sent: where it lies, how far away it is, and the way to the map app of the device. */
export function OpenPage() {
  const { t } = useTranslation('places')
  const words = usePlaceWords()
  const { latitude, longitude, name = '', address = '' } = useQuery()
  const mine = usePosition()
  const place = pointFrom(latitude, longitude)
  if (place === null)
    return (
      <Page title={t('titles.open')}>
        <Empty text={t('noPlace')} icon="place" />
      </Page>
    )
  const shownName = name.trim().slice(0, 100) || textOf(place)
  return (
    <Page
      title={t('titles.open')}
      footer={
        <Row
          as="a"
          gap={2}
          justify="center"
          round={2}
          weight="bold"
          isFull
          className={styles.open}
          href={mapLink(place, shownName, isApple())}
        >
          <Icon name="place" size={18} />
          {t('openMaps')}
        </Row>
      }
    >
      <Stack gap={3} blockPad={3}>
        <Stack gap={1} breaks className={styles.facts}>
          <h2 dir="auto">{shownName}</h2>
          {address.trim() !== '' && <p dir="auto">{address.slice(0, 200)}</p>}
          <p>{words.near(place)}</p>
        </Stack>
        <PlaceMap place={place} me={mine.point} />
        <Row as="p" gap={2} justify="between" tone={2}>
          <span>{textOf(place)}</span>
          <CopyButton text={textOf(place)} label={t('coordinates')} isIcon />
        </Row>
        {mine.point === null ? (
          <Button kind="quiet" isWide icon="place" isBusy={mine.isAsking} onClick={mine.ask}>
            {t('howFar')}
          </Button>
        ) : (
          <Note role="status">{words.away(mine.point, place)}</Note>
        )}
        {mine.fault !== null && (
          <Box as="p" size={3} tone="danger" role="alert">
            {t(`faults.${mine.fault}`)}
          </Box>
        )}
        <Note>{t('mapNote')}</Note>
      </Stack>
    </Page>
  )
}
