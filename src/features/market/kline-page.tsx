import { go, useQuery } from '#src/lib/hash-location.ts'
import { paths } from '#src/lib/paths.ts'
import { useIsDesk } from '#src/lib/use-media.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { CandleChart } from '#src/parts/candle-chart.tsx'
import { intervalOf } from '#src/parts/chart-interval.ts'
import { panesOf } from '#src/parts/chart-lines.ts'
import { useFloor } from '#src/parts/floor.tsx'
import { IndicatorPicker } from '#src/parts/indicator-picker.tsx'
import { IntervalBar } from '#src/parts/interval-bar.tsx'
import { FavouriteStar, PairPicker } from '#src/parts/pair-picker.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/feeds.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './kline-page.module.css'
import { MarketTabs } from './market-tabs.tsx'
import { PairStats } from './pair-stats.tsx'

/** One market, looked at closely: its price, its chart, what stands behind it, and the way to trade it. */
export function KlinePage() {
  const { t } = useTranslation('market')
  const { feeds } = useFloor()
  const { lastMarket, lastPeriod, indicators, set } = useSettings()
  const market = useQuery()['market'] ?? lastMarket
  const live = useStream(feeds.pair$(market), loading)
  const [sheet, setSheet] = useState<'pairs' | 'indicators' | null>(null)
  const isDesk = useIsDesk()
  const interval = intervalOf(lastPeriod)
  const pair = live.value
  const name = market.replace('-', '/')
  const height = chartHeight(panesOf(indicators).length, isDesk)
  const trade = (side: 'buy' | 'sell') => go(`${paths.tradeOf(market)}&side=${side}`)
  const pick = (next: string) => {
    setSheet(null)
    set({ lastMarket: next })
    go(paths.kline(next), { replace: true })
  }
  return (
    <Page
      title={name}
      isWide
      isFlush
      head={
        <button type="button" className={styles.pair} onClick={() => setSheet('pairs')} aria-label={`${name}, ${t('pick')}`}>
          {name}
          <Icon name="chevron-down" size={16} />
        </button>
      }
      actions={pair !== null && <FavouriteStar pair={pair} />}
      footer={
        <div className={styles.trade}>
          <Button kind="buy" size="l" isWide onClick={() => trade('buy')}>
            {t('buy')}
          </Button>
          <Button kind="sell" size="l" isWide onClick={() => trade('sell')}>
            {t('sell')}
          </Button>
        </div>
      }
    >
      <div className={styles.desk}>
        <div className={styles.main}>
          {pair === null ? <Skeleton height={72} /> : <PairStats pair={pair} live={live} />}
          <div className={styles.bar}>
            <IntervalBar value={interval} onChange={(next) => set({ lastPeriod: next })} />
            <IconButton icon="settings" label={t('indicators')} onClick={() => setSheet('indicators')} />
          </div>
          <CandleChart market={market} period={interval} height={height} />
          <p className={styles.notice}>
            <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
              {t('chartNotice')}
            </a>
          </p>
        </div>
        <MarketTabs key={market} market={market} scale={pair?.price_scale ?? 2} height={isDesk ? height : 308} onPick={() => trade('buy')} />
      </div>
      <PairPicker isOpen={sheet === 'pairs'} onClose={() => setSheet(null)} onPick={pick} />
      <IndicatorPicker isOpen={sheet === 'indicators'} onClose={() => setSheet(null)} />
    </Page>
  )
}

/** A phone shows the bars first and lets the panes push what follows down; a desk fills what the window leaves. */
const chartHeight = (panes: number, isDesk: boolean) => (isDesk ? Math.max(460, window.innerHeight - 290) : 300) + (isDesk ? 0 : panes * 77)
