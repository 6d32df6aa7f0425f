import { aPage } from '#tests/support/builders/page.ts'
import { aPriceRow } from '#tests/support/builders/price-row.ts'
import { position, type Position } from '#contract/lever/lever-position.ts'
import { spotOrder, type SpotOrder } from '#contract/spot/spot.ts'
import { trigger, type Trigger } from '#contract/trigger/trigger.ts'
import { encode } from '#contract/wire/coded.ts'
import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { useChartDrawings } from '#src/stores/chart-drawings.ts'
import { setConfig } from '#src/stores/config.ts'
import { ChartHandles } from '#src/ui/chart/handles.tsx'
import { ChartPlacing } from '#src/ui/chart/placing.tsx'
import type { ChartHands, ChartOverlay, ChartView } from '#src/ui/chart-model.ts'
import type { Placing } from '#src/ui/chart.tsx'
import type { Candles } from '#streams/market/candles.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import type { Prices } from '#streams/market/prices.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { aPosition } from '#tests/support/builders/position.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { aTrigger } from '#tests/support/builders/trigger.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, NEVER, of } from 'rxjs'
import { beforeEach, expect, test, vi } from 'vitest'

type Shown = {
  readonly view: ChartView
  readonly overlay: ChartOverlay
  readonly hands: ChartHands
  readonly placing: Placing | null
  readonly onPress: ((price: number) => void) | null
}
const chart = vi.hoisted((): { props: Shown | null } => ({ props: null }))
/** One px is one bar to the right, and one below 60,000 downwards. */
const pointAt = (x: number, y: number) => ({ at: x, price: 60_000 - y })
const places = new Map<string, HTMLElement>()
// jsdom has no canvas: the test reads what is to be drawn, and holds the real handles.
vi.mock('#src/ui/chart.tsx', () => ({
  Chart: (props: Shown) => {
    chart.props = props
    return (
      <>
        <ChartHandles handles={props.overlay.handles} hands={props.hands} places={places} pointAt={pointAt} />
        {props.placing !== null && <ChartPlacing {...props.placing} pointAt={pointAt} />}
      </>
    )
  },
}))

const start = 1_790_000_040
const candle = (at: number, close: string) => ({
  time: start + at * 60,
  open: '60000',
  high: '60100',
  low: '59900',
  close,
  volume: '1',
  closed: true,
})
const barsOf = (close: string): Candles => ({
  market: 'BTC-USDT',
  period: '1min',
  candles: [candle(0, '60000'), candle(1, '60010'), candle(2, close)],
  hasOlder: false,
})
const quote = aPriceRow('60000')
const marks: Prices = new Map([['BTC-USDT', quote]])
const balances = {
  seq: 1,
  cells: {
    legal: [],
    change: [],
    micro: [],
    lever: [aCell({ currency: 3, lever_balance: '100', lock_lever_balance: '0', usdt_price: '1' })],
  },
}
const pageOf = (data: readonly unknown[]) => aPage(data)
const fill = {
  id: 9,
  order_id: 1,
  currency_id: 1,
  legal_id: 3,
  symbol: 'BTC/USDT',
  type: 1,
  role: 'taker',
  price: '60001',
  amount: '0.1',
  total: '6000.1',
  fee: '0',
  fee_name: 'BTC',
  at: '2026-09-21 14:15:10',
}
const guarded = aPosition({ target_profit_price: '61000', stop_loss_price: '59000' })
const moved = { type: 'ok', message: 'Done.', data: encode(position, { ...guarded, stop_loss_price: '59500', rev: 2 }) }

const stand = async (
  answers: Record<string, unknown> = {},
  positions: readonly Position[] = [guarded],
  orders: readonly SpotOrder[] = [],
  props: Partial<Parameters<typeof CandleChart>[0]> = {},
) => {
  const candles$ = new BehaviorSubject(live(barsOf('60050')))
  const positions$ = new BehaviorSubject(live(positions))
  const feed = { candles$, loadOlder: () => {} }
  const pair$ = of(live(aPair()))
  const price$ = of(live(quote))
  const book$ = of(
    live<BookSnapshot>({ market: 'BTC-USDT', seq: 1, bids: [['60000.00', '1']], asks: [['60100.00', '1']] }),
  )
  const feeds = {
    pair$: () => pair$,
    candles: () => feed,
    spotOrders$: of(live(orders)),
    leverPositions$: positions$,
    leverHistory$: NEVER,
    balances$: of(live(balances)),
    marks$: of(live(marks)),
    events$: NEVER,
    renewed$: NEVER,
    orderBook$: () => book$,
    price$: () => price$,
  }
  const { asked } = await showPage(<CandleChart market="BTC-USDT" period="1min" height={400} {...props} />, {
    feeds,
    answers: {
      '/api/coin/fills': said(pageOf([fill])),
      '/api/lever/fills': said(pageOf([])),
      '/api/trigger/list': said(pageOf([])),
      ...answers,
    },
  })
  await waitFor(() => expect(chart.props).not.toBeNull())
  const sent = (path: string) => asked.filter((each) => each.path === path).map(({ body }) => body)
  const [setStops, moves] = [() => sent('/api/lever/setstop'), () => sent('/api/coin/amend')]
  return { candles$, positions$, setStops, moves, asked, user: userEvent.setup() }
}
const resting = aSpotOrder({ trade_amount: '1', filled_amount: '0.25', target_price: '59000' })
const placed = (changes: Partial<SpotOrder>) => ({
  type: 'ok',
  message: 'Done.',
  data: encode(spotOrder, aSpotOrder({ id: 2, trade_amount: '0.75', ...changes })),
})
const order = () => screen.getByRole('slider', { name: 'Buy order, 0.75 BTC, BTC/USDT' })
const orderReview = () => screen.findByRole('dialog', { name: /^Buy BTC · / })
const stopLoss = () => screen.getByRole('slider', { name: 'Stop loss, Long 10×, BTC/USDT' })
const priceOf = (id: string) => chart.props?.overlay.levels.find((level) => level.id === id)?.price
const drag = (node: HTMLElement, x: number, y: number) => {
  fireEvent.pointerDown(node, { pointerId: 1, isPrimary: true, button: 0, clientX: 0, clientY: 0 })
  fireEvent.pointerMove(node, { pointerId: 1, isPrimary: true, clientX: x, clientY: y })
}
const drop = (node: HTMLElement) => fireEvent.pointerUp(node, { pointerId: 1, isPrimary: true })
const review = () => screen.findByRole('dialog', { name: 'Stop loss · BTC/USDT' })

beforeEach(() => {
  chart.props = null
  setConfig({ setting: null, verification: false })
  useChartDrawings.setState({ markets: new Map(), isOwnShown: true, isFitted: false })
  HTMLElement.prototype.setPointerCapture = () => {}
})

test('CHART-8 own prices and trades lie over the bars; one switch takes them away', async () => {
  const { user } = await stand({}, [guarded], [aSpotOrder({ trade_amount: '0.5' })])
  await waitFor(() =>
    expect(chart.props?.overlay.marks).toEqual([{ id: '1 buy 60001', at: 1, price: 60_001, side: 'buy', text: 'B' }]),
  )
  expect(chart.props?.overlay.levels.map(({ id, label }) => [id, label])).toEqual([
    ['order 1', ''],
    ['entry 1', 'Long'],
    ['take 1', ''],
    ['loss 1', ''],
    ['liquidation', 'Liq.'],
  ])
  expect(chart.props?.overlay.handles.map(({ text }) => text)).toEqual(['Buy 0.5', 'TP +9.70', 'SL −10.30'])
  await user.click(screen.getByRole('button', { name: 'Lines' }))
  await user.click(await screen.findByRole('switch', { name: 'My orders, contracts and trades' }))
  expect(chart.props?.overlay).toMatchObject({ levels: [], marks: [], handles: [] })
})
test('CHART-8 the table says what lies over the bars', async () => {
  const { user } = await stand({}, [guarded], [aSpotOrder({ trade_amount: '0.5' })])
  useChartDrawings.getState().put('BTC-USDT', { id: 'a', kind: 'horizontal', price: '60500.00' })
  await user.click(screen.getByRole('button', { name: 'Show as a table' }))
  const list = await screen.findByRole('list', { name: 'On the chart' })
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(5))
  expect(list).toHaveTextContent('Buy order: 0.5 BTC at 60,000.00')
  expect(list).toHaveTextContent('Long 10×, entry 60,000.00 · Take profit 61,000.00 · Stop loss 59,000.00')
  expect(list).toHaveTextContent('Account liquidation at')
  expect(list).toHaveTextContent('Bought 0.1 BTC at 60,001.00')
  expect(list).toHaveTextContent('Line at 60,500.00')
})
test('CHART-9 a dragged stop follows at ticks and asks when it is let go; not confirmed, it is back and nothing was sent', async () => {
  const { user, setStops } = await stand()
  drag(stopLoss(), 0, 500.123)
  expect(priceOf('loss 1')).toBe(59_499.88)
  expect(stopLoss()).toHaveAttribute('aria-valuetext', '59,499.88, PnL −5.31 USDT')
  drop(stopLoss())
  const sheet = await review()
  expect(sheet).toHaveTextContent('Stop loss59,000.00 → 59,499.88')
  expect(sheet).toHaveTextContent('Net PnL at this price−10.30 → −5.31 USDT (−8.84%)')
  expect(sheet).toHaveTextContent('Take profit61,000.00')
  await user.click(within(sheet).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(priceOf('loss 1')).toBe(59_000))
  expect(setStops()).toEqual([])
})
test('CHART-9 a stop is dragged into profit, and its chip says what it locks in', async () => {
  await stand({}, [aPosition({ ...guarded, price: '58000' })])
  drag(stopLoss(), 0, 500)
  expect(stopLoss()).toHaveAttribute('aria-valuetext', '59,500.00, PnL locks +14.70 USDT')
})
test('CHART-9 confirmed, both stops go to the venue once, and the line stands where the venue says', async () => {
  const { user, setStops } = await stand({ '/api/lever/setstop': moved })
  drag(stopLoss(), 0, 500)
  drop(stopLoss())
  await user.click(within(await review()).getByRole('button', { name: 'Move stop' }))
  await screen.findByText('Stop moved')
  expect(setStops()).toEqual([{ id: 1, expect: 1, target_profit_price: '61000', stop_loss_price: '59500.00' }])
})
test('CHART-9 keys move a stop by ticks; Escape takes it back, Enter asks', async () => {
  const { user, setStops } = await stand()
  act(() => stopLoss().focus())
  await user.keyboard('{ArrowUp}{ArrowUp}{PageUp}{Shift>}{ArrowDown}{/Shift}')
  expect(priceOf('loss 1')).toBe(59_000.92)
  await user.keyboard('{Escape}')
  expect(priceOf('loss 1')).toBe(59_000)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await review()).toHaveTextContent('59,000.00 → 58,999.99')
  expect(setStops()).toEqual([])
})
test('CHART-9 leaving a stop that was moved by keys takes it back; a pointer that the system takes away as well', async () => {
  const { user } = await stand()
  act(() => stopLoss().focus())
  await user.keyboard('{PageDown}')
  expect(priceOf('loss 1')).toBe(58_999)
  await user.tab()
  expect(priceOf('loss 1')).toBe(59_000)
  drag(stopLoss(), 0, 300)
  fireEvent.pointerCancel(stopLoss(), { pointerId: 1, isPrimary: true })
  expect(priceOf('loss 1')).toBe(59_000)
  expect(screen.queryByRole('dialog')).toBeNull()
})
test('CHART-9 while a stop is held, the axis reaches as far as it stands, so that one out of sight does not jump into it', async () => {
  await stand()
  expect(chart.props?.overlay.fitted).toEqual([])
  drag(stopLoss(), 0, 500)
  expect(chart.props?.overlay.fitted).toEqual([59_000])
  fireEvent.pointerCancel(stopLoss(), { pointerId: 1, isPrimary: true })
  expect(chart.props?.overlay.fitted).toEqual([])
})
test('CHART-9 the mark is the only wall of a stop: it stands a tick before it, says so, and the device bumps once', async () => {
  const bump = vi.fn<() => boolean>(() => true)
  Object.defineProperty(navigator, 'vibrate', { value: bump, configurable: true })
  await stand()
  drag(stopLoss(), 0, -100)
  fireEvent.pointerMove(stopLoss(), { pointerId: 1, isPrimary: true, clientX: 0, clientY: -200 })
  expect(priceOf('loss 1')).toBe(59_999.99)
  expect(stopLoss()).toHaveTextContent('SL fires at once beyond 60,000.00')
  expect(bump).toHaveBeenCalledTimes(1)
  Reflect.deleteProperty(navigator, 'vibrate')
})
test('CHART-9 a line that is drawn off the entry sets the stop or the target that the contract lacks, by one call', async () => {
  const bare = aPosition({ target_profit_price: '61000' })
  const set = { type: 'ok', message: 'Done.', data: encode(position, { ...bare, stop_loss_price: '59500.00', rev: 2 }) }
  const { user, setStops } = await stand({ '/api/lever/setstop': set }, [bare])
  const plus = () => screen.getByRole('slider', { name: '+ Stop loss, Long 10×, BTC/USDT' })
  // It has a target: above the mark nothing is made.
  drag(plus(), 0, -500)
  drop(plus())
  expect(screen.queryByRole('dialog')).toBeNull()
  drag(plus(), 0, 500)
  expect([priceOf('new 1'), plus().textContent]).toEqual([59_500, 'SL −5.30'])
  drop(plus())
  await user.click(within(await review()).getByRole('button', { name: 'Set Stop loss' }))
  await screen.findByText('Stop loss set')
  expect(setStops()).toEqual([{ id: 1, expect: 1, target_profit_price: '61000', stop_loss_price: '59500.00' }])
})
const half = aTrigger({
  id: 5,
  product: 'lever',
  act: 'close',
  parent: { kind: 'position', id: 1 },
  role: 'profit',
  when: 'above',
  trigger_price: '60500.00',
  size: { by: 'lots', wanted: '1', left: '1' },
})
const listed = (...all: readonly Trigger[]) => said(pageOf(all.map((each) => encode(trigger, each))))
const target = () => screen.findByRole('slider', { name: 'TP, Long 10×, BTC/USDT' })
test('CHART-15 a trigger is a line with its net result; moved and confirmed, one call changes it', async () => {
  const changed = {
    type: 'ok',
    message: 'Done.',
    data: encode(trigger, { ...half, trigger_price: '60400.00', rev: 2 }),
  }
  const { user, asked } = await stand({ '/api/trigger/list': listed(half), '/api/trigger/amend': changed }, [
    aPosition({ target_profit_price: '61000', stop_loss_price: '59000' }),
  ])
  expect(await target()).toHaveTextContent('TP +4.70')
  drag(await target(), 0, -400)
  drop(await target())
  const sheet = await screen.findByRole('dialog', { name: 'TP · BTC/USDT' })
  expect(sheet).toHaveTextContent('Trigger60,500.00 → 60,400.00')
  expect(sheet).toHaveTextContent('Net PnL at this price+4.70 → +3.70 USDT')
  await user.click(await within(sheet).findByRole('button', { name: 'Change' }))
  await screen.findByText('Order changed')
  const sent = asked.filter(({ path }) => path === '/api/trigger/amend').map(({ body }) => body)
  expect(sent).toEqual([{ id: 5, expect: 'armed', trigger_price: '60400.00' }])
})
test('CHART-15 a lost answer to a moved trigger is no refusal: its line waits for it', async () => {
  const { user } = await stand({ '/api/trigger/list': listed(half), '/api/trigger/amend': '<html>502</html>' })
  drag(await target(), 0, -400)
  drop(await target())
  const sheet = await screen.findByRole('dialog', { name: 'TP · BTC/USDT' })
  await user.click(await within(sheet).findByRole('button', { name: 'Change' }))
  await screen.findByText('Checking with the server')
  await waitFor(async () => expect(await target()).toHaveTextContent('TP checking…'))
})
test('CHART-15 contracts have their lines on their own chart alone, and spot orders on theirs', async () => {
  const { asked } = await stand({ '/api/trigger/list': listed(half, aTrigger({ id: 6 })) }, [guarded], [resting], {
    product: 'spot',
  })
  await waitFor(() => expect(chart.props?.overlay.levels.map(({ id }) => id)).toEqual(['order 1', 'trigger 6']))
  expect(asked.some(({ path }) => path === '/api/lever/fills')).toBe(false)
})
test('CHART-14 a pressed price, also one that is typed, begins an alert at once, or an order in the ticket', async () => {
  const begun = vi.fn<(price: string) => void>()
  const { user, asked } = await stand({ '/api/alert/add': { type: 'ok', message: 'Done.', data: {} } }, [], [], {
    orders: { limit: begun },
  })
  act(() => chart.props?.onPress?.(59_500.123))
  await user.click(await screen.findByRole('button', { name: 'Limit order at this price' }))
  expect(begun).toHaveBeenCalledWith('59500.12')
  await user.click(screen.getByRole('button', { name: 'Lines' }))
  await user.click(await screen.findByRole('button', { name: 'Alert or order at a price' }))
  expect(await screen.findByLabelText('Price')).toHaveValue('60,050')
  expect(screen.queryByRole('button', { name: 'Stop order at this price' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Set alert' }))
  await waitFor(() =>
    expect(asked.find(({ path }) => path === '/api/alert/add')?.body).toEqual({
      match_id: 1,
      side: 'above',
      price: '60050',
      mode: 'once',
    }),
  )
})
test('CHART-9 a lost answer is no refusal: it is said on the line too, which waits for it and cannot be moved', async () => {
  const { user, setStops } = await stand({ '/api/lever/setstop': '<html>502</html>' })
  drag(stopLoss(), 0, 500)
  drop(stopLoss())
  await user.click(within(await review()).getByRole('button', { name: 'Move stop' }))
  await screen.findByText('Checking with the server')
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stopLoss()).toHaveTextContent('SL checking…')
  expect(stopLoss()).toHaveAttribute('aria-disabled', 'true')
  drag(stopLoss(), 0, 700)
  expect(priceOf('loss 1')).toBe(59_500)
  expect(setStops()).toHaveLength(1)
})
test('CHART-9 where stops may not be set, they are labelled and have no handle', async () => {
  setConfig({ setting: aSetting({ user_set_stopprice: false, lever_burst_hazard_rate: '50' }), verification: false })
  await stand()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(chart.props?.overlay.levels.map(({ label }) => label)).toEqual(['Long', 'TP', 'SL', 'Liq.'])
})
test('CHART-12 a dragged order asks with both prices, what is left of it and its new place; not confirmed, it is back and nothing was sent', async () => {
  const { user, moves } = await stand({}, [], [resting])
  expect(order()).toHaveTextContent('Buy 0.75')
  drag(order(), 0, 500.123)
  expect([priceOf('order 1'), order().getAttribute('aria-valuetext')]).toEqual([59_499.88, '59,499.88'])
  drop(order())
  const sheet = await orderReview()
  expect(sheet).toHaveTextContent(
    'Price (USDT)59,000.00 → 59,499.88Left to fill0.75 BTCOrder total44,250.00 → 44,624.91 USDT',
  )
  expect(sheet).toHaveTextContent('At the new price it goes to the end of the queue.')
  expect(within(sheet).queryByRole('alert')).toBeNull()
  await user.click(within(sheet).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(priceOf('order 1')).toBe(59_000))
  expect(moves()).toEqual([])
})
test('CHART-12 keys move an order by ticks; confirmed, it is moved once by one call, and what became of it is told', async () => {
  const { user, moves } = await stand({ '/api/coin/amend': placed({ target_price: '59001.01' }) }, [], [resting])
  act(() => order().focus())
  await user.keyboard('{PageUp}{ArrowUp}{Enter}')
  await user.click(within(await orderReview()).getByRole('button', { name: 'Move order' }))
  await screen.findByText('Order moved')
  expect(screen.getByText('0.75 BTC waits in the book at 59,001.01.')).toBeVisible()
  expect(moves()).toEqual([{ id: 1, expect: 1, target_price: '59001.01' }])
})
test.each([
  ['limit', 1],
  ['post_only', 0],
] as const)(
  'CHART-12 a price that would trade at once is told of a %s order before it is sent',
  async (kind, calls) => {
    const { user, moves } = await stand(
      { '/api/coin/amend': placed({ status: 'completed', filled_amount: '0.75', trade_price: '60100' }) },
      [],
      [{ ...resting, kind }],
    )
    drag(order(), 0, -100)
    drop(order())
    const sheet = await orderReview()
    expect(sheet).toHaveTextContent('This order would trade at once (best price 60,100.00).')
    await user.click(within(sheet).getByRole('button', { name: 'Move order' }))
    expect(moves()).toHaveLength(calls)
  },
)
test('CHART-12 a lost answer is no refusal: the line of the order waits for it and cannot be moved', async () => {
  const { user, moves } = await stand({ '/api/coin/amend': '<html>502</html>' }, [], [resting])
  drag(order(), 0, 500)
  drop(order())
  await user.click(within(await orderReview()).getByRole('button', { name: 'Move order' }))
  await screen.findByText('Checking with the server')
  await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
  await waitFor(() => expect(order()).toHaveTextContent('Buy checking…'))
  expect([order().getAttribute('aria-disabled'), priceOf('order 1'), moves().length]).toEqual(['true', 59_500, 1])
})
test('CHART-10 a line is begun in the menu, put down by a tap, moved and deleted by keys, and kept', async () => {
  const { user } = await stand({}, [])
  const kept = () => useChartDrawings.getState().markets.get('BTC-USDT') ?? []
  await user.click(screen.getByRole('button', { name: 'Lines' }))
  await user.click(await screen.findByRole('button', { name: 'Horizontal line' }))
  const area = screen.getByRole('button', { name: 'Tap where the line should be' })
  expect(area).toHaveFocus()
  drag(area, 1, 250)
  expect(chart.props?.overlay.strokes).toMatchObject([{ kind: 'horizontal', price: 59_750 }])
  fireEvent.pointerUp(area, { pointerId: 1, isPrimary: true, clientX: 1, clientY: 250 })
  expect(kept()).toMatchObject([{ kind: 'horizontal', price: '59750.00' }])
  expect(screen.getByRole('slider', { name: 'Line 1' })).toHaveFocus()
  await user.keyboard('{PageUp}{Enter}')
  expect(kept()).toMatchObject([{ price: '59751.00' }])
  await user.keyboard('{PageUp}{Escape}')
  expect(kept()).toMatchObject([{ price: '59751.00' }])
  await user.keyboard('{Delete}')
  expect(kept()).toEqual([])
})
test('CHART-10 a trend line goes from tap to tap or by one drag; keys put one down; all are cleared after a question', async () => {
  const { user } = await stand({}, [])
  const kept = () => useChartDrawings.getState().markets.get('BTC-USDT') ?? []
  const begin = async () => {
    await user.click(screen.getByRole('button', { name: 'Lines' }))
    await user.click(await screen.findByRole('button', { name: 'Trend line' }))
    return screen.getByRole('button', { name: 'Tap both ends, or drag from one to the other' })
  }
  const area = await begin()
  drag(area, 2, 100)
  fireEvent.pointerUp(area, { pointerId: 1, isPrimary: true, clientX: 2, clientY: 100 })
  expect(kept()).toMatchObject([
    { kind: 'trend', from: { time: start, price: '60000.00' }, to: { time: start + 120, price: '59900.00' } },
  ])
  expect(screen.getAllByRole('slider').map((handle) => handle.getAttribute('aria-label'))).toEqual([
    'Line 1, start',
    'Line 1, whole',
    'Line 1, end',
  ])
  act(() => chart.props?.hands.onChoose(null))
  expect(screen.getAllByRole('slider').map((handle) => handle.getAttribute('aria-label'))).toEqual(['Line 1, whole'])
  const again = await begin()
  fireEvent.keyDown(again, { key: 'Escape' })
  expect(chart.props?.placing).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Lines' }))
  await user.click(screen.getByRole('button', { name: 'Delete all lines' }))
  await user.click(screen.getByRole('button', { name: 'Delete all' }))
  expect(kept()).toEqual([])
})
test('CHART-11 a new price of the running bar leaves what lies over the bars as it is', async () => {
  const { candles$ } = await stand({}, [guarded], [aSpotOrder()])
  useChartDrawings.getState().put('BTC-USDT', { id: 'a', kind: 'horizontal', price: '60500.00' })
  await waitFor(() => expect(chart.props?.overlay).toMatchObject({ marks: [{}], strokes: [{}], levels: { length: 5 } }))
  const before = chart.props?.overlay
  act(() => candles$.next(live(barsOf('60051'))))
  expect(chart.props?.view.bars.at(-1)?.close).toBe(60_051)
  expect(chart.props?.overlay).toBe(before)
})
