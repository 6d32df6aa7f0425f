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
import { MarketTabs } from './market-tabs.tsx'
import { PairStats } from './pair-stats.tsx'

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
        <Link to={marketPaths.sources} className={styles.sources}>
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
