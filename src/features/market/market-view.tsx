import { Box, Row, Stack } from '#src/ui/box.tsx'
import { go } from '#src/lib/hash-location.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { intervalOf } from '#src/parts/chart/chart-interval.ts'
import { panesOf } from '#src/parts/chart/chart-lines.ts'
import { IndicatorPicker } from '#src/parts/chart/indicator-picker.tsx'
import { IntervalBar } from '#src/parts/chart/interval-bar.tsx'
import { Link } from '#src/parts/link.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FullChart } from './full-chart.tsx'
import styles from './kline-page.module.css'
import { useStream, usePart } from '#src/lib/use-stream.ts'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { DepthView } from '#src/parts/chart/depth-view.tsx'
import { useServices } from '#src/actors/services.tsx'
import { OrderBook } from '#src/parts/trade/order-book.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { symbolOf } from '#contract/market/market.ts'
import { formatChange } from '#src/lib/format.ts'
import { useDay } from '#src/parts/trade/day-strip.tsx'
import { LivePrice } from '#src/parts/trade/live-price.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { classes } from '#src/ui/classes.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import pairStats from './pair-stats.module.css'

/** The price and the chart, with the market tabs beside or below. */
export function MarketView({ market, scale }: { readonly market: string; readonly scale: number }) {
  const { t } = useTranslation(['market', 'trades'])
  const { lastPeriod, indicators, set } = useSettings()
  const [isChoosing, setIsChoosing] = useState(false)
  const [isFull, setIsFull] = useState(false)
  const isDesk = useIsDesktop()
  const interval = intervalOf(lastPeriod)
  const orders = useMemo(
    () => ({
      limit: (price: string) => go(`${spotPaths.tradeOf(market)}&price=${price}`),
      stop: (price: string) => go(`${spotPaths.tradeOf(market)}&trigger=${price}`),
    }),
    [market],
  )
  const height = chartHeight(panesOf(indicators).length, isDesk)
  return (
    <Stack className={styles.desk}>
      <Box shrinks>
        <PairStats market={market} />
        <Row sidePad={2} className={styles.bar}>
          <IntervalBar value={interval} onChange={(next) => set({ lastPeriod: next })} />
          <IconButton icon="line" label={t('indicators')} onClick={() => setIsChoosing(true)} />
          <IconButton
            icon="expand"
            label={t('trades:fullScreen', { pair: market.replace('-', '/') })}
            onClick={() => setIsFull(true)}
          />
        </Row>
        {isFull ? (
          <div style={{ blockSize: height }} />
        ) : (
          <CandleChart market={market} orders={orders} period={interval} height={height} />
        )}
        <Link to={marketPaths.sources} lay="row" gap={1} sidePad="gutter" align="center" isTouch tone={2} size={2}>
          {t('sources.link')}
          <Icon name="chevron-right" size={16} />
        </Link>
      </Box>
      <MarketTabs key={market} market={market} scale={scale} height={isDesk ? height : 308} onPick={orders.limit} />
      {isFull && (
        <FullChart
          market={market}
          interval={interval}
          onInterval={(next) => set({ lastPeriod: next })}
          onIndicators={() => setIsChoosing(true)}
          onClose={() => setIsFull(false)}
        />
      )}
      <IndicatorPicker isOpen={isChoosing} onClose={() => setIsChoosing(false)} />
    </Stack>
  )
}

const [phonePx, panePx, deskLeastPx, deskOtherPx] = [300, 77, 460, 268]

/** The chart height: on phones it grows with the number of panes, on desktops it fills the window. */
const chartHeight = (panes: number, isDesk: boolean) =>
  isDesk ? Math.max(deskLeastPx, window.innerHeight - deskOtherPx) : phonePx + panes * panePx

type Props = {
  readonly market: string
  readonly scale: number
  readonly height: number
  readonly onPick: (price: string) => void
}
type Shown = 'book' | 'deals' | 'depth'

/** The content below the chart: book, trades, depth. Only the visible tab is subscribed. */
function MarketTabs({ market, scale, height, onPick }: Props) {
  const { t } = useTranslation('market')
  const [shown, setShown] = useState<Shown>('book')
  const tabs = [
    { value: 'book' as const, label: t('book') },
    { value: 'deals' as const, label: t('deals') },
    { value: 'depth' as const, label: t('depth') },
  ]
  return (
    <section className={styles.below}>
      <Tabs label={market} tabs={tabs} value={shown} onChange={setShown}>
        <Box topPad={2} style={{ minBlockSize: height }}>
          {shown === 'book' && <Book market={market} scale={scale} height={height} onPick={onPick} />}
          {shown === 'deals' && <DealsList market={market} height={height} />}
          {shown === 'depth' && <Depth market={market} scale={scale} />}
        </Box>
      </Tabs>
    </section>
  )
}

const rowHeight = 22

function Book({ market, scale, height, onPick }: Props) {
  const tick = scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`
  return (
    <OrderBook
      market={market}
      tick={tick}
      rows={Math.floor(height / rowHeight)}
      layout="wide"
      height={height}
      onPick={onPick}
    />
  )
}

function Depth({ market, scale }: Pick<Props, 'market' | 'scale'>) {
  const { feeds } = useServices()
  return <DepthView market={market} book={useStream(feeds.orderBook$(market), loading)} scale={scale} />
}

/** The last price of a pair and its 24-hour statistics. */
function PairStats({ market }: { readonly market: string }) {
  const { t, i18n } = useTranslation('market')
  const { feeds } = useServices()
  const day = useDay(market)
  const { change, freshness, ageMs } = usePart(feeds.pair$(market), loading, ({ value, freshness, ageMs }) => ({
    change: value?.change ?? '0',
    freshness,
    ageMs: freshness === 'stale' ? ageMs : null,
  }))
  if (day === null) return <Skeleton height={80} />
  const facts = [
    [t('high'), day.high, day.quote],
    [`${t('volume')} (${day.coin})`, day.volume, day.coin],
    [t('low'), day.low, day.quote],
    [`${t('turnover')} (${day.quote})`, day.turnover, day.quote],
  ] as const
  return (
    <Row
      as="section"
      justify="between"
      wraps
      gap={2}
      sideGap={4}
      blockPad={3}
      sidePad="gutter"
      className={classes(pairStats.stats, freshness === 'stale' && pairStats.old)}
      aria-label={symbolOf(market)}
    >
      <Stack gap={1} className={pairStats.last}>
        <span className="sr">{t('last')}</span>
        <strong className={pairStats.price}>
          <LivePrice market={market} hasArrow />
        </strong>
        <Row as="span" gap={2} weight="medium" size="dense" className={pairStats.change}>
          <span className="sr">{t('change')}</span>
          <NumberCell text={formatChange(change, i18n.language)} trend={trendOf(change)} />
          <PriceAge freshness={freshness} ageMs={ageMs} />
        </Row>
      </Stack>
      <dl className={pairStats.facts}>
        {facts.map(([name, text, unit]) => (
          <div key={name} className={pairStats.fact}>
            <dt>{name}</dt>
            <dd data-unit={unit}>{text}</dd>
          </div>
        ))}
      </dl>
    </Row>
  )
}
