import { Box } from '#src/ui/box.tsx'
import { marketOf, type MarketSpark, type Pair } from '#contract/market/market.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './market-board.module.css'
import { MarketRow, StarredRow } from './market-row.tsx'
import { favoured, ranked, rankings, type Ranking } from './ranking.ts'

/** Comes only where it has room. */
const MarketTable = lazy(async () => ({ default: (await import('./market-table.tsx')).MarketTable }))
const Movers = lazy(async () => ({ default: (await import('./movers.tsx')).Movers }))
const FavouriteOrder = lazy(async () => ({ default: (await import('./favourite-order.tsx')).FavouriteOrder }))

type Shelf = 'favourites' | Ranking
const shelves: readonly Shelf[] = ['favourites', ...rankings]
/** As many pairs stand among the favourites, with what is suggested: where there is room, more. */
const shownAtLeast = { phone: 6, desktop: 12 }

/** The favourites, then all pairs by the size of their change; prices are live, and marked when they are not. */
export function MarketBoard() {
  const { t } = useTranslation('home')
  const { feeds } = useServices()
  const favourites = useSettings((settings) => settings.favourites)
  const isDesktop = useIsDesktop()
  const [shelf, setShelf] = useState<Shelf>(favourites.length > 0 || isDesktop ? 'favourites' : 'gainers')
  const { value, freshness, ageMs } = useStream(feeds.tickers$, loading)
  const sparks = useStream(feeds.sparks$, loading).value
  const isStale = freshness === 'stale'
  return (
    <section aria-label={t('markets')}>
      <Tabs
        label={t('markets')}
        tabs={shelves.map((each) => ({ value: each, label: t(each) }))}
        value={shelf}
        onChange={setShelf}
        aside={
          <>
            <PriceAge freshness={freshness} ageMs={ageMs} />
            {shelf === 'favourites' && favourites.length > 1 && value !== null && (
              <Suspense>
                <FavouriteOrder pairs={favoured(value, favourites)} />
              </Suspense>
            )}
          </>
        }
      >
        {value === null && <Skeleton lines={8} height={48} />}
        {value?.length === 0 && <Empty text={t('emptyPairs')} icon="chart" />}
        {value !== null && value.length > 0 && shelf === 'favourites' && (
          <Favourites pairs={value} favourites={favourites} sparks={sparks} isStale={isStale} />
        )}
        {value !== null && value.length > 0 && shelf !== 'favourites' && (
          <Ranked pairs={value} ranking={shelf} sparks={sparks} isStale={isStale} />
        )}
      </Tabs>
    </section>
  )
}

type RowsProps = {
  readonly pairs: readonly Pair[]
  readonly sparks: ReadonlyMap<string, MarketSpark> | null
  readonly isStale: boolean
}

function Ranked({ pairs, ranking, ...rest }: RowsProps & { readonly ranking: Ranking }) {
  const { t } = useTranslation('home')
  const rows = useMemo(() => ranked(pairs, ranking), [pairs, ranking])
  if (rows.length === 0 && pairs.length > 0 && ranking !== 'turnover')
    return (
      <Box as="p" topPad={3} tone={2} size="dense">
        {t(`none.${ranking}`)}
      </Box>
    )
  return <Rows pairs={rows} {...rest} />
}

/** The favourites in their own order, then those that are traded most of the others, and what moved most. */
function Favourites({ pairs, favourites, ...rest }: RowsProps & { readonly favourites: readonly string[] }) {
  const { t } = useTranslation('home')
  const most = shownAtLeast[useIsDesktop() ? 'desktop' : 'phone']
  const kept = useMemo(() => favoured(pairs, favourites), [pairs, favourites])
  const shown = useMemo(() => {
    const others = ranked(pairs, 'turnover').filter((pair) => !kept.includes(pair))
    return [...kept, ...others.slice(0, Math.max(0, most - kept.length))]
  }, [pairs, kept, most])
  return (
    <>
      {kept.length === 0 && (
        <Box as="p" topPad={3} tone={2} size="dense">
          {t('noFavourites')}
        </Box>
      )}
      <Rows pairs={shown} hasStars {...rest} />
      <Suspense>
        <Movers pairs={pairs} {...rest} />
      </Suspense>
    </>
  )
}

function Rows(props: RowsProps & { readonly hasStars?: boolean }) {
  const list = <List {...props} />
  return useIsDesktop() ? (
    <Suspense fallback={list}>
      <MarketTable {...props} />
    </Suspense>
  ) : (
    list
  )
}

function List({ pairs, sparks, isStale, hasStars = false }: RowsProps & { readonly hasStars?: boolean }) {
  const { t } = useTranslation('home')
  const Row = hasStars ? StarredRow : MarketRow
  return (
    <>
      <Box gap={3} align="end" size={2} tone={2} className={styles.heads} aria-hidden="true">
        <span>{t('pairs')}</span>
        <span>{t('last')}</span>
        <Box as="span" text="end">
          {t('change')}
        </Box>
      </Box>
      <Box as="ol" isRuled>
        {pairs.map((pair) => (
          <li key={pair.id}>
            <Row pair={pair} isStale={isStale} spark={sparks?.get(marketOf(pair.symbol))} />
          </li>
        ))}
      </Box>
    </>
  )
}
