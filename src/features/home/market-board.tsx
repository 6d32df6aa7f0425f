import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './market-board.module.css'
import { MarketRow } from './market-row.tsx'
import { ranked, rankings, type Ranking } from './ranking.ts'

/** All pairs, sorted by the size of their change; prices are live, and marked when they are not. */
export function MarketBoard() {
  const { t } = useTranslation('home')
  const { feeds } = useServices()
  const [ranking, setRanking] = useState<Ranking>('gainers')
  const { value, freshness, ageMs } = useStream(feeds.tickers$, loading)
  const rows = useMemo(() => (value === null ? null : ranked(value, ranking)), [value, ranking])
  return (
    <section className={styles.board} aria-label={t('markets')}>
      <Tabs
        label={t('markets')}
        tabs={rankings.map((each) => ({ value: each, label: t(each) }))}
        value={ranking}
        onChange={setRanking}
        aside={<PriceAge freshness={freshness} ageMs={ageMs} />}
      >
        <div className={styles.heads} aria-hidden="true">
          <span>{t('pair')}</span>
          <span>{t('last')}</span>
          <span className={styles.last}>{t('change')}</span>
        </div>
        {rows === null && <Skeleton lines={8} height={48} />}
        {rows?.length === 0 && <Empty text={t('emptyPairs')} icon="chart" />}
        {rows !== null && rows.length > 0 && (
          <ol className={styles.rows}>
            {rows.map((pair) => (
              <li key={pair.id}>
                <MarketRow pair={pair} isStale={freshness === 'stale'} />
              </li>
            ))}
          </ol>
        )}
      </Tabs>
    </section>
  )
}
