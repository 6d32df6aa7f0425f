import { baseOf } from '#contract/market/market.ts'
import { CandleChart, ChartNotice } from '#src/parts/chart/candle-chart.tsx'
import { CandleLegend, LinesLegend } from '#src/parts/chart/chart-legend.tsx'
import { linesOf } from '#src/parts/chart/chart-lines.ts'
import { ChartTable } from '#src/parts/chart/chart-table.tsx'
import { chartWords } from '#src/parts/chart/chart-words.ts'
import { DepthView } from '#src/parts/chart/depth-view.tsx'
import { drawnCandles } from '#src/parts/chart/chart-bars.ts'
import { DayStrip } from '#src/parts/trade/day-strip.tsx'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { LivePrice } from '#src/parts/trade/live-price.tsx'
import { MarketHead } from '#src/parts/trade/market-head.tsx'
import { OrderBook } from '#src/parts/trade/order-book.tsx'
import { LastPrice } from '#src/parts/trade/trade-layout.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Spark } from '#src/ui/spark.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { book, candles, live, market, pair, spark, stale } from './samples.ts'
import { State, type Shelf } from '@kontor/inspector/shelf'
import { Told } from './stage.tsx'
import { told } from './stage.actors.ts'

const idle = () => {}
const own = { bids: [book.bids[2]?.[0] ?? ''], asks: [book.asks[1]?.[0] ?? ''] }
const freshBook = live(book)
const staleBook = stale(book)
const chartHeight = 300

const Books = () => (
  <>
    <State state="live">
      <OrderBook
        market={market}
        tick="0.1"
        rows={7}
        own={own}
        middle={<LastPrice market={market} isStale={false} />}
        onPick={idle}
      />
    </State>
    <State state="stale">
      <Told feeds={told.stale}>
        <OrderBook market={market} tick="1" rows={7} onPick={idle} />
      </Told>
    </State>
    <State state="loading">
      <Told feeds={told.noBook}>
        <OrderBook market={market} tick="1" rows={7} />
      </Told>
    </State>
    <State state="wide" isWide>
      <OrderBook market={market} tick="0.1" rows={30} layout="wide" height={176} own={own} onPick={idle} />
    </State>
  </>
)
const Depths = () => (
  <>
    <State state="live">
      <DepthView market={market} book={freshBook} scale={2} />
    </State>
    <State state="stale">
      <DepthView market={market} book={staleBook} scale={2} />
    </State>
  </>
)
const Charts = () => (
  <>
    <State state="live" isWide>
      <CandleChart market={market} period="1min" height={chartHeight} />
    </State>
    <State state="isCompact">
      <CandleChart market={market} period="timeShare" height={chartHeight / 2} isCompact />
    </State>
    <State state="empty">
      <Told feeds={told.noBars}>
        <CandleChart market={market} period="1min" height={chartHeight / 2} />
      </Told>
    </State>
  </>
)
const useWords = () =>
  chartWords(
    useSettings(({ lang }) => lang),
    pair.price_scale,
    true,
  )
function Table() {
  const { t } = useTranslation('market')
  const words = useWords()
  return <ChartTable bars={candles.slice(-5)} words={words} coin={baseOf(market)} label={t('table')} onClose={idle} />
}
function Legend() {
  const words = useWords()
  const bar = candles.at(-1)
  return bar === undefined ? null : <CandleLegend bar={bar} words={words} coin={baseOf(market)} isPointed />
}
/** Loaded with the first chart, here as in the app. */
const OwnList = lazy(async () => ({ default: (await import('#src/parts/chart/own-list.tsx')).OwnList }))
const Own = () => (
  <Suspense>
    <OwnList market={market} words={useWords()} />
  </Suspense>
)
const lines = linesOf(drawnCandles(candles, true), ['MA'])
const Lines = () => <LinesLegend lines={lines} at={candles.length - 1} format={(value) => value.toFixed(2)} />
const Heads = () => (
  <>
    <State state="live">
      <MarketHead market={market} onPick={idle} />
    </State>
    <State state="stale">
      <Told feeds={told.stale}>
        <MarketHead market={market} onPick={idle} />
      </Told>
    </State>
    <State state="isDesk" isWide>
      <MarketHead market={market} onPick={idle} isDesk />
    </State>
  </>
)
const Strips = () => (
  <>
    <State state="live" isWide>
      <DayStrip market={market} />
    </State>
    <State state="isStale" isWide>
      <Told feeds={told.stale}>
        <DayStrip market={market} />
      </Told>
    </State>
  </>
)
const Deals = () => (
  <>
    <State state="live">
      <DealsList market={market} height={176} />
    </State>
    <State state="empty">
      <Told feeds={told.noDeals}>
        <DealsList market={market} height={176} />
      </Told>
    </State>
  </>
)
const Sparks = () =>
  (['rise', 'fall', 'flat'] as const).map((trend) => (
    <State key={trend} state={trend}>
      <Spark values={spark} trend={trend} isStale={trend === 'flat'} />
    </State>
  ))
const Prices = () => (
  <>
    <State state="live">
      <LastPrice market={market} isStale={false} />
    </State>
    <State state="isStale">
      <LastPrice market={market} isStale />
    </State>
  </>
)
const Lives = () => (
  <>
    <State state="live">
      <LivePrice market={market} hasArrow />
    </State>
    <State state="isStale">
      <LivePrice market={market} isStale />
    </State>
  </>
)

export const marketShelf: Shelf = {
  id: 'market',
  specimens: {
    OrderBook: Books,
    DepthView: Depths,
    CandleChart: Charts,
    ChartTable: Table,
    CandleLegend: Legend,
    LinesLegend: Lines,
    OwnList: Own,
    ChartNotice,
    MarketHead: Heads,
    DayStrip: Strips,
    DealsList: Deals,
    LastPrice: Prices,
    LivePrice: Lives,
    Spark: Sparks,
  },
}
