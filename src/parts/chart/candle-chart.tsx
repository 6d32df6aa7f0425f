import { baseOf, quoteOf } from '#contract/market/market.ts'
import { mainIndicators, type SubIndicator } from '#src/lib/indicators.ts'
import { useChartParams } from '#src/stores/chart-params.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading, type Live } from '#streams/kit/live.ts'
import type { Candles } from '#streams/market/candles.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { drawnCandles } from './chart-bars.ts'
import { hasClock, periodOf, type Interval } from './chart-interval.ts'
import { CandleLegend, LinesLegend } from './chart-legend.tsx'
import { linesOf, panesOf, paneTitle } from './chart-lines.ts'
import { ChartTable } from './chart-table.tsx'
import { chartWords } from './chart-words.ts'
import { useServices } from '#src/actors/services.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import type { TriggerProduct } from '#contract/trigger/trigger.ts'
import type { OrdersAt } from './price-menu.tsx'
import styles from './candle-chart.module.css'

/** The canvas and its library are loaded with the first chart. */
const ChartCanvas = lazy(async () => ({ default: (await import('./chart-canvas.tsx')).ChartCanvas }))
const OwnList = lazy(async () => ({ default: (await import('./own-list.tsx')).OwnList }))

const noOrders: OrdersAt = {}

type Props = {
  readonly market: string
  readonly period: Interval
  /** The height of the whole chart in px. */
  readonly height: number
  /** Whose lines lie over the bars; left out: those of all products. */
  readonly product?: TriggerProduct
  /** What takes a price of the chart into a ticket. */
  readonly orders?: OrdersAt
  /** A preview: only the volume pane, no table. */
  readonly isCompact?: boolean
}

/** The live candles of a market with the selected indicators, and the caller's own lines over them. */
export function CandleChart({ market, product, orders = noOrders, period, height, isCompact = false }: Props) {
  const { feeds } = useServices()
  const { candles$, loadOlder } = feeds.candles(market, periodOf(period))
  const live = useStream(candles$, loading)
  const { t } = useTranslation('market')
  return (
    <div className={styles.chart} style={{ minBlockSize: height }} data-unit={quoteOf(market)}>
      {live.value === null ? (
        <Skeleton height={height} />
      ) : live.value.candles.length === 0 ? (
        <Empty icon="candles" text={t('noBars')} />
      ) : (
        <Bars
          key={`${market} ${period}`}
          live={live}
          candles={live.value}
          product={product}
          orders={orders}
          period={period}
          height={height}
          isCompact={isCompact}
          onNeedOlder={loadOlder}
        />
      )}
    </div>
  )
}

type BarsProps = Omit<Props, 'market' | 'product' | 'orders'> & {
  readonly product: TriggerProduct | undefined
  readonly orders: OrdersAt
  readonly live: Live<Candles>
  readonly candles: Candles
  readonly isCompact: boolean
  readonly onNeedOlder: () => void
}

function Bars({ live, candles, product, orders, period, height, isCompact, onNeedOlder }: BarsProps) {
  const { market, candles: bars, hasOlder } = candles
  const { t } = useTranslation('market')
  const { words, scale, chosen, view, lines, params } = useView(candles, period, isCompact)
  const [point, setPoint] = useState<number | null>(null)
  const [isTable, setIsTable] = useState(false)
  const [isMenu, setIsMenu] = useState(false)
  const at = point !== null && point >= 0 && point < bars.length ? point : bars.length - 1
  const bar = bars[at]
  const label = t('chartLabel', {
    pair: market.replace('-', '/'),
    interval: period === 'timeShare' ? t('timeShare') : t(`periods.${period}`),
  })
  if (isTable)
    return (
      <ChartTable bars={bars} words={words} coin={baseOf(market)} label={label} onClose={() => setIsTable(false)}>
        <Suspense fallback={null}>
          <OwnList market={market} product={product} words={words} />
        </Suspense>
      </ChartTable>
    )
  const legends = [
    <div key="main">
      {bar !== undefined && !isCompact && (
        <CandleLegend bar={bar} words={words} coin={baseOf(market)} isPointed={point !== null} />
      )}
      <LinesLegend lines={lines.filter(({ pane }) => pane === 0)} at={at} format={words.price} />
    </div>,
    ...panesOf(chosen).map((name, below) => (
      <LinesLegend
        key={name}
        title={paneTitle(name, params)}
        lines={lines.filter(({ pane }) => pane === below + 1)}
        at={at}
        format={view.formats[below + 1] ?? words.index}
      />
    )),
  ]
  return (
    <div className={classes(live.freshness === 'stale' && styles.stale)} data-scale={scale}>
      <Suspense fallback={<Skeleton height={height} />}>
        <ChartCanvas
          market={market}
          product={product}
          orders={orders}
          candles={bars}
          period={period}
          view={view}
          words={words}
          height={height}
          label={label}
          isCompact={isCompact}
          legends={legends}
          isMenu={isMenu}
          onCloseMenu={() => setIsMenu(false)}
          onPoint={setPoint}
          onNeedOlder={() => {
            if (hasOlder) onNeedOlder()
          }}
        />
      </Suspense>
      {!isCompact && <Foot live={live} onLines={() => setIsMenu(true)} onTable={() => setIsTable(true)} />}
    </div>
  )
}

type FootProps = { readonly live: Live<Candles>; readonly onLines: () => void; readonly onTable: () => void }
function Foot({ live: { freshness, ageMs }, onLines, onTable }: FootProps) {
  const { t } = useTranslation('market')
  return (
    <div className={styles.foot}>
      <IconButton icon="edit" label={t('lines')} onClick={onLines} />
      <IconButton icon="list" label={t('table')} onClick={onTable} />
      <PriceAge freshness={freshness} ageMs={ageMs} />
      <ChartNotice />
    </div>
  )
}

/**
 * The attribution: the library's licence requires this text and link, and its own
 * logo would violate our content security policy.
 */
export function ChartNotice() {
  const { t } = useTranslation('market')
  return (
    <a className={styles.notice} href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
      {t('chartNotice')}
    </a>
  )
}

/** The view that the canvas draws for these bars. */
function useView({ market, candles: bars }: Candles, period: Interval, isCompact: boolean) {
  const { feeds } = useServices()
  const ownScale = usePart(feeds.pair$(market), loading, ({ value }) => value?.price_scale ?? null)
  const { lang, indicators } = useSettings()
  const params = useChartParams((now) => now.params)
  const scale = ownScale ?? decimalsIn(bars.at(-1)?.close ?? '0')
  const words = useMemo(() => chartWords(lang, scale, hasClock(period)), [lang, scale, period])
  const chosen = useMemo(
    () =>
      indicators.filter(
        (name) =>
          (isCompact ? [...mainIndicators, 'VOL'].includes(name) : true) &&
          (period === 'timeShare' ? !isMain(name) : true),
      ),
    [indicators, isCompact, period],
  )
  const formats = useMemo(() => [words.price, ...panesOf(chosen).map((name) => formatOf(name, words))], [words, chosen])
  const drawn = useMemo(() => drawnCandles(bars, hasClock(period)), [bars, period])
  const lines = useMemo(() => linesOf(drawn, chosen, params), [drawn, chosen, params])
  const view = useMemo(
    () => ({
      kind: period === 'timeShare' ? ('area' as const) : ('candles' as const),
      bars: drawn,
      lines,
      scale,
      formats,
      paneHeight: isCompact ? 44 : 76,
    }),
    [period, drawn, lines, scale, formats, isCompact],
  )
  return { words, scale, chosen, view, lines, params }
}

const isMain = (name: string) => mainIndicators.some((main) => main === name)
const decimalsIn = (text: string) => text.split('.')[1]?.length ?? 0
/** Volumes, sums of money or plain numbers, as the lines of a pane are. */
const formatOf = (name: SubIndicator, { amount, price, index }: ReturnType<typeof chartWords>) =>
  name === 'VOL' || name === 'OBV' ? amount : name === 'MACD' || name === 'ATR' ? price : index
