import { Row, Stack } from '#src/ui/box.tsx'
import { homePaths } from '#src/lib/paths/home.ts'
import { Link } from '#src/parts/link.tsx'
import { StatusDot } from '#src/parts/status-dot.tsx'
import { openMenu } from '#src/stores/menu.ts'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Banners } from './banners.tsx'
import styles from './home-page.module.css'
import { MarketBoard } from './market-board.tsx'
import { NoticeLine } from './notice-line.tsx'
import { QuickEntries } from './quick-entries.tsx'
import { Tickers } from './tickers.tsx'
import { useHomeNews } from './use-home-news.ts'

/** Comes after the page: the first screen has no bytes to spare. */
const Bell = lazy(async () => ({ default: (await import('#src/parts/notifications/bell.tsx')).Bell }))

/** The home page: news, shortcuts, and the markets. */
export function HomePage() {
  const { t } = useTranslation('home')
  const lang = useSettings((settings) => settings.lang)
  const news = useHomeNews(lang)
  const name = useConfig(({ setting }) => setting?.name) ?? t('title')
  return (
    <Page title={name} hasBack={false} head={<Head />} actions={<Status />} onRefresh={news.refresh} isWide>
      <Stack gap={4} className={styles.home}>
        <Stack gap={4} className={styles.side}>
          <Banners asked={news.banners} />
          <NoticeLine asked={news.notices} />
          <Tickers />
          <QuickEntries />
        </Stack>
        <MarketBoard />
      </Stack>
    </Page>
  )
}

/** A long connection text must not push the search away: it fades out at the edge, and a tap shows the full text. */
function Status() {
  return (
    <>
      <Suspense>
        <Bell />
      </Suspense>
      <Row align="stretch" keeps clips className={styles.status}>
        <StatusDot />
      </Row>
    </>
  )
}

function Head() {
  const { t } = useTranslation('home')
  return (
    <Row gap={1} className={styles.head}>
      <span className={styles.menu}>
        <IconButton icon="menu" label={t('openMenu')} onClick={openMenu} />
      </span>
      <Link to={homePaths.search} className={styles.search}>
        <Icon name="search" size={18} />
        <span>{t('search')}</span>
      </Link>
    </Row>
  )
}
