import { Row, Stack, Box, Card, Note } from '#src/ui/box.tsx'
import { homePaths } from '#src/lib/paths/home.ts'
import { Link } from '#src/parts/link.tsx'
import { StatusDot } from '#src/parts/status-dot.tsx'
import { openMenu } from '#src/stores/menu.ts'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { lazy, Suspense, useCallback, memo } from 'react'
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
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { OtcTurns } from '#src/parts/turns.tsx'
import quickEntries from './quick-entries.module.css'
import { marketOf, type Pair } from '#contract/market/market.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { loading } from '#streams/kit/live.ts'
import tickers from './tickers.module.css'

/** Comes after the page: the first screen has no bytes to spare. */
const Bell = lazy(async () => ({ default: (await import('#src/parts/notifications/bell.tsx')).Bell }))

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
      <Stack gap={4} className={styles.home}>
        <Stack gap={4} className={styles.side}>
          <Banners asked={news.banners} />
          <NoticeLine asked={news.notices} />
          <Tickers />
          <QuickEntries />
          <Suspense>
            <FirstSteps />
          </Suspense>
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

type Entry = { readonly word: string; readonly icon: IconName; readonly to: string }

const entries: readonly Entry[] = [
  { word: 'otc', icon: 'swap', to: otcPaths.otc },
  { word: 'newCoin', icon: 'rocket', to: launchPaths.launches },
  { word: 'recharge', icon: 'deposit', to: depositPaths.depositMobile },
  { word: 'withdraw', icon: 'withdraw', to: withdrawPaths.withdraw },
  { word: 'vip', icon: 'star', to: depositPaths.chargeBank },
  { word: 'service', icon: 'chat', to: newsPaths.helpChat },
  { word: 'help', icon: 'help', to: newsPaths.help },
  { word: 'chats', icon: 'people', to: chatPaths.chats },
]

/** Shortcuts to the most used pages. */
function QuickEntries() {
  const { t } = useTranslation('home')
  return (
    <nav aria-label={t('quick.title')}>
      <Stack as="ul" gap={2} columns={4} className={quickEntries.entries}>
        {entries.map(({ word, icon, to }) => (
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
    </nav>
  )
}

const maxShown = 3

/** The first markets with their prices. */
function Tickers() {
  const { t } = useTranslation('home')
  const { feeds } = useServices()
  const { value, freshness } = useStream(feeds.tickers$, loading)
  const first = value
    ?.filter(({ is_display }) => is_display)
    .toSorted((a, b) => a.sort - b.sort)
    .slice(0, maxShown)
  if (first?.length === 0) return null
  return (
    <Card as="ul" columns={3} className={tickers.tickers} aria-label={t('tickers')}>
      {first === undefined
        ? Array.from({ length: maxShown }, (_, at) => <li key={at} className={tickers.place} />)
        : first.map((pair) => (
            <li key={pair.id}>
              <Ticker pair={pair} isStale={freshness === 'stale'} />
            </li>
          ))}
    </Card>
  )
}

const Ticker = memo(function Ticker({ pair, isStale }: { readonly pair: Pair; readonly isStale: boolean }) {
  const shown = useNumbers()
  const { symbol, legal_name, now_price, price_scale, change } = pair
  const trend = trendOf(change)
  const old = isStale || pair.stale
  return (
    <Link to={spotPaths.tradeOf(marketOf(symbol))} reacts className={tickers.ticker}>
      <Note as="span">{symbol}</Note>
      <Box as="span" size={4} weight="bold">
        <NumberCell
          text={shown.price(now_price, price_scale)}
          value={now_price}
          unit={legal_name}
          trend={trend}
          isStale={old}
        />
      </Box>
      <Box as="span" size={2}>
        <NumberCell text={shown.change(change)} trend={trend} isStale={old} />
      </Box>
    </Link>
  )
})
