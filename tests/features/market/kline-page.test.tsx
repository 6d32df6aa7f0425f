import { createServices } from '#src/app/system.ts'
import { KlinePage } from '#src/features/market/kline-page.tsx'
import { firstParams } from '#src/lib/indicators.ts'
import { useChartParams } from '#src/stores/chart-params.ts'
import { ServicesContext } from '#src/actors/services.tsx'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import type { ChartView } from '#src/ui/chart-model.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import type { Candle } from '#streams/market/merge-candles.ts'
import type { Candles } from '#streams/market/candles.ts'
import type { Feeds } from '#streams/feeds.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import type { MarketDeals } from '#streams/market/deals.ts'
import type { Pair } from '#contract/market/market.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { show } from '#tests/support/render.tsx'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, NEVER, of } from 'rxjs'
import { beforeEach, expect, test, vi } from 'vitest'

type ChartProps = {
  readonly view: ChartView
  readonly label: string
  readonly legends: readonly React.ReactNode[]
  readonly onPoint: (at: number | null) => void
  readonly onNeedOlder: () => void
}
const chart = vi.hoisted((): { props: ChartProps | null } => ({ props: null }))
// jsdom has no canvas; the test inspects the drawing calls instead.
vi.mock('#src/ui/chart.tsx', () => ({
  Chart: (props: ChartProps) => {
    chart.props = props
    return (
      <div role="img" aria-label={props.label}>
        {props.legends.map((legend, pane) => (
          <div key={pane}>{legend}</div>
        ))}
      </div>
    )
  },
}))

const live = <T,>(value: T): Live<T> => ({ value, freshness: 'live', ageMs: 0 })
const candle = (at: number, close: string, closed = true): Candle => ({
  time: 1_790_000_000 + at * 60,
  open: '60000',
  high: '60100.5',
  low: '59900',
  close,
  volume: '1.5',
  closed,
})
const bars = [candle(0, '60010'), candle(1, '59990'), candle(2, '60050.25', false)]
const candlesOf = (some: readonly Candle[], hasOlder = true): Live<Candles> =>
  live({ market: 'BTC-USDT', period: '1min', candles: some, hasOlder })
const book: BookSnapshot = {
  market: 'BTC-USDT',
  seq: 7,
  bids: [
    ['59999', '1'],
    ['59990', '2'],
  ],
  asks: [
    ['60001', '3'],
    ['60010', '1'],
  ],
}
const deals: MarketDeals = {
  market: 'BTC-USDT',
  deals: [{ id: '9', at_ms: 1_790_000_000_000, side: 'sell', price: '59999.5', amount: '0.25' }],
}

const stand = async () => {
  const pair$ = new BehaviorSubject<Live<Pair>>(live(aPair()))
  const candles$ = new BehaviorSubject<Live<Candles>>(candlesOf(bars))
  const [book$, deals$, older, asked] = [
    of(live(book)),
    of(live(deals)),
    vi.fn<() => void>(),
    vi.fn<(period: string) => void>(),
  ]
  const feed = { candles$, loadOlder: older }
  const { services } = createServices()
  const feeds: Feeds = {
    ...services.feeds,
    connection$: NEVER,
    tickers$: of(live([aPair()])),
    pair$: () => pair$,
    orderBook$: () => book$,
    deals$: () => deals$,
    candles: (_, period) => {
      asked(period)
      return feed
    },
  }
  const shown = await show(
    <ServicesContext value={{ ...services, feeds }}>
      <KlinePage />
    </ServicesContext>,
  )
  return { ...shown, pair$, candles$, older, asked }
}

beforeEach(() => {
  useSettings.setState({ ...firstSettings, lang: 'en' })
  location.hash = '#/pages/trade/kline?market=BTC-USDT'
  chart.props = null
})

test('KLINE-1 the pair, its price with sign, and its 24-hour statistics are shown', async () => {
  await stand()
  expect(screen.getByRole('heading', { level: 1, name: 'BTC/USDT' })).toBeVisible()
  const stats = screen.getByRole('region', { name: 'BTC/USDT' })
  expect(stats).toHaveTextContent('60,000.00')
  expect(stats).toHaveTextContent('+1.20%')
  expect(stats).toHaveTextContent('24 h high61,000.00')
  expect(stats).toHaveTextContent('24 h low59,000.00')
  expect(stats).toHaveTextContent('24 h turnover (USDT)72M')
})

test('KLINE-1 book, trades and depth are tabs', async () => {
  const user = userEvent.setup()
  await stand()
  expect(screen.getByRole('tab', { name: 'Order book' })).toHaveAttribute('aria-selected', 'true')
  await user.click(screen.getByRole('tab', { name: 'Depth' }))
  expect(screen.getByRole('img', { name: 'Depth of BTC/USDT: bids 3.0000, asks 4.0000' })).toBeVisible()
})

test('KLINE-1 buy and sell link to the trade page of this pair', async () => {
  const user = userEvent.setup()
  await stand()
  await user.click(screen.getByRole('button', { name: 'Sell' }))
  expect(location.hash).toBe('#/pages/trade/index?market=BTC-USDT&side=sell')
})

test('KLINE-1 an unknown market shows a message and a link to another', async () => {
  const { pair$ } = await stand()
  act(() => pair$.next({ value: null, freshness: 'live', ageMs: 0 }))
  expect(screen.getByText('No such pair.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull()
})

test('CHART-3 prices have the decimals of the pair, and older bars load when the chart requests them', async () => {
  const { older, candles$ } = await stand()
  expect(await screen.findByRole('img', { name: 'BTC/USDT price chart, 1m' })).toHaveTextContent('Close 60,050.25')
  expect(chart.props?.view.bars.map(({ close }) => close)).toEqual([60_010, 59_990, 60_050.25])
  expect(chart.props?.view.formats[0]?.(1234.5)).toBe('1,234.50')
  act(() => chart.props?.onNeedOlder())
  expect(older).toHaveBeenCalledTimes(1)
  act(() => candles$.next(candlesOf(bars, false)))
  act(() => chart.props?.onNeedOlder())
  expect(older).toHaveBeenCalledTimes(1)
})

test('CHART-3 the legend shows the bar under the crosshair, otherwise the newest', async () => {
  await stand()
  const drawn = await screen.findByRole('img', { name: /price chart/ })
  act(() => chart.props?.onPoint(1))
  expect(drawn).toHaveTextContent('Close 59,990.00')
  expect(drawn).toHaveTextContent('−0.02%')
  act(() => chart.props?.onPoint(null))
  expect(drawn).toHaveTextContent('Close 60,050.25')
})

test('CHART-3 an unchanged bar is the same object', async () => {
  const { candles$ } = await stand()
  await screen.findByRole('img', { name: /price chart/ })
  const before = chart.props?.view.bars
  act(() => candles$.next(candlesOf([...bars.slice(0, 2), candle(2, '60060', false)])))
  expect(chart.props?.view.bars[0]).toBe(before?.[0])
  expect(chart.props?.view.bars[2]?.close).toBe(60_060)
})

test('CHART-2 indicators are selected in a sheet and stored; the time-share has none over the line', async () => {
  const user = userEvent.setup()
  const { asked } = await stand()
  await screen.findByRole('img', { name: /price chart/ })
  await user.click(screen.getByRole('button', { name: 'Indicators' }))
  const sheet = screen.getByRole('dialog', { name: 'Indicators' })
  await user.click(within(sheet).getByRole('checkbox', { name: 'KDJ' }))
  await user.click(within(sheet).getByRole('checkbox', { name: 'VOL' }))
  expect(useSettings.getState().indicators).toEqual(['MA', 'KDJ'])
  expect(chart.props?.view.lines.map(({ id }) => id)).toEqual(['MA 0', 'MA 1', 'MA 2', 'KDJ 0', 'KDJ 1', 'KDJ 2'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('radio', { name: 'Time' }))
  expect(chart.props?.view.kind).toBe('area')
  expect(chart.props?.view.lines.map(({ pane }) => pane)).toEqual([1, 1, 1])
  await user.click(screen.getByRole('radio', { name: '1D' }))
  expect(asked).toHaveBeenLastCalledWith('1day')
  expect(useSettings.getState().lastPeriod).toBe('1day')
})

test('CHART-7 the numbers of an indicator are typed, kept and reset; what is none stays, is told, and draws what was', async () => {
  const user = userEvent.setup()
  await stand()
  await screen.findByRole('img', { name: /price chart/ })
  await user.click(screen.getByRole('button', { name: 'Indicators' }))
  const sheet = within(screen.getByRole('dialog', { name: 'Indicators' }))
  const legend = () => screen.getByRole('img', { name: /price chart/ })
  const length = within(sheet.getByRole('group', { name: 'MA' })).getByLabelText('Length 1')
  await user.clear(length)
  await user.type(length, '2')
  expect(legend()).toHaveTextContent('MA2')
  expect(JSON.parse(localStorage.getItem('kontor.chart') ?? '')).toMatchObject({ MA: [2, 10, 30] })
  for (const wrong of ['0', '501', '1.5', 'x']) {
    await user.clear(length)
    await user.type(length, wrong)
    expect(length).toHaveValue(wrong)
    expect(length).toHaveAccessibleDescription('Whole number from 1 to 500')
  }
  // On the way to 501 stood 50: that was a number.
  expect(useChartParams.getState().params.MA).toEqual([1, 10, 30])
  await user.click(sheet.getByRole('button', { name: 'Reset MA' }))
  expect(length).toHaveValue('5')
  expect(useChartParams.getState().params).toEqual(firstParams)
  expect(sheet.queryByRole('button', { name: 'Reset MA' })).toBeNull()
  localStorage.setItem('kontor.chart', JSON.stringify({ MA: [0, 1, 2], RSI: [3, 4, 5], KDJ: 'x' }))
  dispatchEvent(new StorageEvent('storage', { key: 'kontor.chart' }))
  expect(useChartParams.getState().params).toEqual({ ...firstParams, RSI: [3, 4, 5] })
})

test('CHART-4 the bars are available as a table, newest first', async () => {
  const user = userEvent.setup()
  await stand()
  await screen.findByRole('img', { name: /price chart/ })
  await user.click(screen.getByRole('button', { name: 'Show as a table' }))
  const rows = within(screen.getByRole('table', { name: 'BTC/USDT price chart, 1m' })).getAllByRole('row')
  expect(rows).toHaveLength(4)
  expect(rows[1]).toHaveTextContent('60,000.0060,100.5059,900.0060,050.251.5')
  await user.click(screen.getByRole('button', { name: 'Show the chart' }))
  expect(screen.getByRole('img', { name: /price chart/ })).toBeVisible()
})

test('CHART-3 a market without bars shows a message, a loading chart does not', async () => {
  const { candles$ } = await stand()
  act(() => candles$.next(candlesOf([])))
  expect(screen.getByText('No bars in this interval yet.')).toBeVisible()
  act(() => candles$.next(loading))
  expect(screen.queryByText('No bars in this interval yet.')).toBeNull()
})

test('CHART-6 the chart takes the whole window with its intervals, and gives it back', async () => {
  await stand()
  await userEvent.click(screen.getByRole('button', { name: 'Full screen chart of BTC/USDT' }))
  const whole = await screen.findByRole('dialog', { name: 'Full screen chart of BTC/USDT' })
  expect(within(whole).getByRole('img', { name: 'BTC/USDT price chart, 1m' })).toBeVisible()
  await userEvent.click(within(whole).getByRole('radio', { name: '4h' }))
  expect(useSettings.getState().lastPeriod).toBe('4hour')
  await userEvent.click(within(whole).getByRole('button', { name: 'Leave full screen' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('img', { name: 'BTC/USDT price chart, 4h' })).toBeVisible()
})
