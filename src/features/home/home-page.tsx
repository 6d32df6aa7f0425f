import { Row, Stack, Box, Card } from '#src/ui/box.tsx'
import { homePaths } from '#src/lib/paths/home.ts'
import { Link } from '#src/parts/link.tsx'
import { StatusDot } from '#src/parts/status-dot.tsx'
import { openMenu } from '#src/stores/menu.ts'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { lazy, Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './home-page.module.css'
import { MarketBoard } from './market-board.tsx'
import type { Lang } from '#contract/wire/languages.ts'
import { news, newsCategories, type NewsItem } from '#contract/news/news.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead, type ReadResult } from '#src/actors/use-read.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { isKnownPath } from '#src/lib/paths/known.ts'
import { classes } from '#src/ui/classes.ts'
import banners from './banners.module.css'
import noticeLine from './notice-line.module.css'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { ChatTurns, OtcTurns } from '#src/parts/turns.tsx'
import quickEntries from './quick-entries.module.css'
import ownCard from './own-card.module.css'
import { rowOf } from './shortcuts.ts'

/** Comes after the page: the first screen has no bytes to spare. */
const Bell = lazy(async () => ({ default: (await import('#src/parts/notifications/bell.tsx')).Bell }))

/** It keeps its place until it is there. */
const OwnCard = lazy(async () => ({ default: (await import('./own-card.tsx')).OwnCard }))

/** Of newcomers, and not before the first screen. */
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }))

/** The home page: news, shortcuts, and the markets. */
export function HomePage() {
  const { t } = useTranslation('home')
  const lang = useSettings((settings) => settings.lang)
  const news = useHomeNews(lang)
  const name = useConfig(({ setting }) => setting?.name) ?? t('title')
  return (
    <Page title={name} hasBack={false} head={<Head />} actions={<Status />} onRefresh={news.refresh} isWide>
      <Stack gap={3} className={styles.home}>
        <Stack gap={3} className={styles.side}>
          <Suspense fallback={<div className={ownCard.place} />}>
            <OwnCard />
          </Suspense>
          <QuickEntries />
          <NoticeLine asked={news.notices} />
          <Suspense>
            <FirstSteps />
          </Suspense>
        </Stack>
        <MarketBoard />
        <div className={styles.below}>
          <Banners asked={news.banners} />
        </div>
      </Stack>
    </Page>
  )
}

/** A long connection text must not push the search away: it fades out at the edge, and a tap shows the full text. */
function Status() {
  const { t } = useTranslation('home')
  return (
    <>
      <Link to={chatPaths.chats} className={styles.chats} aria-label={t('quick.chats')}>
        <Icon name="people" />
        <ChatTurns />
      </Link>
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

const maxBanners = 5

type HomeNews = {
  readonly banners: ReadResult<readonly NewsItem[]>
  readonly notices: ReadResult<readonly NewsItem[]>
  readonly refresh: () => Promise<unknown>
}

/** The banners and notices of the home page, in the user's language. */
function useHomeNews(lang: Lang): HomeNews {
  const banners = useSome(newsCategories.banner, lang, maxBanners)
  const notices = useSome(newsCategories.notice, lang, 1)
  const { refresh: againBanners } = banners
  const { refresh: againNotices } = notices
  const refresh = useCallback(() => Promise.all([againBanners(), againNotices()]), [againBanners, againNotices])
  return { banners, notices, refresh }
}

function useSome(category: number, lang: Lang, limit: number): ReadResult<readonly NewsItem[]> {
  const { request } = useServices()
  return useRead(`${category} ${lang}`, async (signal) => {
    const reply = await request.read(news.list, { c_id: category, lang, limit }, { signal })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  })
}

const marks: readonly IconName[] = ['candles', 'clock', 'shield', 'rocket', 'layers']

/** A banner links to an app page when it names one, otherwise to its own text. */
const wayOf = ({ id, link }: NewsItem) => (link !== null && isKnownPath(link) ? link : newsPaths.noticeOf(id))

/** A swipeable row of banners; renders nothing when there are none. */
function Banners({ asked: { value, isBusy } }: { readonly asked: ReadResult<readonly NewsItem[]> }) {
  const { t } = useTranslation('home')
  if (value === null) return isBusy ? <div className={banners.place} /> : null
  if (value.length === 0) return null
  return (
    <section className={banners.frame} aria-label={t('banners')}>
      <ul className={classes(banners.cards, value.length === 1 && banners.single)}>
        {value.map((item, at) => (
          <li key={item.id} className={banners.item}>
            <Link to={wayOf(item)} className={classes(banners.card, banners[`tone${at % 3}`])}>
              <span className={banners.title}>{item.title}</span>
              <span className={banners.mark} aria-hidden="true">
                <Icon name={marks[at % marks.length] ?? 'candles'} size={64} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The newest notice, with a link to all notices. */
function NoticeLine({ asked: { value } }: { readonly asked: ReadResult<readonly NewsItem[]> }) {
  const { t } = useTranslation('home')
  const [newest] = value ?? []
  return (
    <Link to={newsPaths.notices} className={noticeLine.line}>
      <Icon name="bell" size={18} tone="accent" />
      <span className="sr">{t('allNotices')}: </span>
      <Box as="span" isCut grows clips className={noticeLine.text}>
        {newest?.title ?? t('notices')}
      </Box>
      <Icon name="chevron-right" size={16} tone={3} />
    </Link>
  )
}

const AllShortcuts = lazy(async () => ({ default: (await import('./all-shortcuts.tsx')).AllShortcuts }))

/** The shortcuts that were chosen, and the way to all of them. */
function QuickEntries() {
  const { t } = useTranslation('home')
  const chosen = useSettings((settings) => settings.shortcuts)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Stack gap={1}>
      <Stack as="nav" aria-label={t('quick.title')}>
        <Stack as="ul" gap={1} className={quickEntries.row}>
          {rowOf(chosen).map(({ word, icon, to }) => (
            <li key={word}>
              <Link to={to} className={quickEntries.entry}>
                <Card
                  as="span"
                  align="center"
                  items="center"
                  tone="accent"
                  isRelative
                  className={quickEntries.mark}
                  aria-hidden="true"
                >
                  <Icon name={icon} />
                  {word === 'otc' && <OtcTurns />}
                </Card>
                <Box as="span" tone={2} breaks clips className={quickEntries.word}>
                  {t(`quick.${word}`)}
                </Box>
              </Link>
            </li>
          ))}
        </Stack>
      </Stack>
      <button type="button" className={quickEntries.more} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('quick.more')} <Icon name="chevron-down" size={16} />
      </button>
      {isOpen && (
        <Suspense>
          <AllShortcuts isOpen onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Stack>
  )
}
