import { aPage } from '#tests/support/builders/page.ts'
import type { Balances } from '#streams/assets/assets.ts'
import type { Live } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { spotFill, spotOrder, type SpotOrder } from '#contract/spot/spot.ts'
import { encode } from '#contract/wire/coded.ts'
import { TradePage } from '#src/features/spot/trade-page.tsx'
import { useConfig } from '#src/stores/config.ts'
import { useSettings } from '#src/stores/settings.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { aCell } from '#tests/support/builders/cell.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { aSetting } from '#tests/support/builders/setting.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler } from 'react'
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs'
import { expect, onTestFinished, test } from 'vitest'

const book: BookSnapshot = {
  market: 'BTC-USDT',
  seq: 7,
  bids: [
    ['59999.00', '1'],
    ['59990.00', '2'],
  ],
  asks: [
    ['60001.00', '3'],
    ['60010.00', '1'],
  ],
}
const cell = (currency: number, currency_name: string, change_balance: string) =>
  aCell({ currency, currency_name, change_balance, lock_change_balance: '0' })
const balancesOf = (usdt: string): Balances => ({
  seq: 1,
  cells: { legal: [], change: [cell(3, 'USDT', usdt), cell(1, 'BTC', '0.5')], lever: [], micro: [] },
})
const order = aSpotOrder({ target_price: '50000.00', trade_amount: '0.01', frozen: '500' })
const filled = encode(spotOrder, { ...order, status: 'completed', trade_price: '60001.00', filled_amount: '0.01' })

const pair$ = of(live(aPair()))
const pairs = () => pair$
const stand = async (
  answers: Record<string, unknown> = {},
  orders: readonly SpotOrder[] = [],
  usdt = '1000',
  kept: Record<string, string> | null = null,
) => {
  sessionStorage.clear()
  if (kept !== null) sessionStorage.setItem('kontor.draft.ticket.BTC-USDT', JSON.stringify(kept))
  const book$ = new BehaviorSubject<Live<BookSnapshot>>(live(book))
  const orders$ = new BehaviorSubject(live(orders))
  const ended$ = new Subject<SpotOrder>()
  const feeds = {
    tickers$: of(live([aPair()])),
    pair$: pairs,
    orderBook$: () => book$,
    balances$: of(live(balancesOf(usdt))),
    spotOrders$: orders$,
    spotHistory$: ended$,
    events$: NEVER,
    ownLive: () => NEVER,
    spotQueue$: () => of(live([{ id: 1, place: 3, ahead: '1.25' }])),
  }
  let renders = 0
  const { asked } = await showPage(
    <Profiler id="page" onRender={() => (renders += 1)}>
      <TradePage />
    </Profiler>,
    { feeds, answers, at: '/pages/trade/index?market=BTC-USDT' },
  )
  return { asked, book$, orders$, ended$, user: userEvent.setup(), renders: () => renders }
}
const takeAsk = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Best ask' }))
const review = async (user: ReturnType<typeof userEvent.setup>, hasPrice = false) => {
  if (!hasPrice) await takeAsk(user)
  await user.type(screen.getByLabelText('Quantity (BTC)'), '0.01')
  await user.click(screen.getByRole('button', { name: 'Buy BTC' }))
  return screen.findByRole('dialog')
}
test('TRADE-1 an untouched ticket begins at the best price of its own side and stays there; a tap on a level takes that price', async () => {
  const { user, book$ } = await stand()
  const price = screen.getByLabelText('Price (USDT)')
  expect(price).toHaveValue('59,999.00')
  act(() => book$.next(live({ ...book, seq: 8, bids: [['59998.00', '1']] })))
  expect(price).toHaveValue('59,999.00')
  await user.click(screen.getByRole('radio', { name: 'Sell' }))
  expect(price).toHaveValue('60,001.00')
  await user.click(screen.getByRole('button', { name: 'Price 60,010.00, Amount 1' }))
  await user.click(screen.getByRole('radio', { name: 'Buy' }))
  expect(price).toHaveValue('60,010.00')
})
test('TRADE-22 shares that cannot be taken say why', async () => {
  const { user } = await stand()
  const price = screen.getByLabelText('Price (USDT)')
  await user.clear(price)
  expect(screen.getByRole('button', { name: '25%' })).toHaveAccessibleDescription('Enter a price first.')
  await user.type(price, '60000')
  expect(screen.getByRole('button', { name: '25%' })).toBeEnabled()
  expect(screen.queryByText('Enter a price first.')).toBeNull()
})
test('TRADE-22 a balance that buys nothing says so', async () => {
  await stand({}, [], '0')
  expect(screen.getByRole('button', { name: '100%' })).toHaveAccessibleDescription(
    'Your balance is too small for any quantity.',
  )
})
test('TRADE-23 the ticket tells how far its price is from the market', async () => {
  const { user } = await stand()
  const price = screen.getByLabelText('Price (USDT)')
  await user.clear(price)
  await user.type(price, '59000')
  expect(screen.getByText('−1.67% from the market')).toBeVisible()
  await user.clear(price)
  await user.type(price, '61000')
  expect(screen.getByText('+1.66% from the market')).toBeVisible()
})
test.each([
  ['far away stays, told as far', '59300', '59,300'],
  ['near by stays', '59500', '59,500'],
])('TRADE-23 a price of an earlier visit %s; the amount stays', async (_, kept, shown) => {
  await stand({}, [], '1000', { price: kept, amount: '0.004' })
  expect(screen.getByLabelText('Price (USDT)')).toHaveValue(shown)
  expect(screen.getByLabelText('Quantity (BTC)')).toHaveValue('0.004')
})
test('BOOK-4 a ticket without an amount does not render with the market; one that would trade does', async () => {
  const { user, book$, renders } = await stand()
  const untouched = renders()
  act(() =>
    book$.next(
      live({
        ...book,
        seq: 8,
        asks: [
          ['60000.50', '3'],
          ['60010.00', '1'],
        ],
      }),
    ),
  )
  expect(renders()).toBe(untouched)
  await takeAsk(user)
  await user.type(screen.getByLabelText('Quantity (BTC)'), '0.01')
  const typed = renders()
  act(() =>
    book$.next(
      live({
        ...book,
        seq: 9,
        asks: [
          ['60000.00', '3'],
          ['60010.00', '1'],
        ],
      }),
    ),
  )
  expect(renders()).toBeGreaterThan(typed)
})
test('TRADE-2 the first fault is said at its field and takes the focus; nothing is sent', async () => {
  const { user, asked } = await stand()
  await user.click(screen.getByRole('button', { name: 'Buy BTC' }))
  const field = screen.getByLabelText('Quantity (BTC)')
  await waitFor(() => expect(field).toHaveFocus())
  expect(field).toHaveAccessibleDescription('Quantity is required.')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked).toEqual([])
})
test('TRADE-3 the review says what is paid, what comes and the fee; confirming sends one order and says the fill', async () => {
  const { user, asked } = await stand({ '/api/coin/trade': { type: 'ok', message: 'Done.', data: filled } })
  const sheet = await review(user)
  expect(sheet).toHaveTextContent('You pay600.01 USDT')
  expect(sheet).toHaveTextContent('You receive (about)0.00999 BTC')
  expect(sheet).toHaveTextContent('1,000.00 USDT → 399.99 USDT')
  await user.click(within(sheet).getByRole('button', { name: 'Confirm purchase' }))
  await screen.findByText(/0\.01 BTC filled at 60,001\.00\./)
  expect(asked.filter(({ path }) => path === '/api/coin/trade')).toEqual([
    {
      path: '/api/coin/trade',
      body: { legal_id: 3, currency_id: 1, type: 1, kind: 'limit', amount: '0.01', target_price: '60001' },
    },
  ])
  expect(screen.getByLabelText('Quantity (BTC)')).toHaveValue('')
})
test('TRADE-4 on prices that are too old the review holds its button where it is, and says why', async () => {
  const { user, asked, book$ } = await stand()
  const sheet = await review(user)
  act(() => book$.next({ value: book, freshness: 'stale', ageMs: 7000 }))
  const confirm = within(sheet).getByRole('button', { name: 'Confirm purchase' })
  expect(confirm).toHaveAttribute('aria-disabled', 'true')
  expect(sheet).toHaveTextContent('Prices are 7 sec old')
  await user.click(confirm)
  expect(asked).toEqual([])
  act(() => book$.next(live(book)))
  expect(confirm).not.toHaveAttribute('aria-disabled')
})
test('TRADE-5 a refusal is said in words and what was typed stays', async () => {
  const refusal = { type: 'error', message: 'x', reason: 'price_out_of_band', params: { low: '30000', high: '90000' } }
  const { user } = await stand({ '/api/coin/trade': refusal })
  const sheet = await review(user)
  await user.click(within(sheet).getByRole('button', { name: 'Confirm purchase' }))
  await screen.findByText('The price must lie between 30,000 and 90,000.')
  expect(screen.getByLabelText('Quantity (BTC)')).toHaveValue('0.01')
})
test('TRADE-6 a lost answer is no refusal: it is being checked, and no second try is offered', async () => {
  const { user } = await stand({ '/api/coin/trade': '<html>502</html>' })
  const sheet = await review(user)
  await user.click(within(sheet).getByRole('button', { name: 'Confirm purchase' }))
  await screen.findByText('Checking with the server')
  expect(within(sheet).queryByRole('button', { name: 'Confirm purchase' })).toBeNull()
})
test('TRADE-7 an open order is cancelled where it stands', async () => {
  const cancelled = encode(spotOrder, { ...order, status: 'cancelled', cancel_reason: 'user', rev: 2 })
  const { user, asked } = await stand({ '/api/coin/cancel': { type: 'ok', message: 'Done.', data: cancelled } }, [
    order,
  ])
  const row = screen.getByRole('article')
  expect(row).toHaveTextContent('Waiting')
  await user.click(within(row).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('Cancelled by you'))
  expect(asked).toEqual([{ path: '/api/coin/cancel', body: { id: 1, expect: 1 } }])
})
test('TRADE-8 what is typed outlives a reload, under its own market', async () => {
  const { user } = await stand()
  await user.type(screen.getByLabelText('Quantity (BTC)'), '0.123')
  expect(JSON.parse(sessionStorage.getItem('kontor.draft.ticket.BTC-USDT') ?? '{}')).toMatchObject({ amount: '0.123' })
  expect(sessionStorage.getItem('kontor.draft.ticket.ETH-USDT')).toBeNull()
})
test('SPOT-28 a price far from the market is warned of, and the button waits for a consent to this very price', async () => {
  const { user, asked } = await stand({ '/api/coin/trade': { type: 'ok', message: 'Done.', data: filled } })
  const price = screen.getByLabelText('Price (USDT)')
  await user.clear(price)
  await user.type(price, '80000')
  const sheet = await review(user, true)
  expect(within(sheet).getByRole('alert')).toHaveTextContent(
    'Your price is 33.33% above the market. The order fills at once.',
  )
  const confirm = within(sheet).getByRole('button', { name: 'Confirm purchase' })
  expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await user.click(confirm)
  expect(asked).toEqual([])
  await user.click(within(sheet).getByRole('checkbox', { name: 'Buy at 80,000.00 USDT anyway' }))
  expect(confirm).not.toHaveAttribute('aria-disabled')
  await user.click(confirm)
  await screen.findByText(/0\.01 BTC filled at 60,001\.00\./)
  expect(asked.filter(({ path }) => path === '/api/coin/trade')).toHaveLength(1)
})
test.each([
  { name: 'it fills 3.5 % above the market', typed: '62100', boxes: 1 },
  { name: 'it rests 4 % below the market', typed: '57600', boxes: 0 },
])(
  'SPOT-28 a price needs a consent from 3 % where it fills, and from 5 % where it rests: $name',
  async ({ typed, boxes }) => {
    const { user } = await stand()
    const price = screen.getByLabelText('Price (USDT)')
    await user.clear(price)
    await user.type(price, typed)
    const sheet = await review(user, true)
    expect(within(sheet).queryAllByRole('checkbox', { name: / anyway/ })).toHaveLength(boxes)
  },
)
test('TRADE-9 on prices that are too old the ticket says that it waits for prices, and opens no review', async () => {
  const { user, book$ } = await stand()
  await user.type(screen.getByLabelText('Quantity (BTC)'), '0.01')
  act(() => book$.next({ value: book, freshness: 'stale', ageMs: 7000 }))
  const button = screen.getByRole('button', { name: 'No live price' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await user.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => book$.next(live(book)))
  expect(screen.getByRole('button', { name: 'Buy BTC' })).not.toHaveAttribute('aria-disabled')
})

test('TRADE-10 a typed total rules the amount at every price, until an amount is typed', async () => {
  const { user } = await stand()
  const [price, quantity, total] = ['Price (USDT)', 'Quantity (BTC)', 'Total (USDT)'].map((name) =>
    screen.getByLabelText(name),
  )
  if (price === undefined || quantity === undefined || total === undefined) throw new Error('a field is missing')
  const values = () => [price, quantity, total].map((field) => (field instanceof HTMLInputElement ? field.value : null))
  await takeAsk(user)
  await user.type(total, '600')
  expect(values()).toEqual(['60,001.00', '0.009999', '600'])
  await user.clear(price)
  await user.type(price, '50000')
  expect(values()).toEqual(['50000', '0.012', '600'])
  await user.clear(quantity)
  await user.type(quantity, '0.01')
  expect(values()).toEqual(['50,000', '0.01', '500.00'])
})
test('TRADE-11 steps go to the next tick, never below zero; best bid and best ask are those of this moment', async () => {
  const { user, book$ } = await stand()
  const price = screen.getByLabelText('Price (USDT)')
  await user.click(screen.getByRole('button', { name: 'One step up: Price' }))
  expect(price).toHaveValue('59,999.01')
  await user.click(price)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(price).toHaveValue('59998.99')
  act(() => book$.next(live({ ...book, seq: 8, bids: [['59998.00', '1']] })))
  await user.click(screen.getByRole('button', { name: 'Best bid' }))
  expect(price).toHaveValue('59,998.00')
  await user.click(screen.getByRole('button', { name: 'Best ask' }))
  expect(price).toHaveValue('60,001.00')
  await user.click(screen.getByRole('button', { name: 'One step down: Amount' }))
  expect(screen.getByLabelText('Quantity (BTC)')).toHaveValue('0.000')
})
test('TRADE-12 the pressed price is taken, though the book moves under the finger', async () => {
  const { user, book$ } = await stand()
  const row = screen.getByRole('button', { name: 'Price 59,990.00, Amount 2' })
  await user.pointer({ keys: '[MouseLeft>]', target: row })
  act(() =>
    book$.next(
      live({
        ...book,
        seq: 8,
        bids: [
          ['59995.00', '1'],
          ['59994.00', '1'],
        ],
      }),
    ),
  )
  expect(screen.queryByRole('button', { name: 'Price 59,995.00, Amount 1' })).toBeNull()
  await user.pointer({ keys: '[/MouseLeft]', target: row })
  expect(screen.getByLabelText('Price (USDT)')).toHaveValue('59,990.00')
  expect(screen.getByRole('button', { name: 'Price 59,995.00, Amount 1' })).toBeVisible()
})
test('TRADE-13 one side of the book alone takes the room of both', async () => {
  const { user } = await stand()
  await user.click(screen.getByRole('button', { name: 'Bids' }))
  expect(screen.queryByRole('group', { name: 'Asks' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Bids' })).toHaveStyle({ minBlockSize: '408px' })
})

const waits = encode(spotOrder, order)
test.each([
  ['filled', filled, 'Order placed', /^Buy BTC · 0\.01 BTC filled at 60,001\.00\.$/],
  ['waiting', waits, 'Order placed', /^Buy BTC · 0\.01 BTC waits in the book at 50,000\.00\.$/],
  [
    'partly filled',
    { ...waits, filled_amount: '0.004', trade_price: '49999.5' },
    'Order placed',
    /^Buy BTC · 0\.004 BTC filled at 49,999\.50; 0\.006 BTC waits in the book at 50,000\.00\.$/,
  ],
  ['unfilled', { ...waits, status: 3 }, 'Order placed', /^Buy BTC · Nothing filled; the order is cancelled\.$/],
])('TRADE-14 the verdict says what now stands where: %s', async (_, answer, title, words) => {
  const { user } = await stand({ '/api/coin/trade': { type: 'ok', message: 'Done.', data: answer } })
  const sheet = await review(user)
  await user.click(within(sheet).getByRole('button', { name: 'Confirm purchase' }))
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
  expect(
    screen.getByText((_text, element) => element?.tagName === 'P' && words.test(element.textContent ?? '')),
  ).toBeVisible()
})
test('TRADE-20 the verdict follows the order: what waits is told as filled once the venue says so, and it leads to where the order stands', async () => {
  const { user, orders$, ended$ } = await stand({
    '/api/coin/trade': { type: 'ok', message: 'Done.', data: waits },
    '/api/coin/list': { type: 'ok', message: [filled] },
  })
  const sheet = await review(user)
  await user.click(within(sheet).getByRole('button', { name: 'Confirm purchase' }))
  expect(await within(sheet).findByText(/0\.01 BTC waits in the book/)).toBeVisible()
  act(() => orders$.next(live([{ ...order, rev: 2, filled_amount: '0.004', trade_price: '50000' }])))
  expect(within(sheet).getByRole('heading', { name: 'Partly filled' })).toBeVisible()
  act(() => ended$.next({ ...order, rev: 3, status: 'completed', filled_amount: '0.01', trade_price: '50000' }))
  expect(within(sheet).getByRole('heading', { name: 'Completed' })).toBeVisible()
  expect(sheet).toHaveTextContent('0.01 BTC filled at 50,000.00.')
  await user.click(within(sheet).getByRole('button', { name: 'View order' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
})
test('TRADE-20 a fill that was told before the answer is not forgotten by it', async () => {
  const { user, ended$ } = await stand({ '/api/coin/trade': { type: 'ok', message: 'Done.', data: waits } })
  const sheet = await review(user)
  act(() => ended$.next({ ...order, rev: 2, status: 'completed', filled_amount: '0.01', trade_price: '50000' }))
  await user.click(within(sheet).getByRole('button', { name: 'Confirm purchase' }))
  expect(await within(sheet).findByRole('heading', { name: 'Completed' })).toBeVisible()
})
test('TRADE-21 a fill much worse than the best price is told with its cost, and agreed to by itself; the balance is what is really paid', async () => {
  const { user, asked, book$ } = await stand({ '/api/coin/trade': { type: 'ok', message: 'Done.', data: filled } })
  act(() =>
    book$.next(
      live({
        ...book,
        asks: [
          ['60001.00', '0.005'],
          ['61000.00', '3'],
        ],
      }),
    ),
  )
  const price = screen.getByLabelText('Price (USDT)')
  await user.clear(price)
  await user.type(price, '61500')
  const sheet = await review(user, true)
  for (const words of ['Slippage0.832% · 5.00 USDT, worst 61,000.00', '1,000.00 USDT → 394.99 USDT'])
    expect(sheet).toHaveTextContent(words)
  const confirm = within(sheet).getByRole('button', { name: 'Confirm purchase' })
  await user.click(confirm)
  expect(asked.filter(({ path }) => path === '/api/coin/trade')).toEqual([])
  await user.click(within(sheet).getByRole('checkbox', { name: 'I accept a fill 0.9% worse than the market.' }))
  await user.click(confirm)
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/coin/trade')).toHaveLength(1))
})
test('TRADE-15 who wants it sends with one tap; a price far from the market is still asked about, and a refusal is told', async () => {
  const refusal = { type: 'error', message: 'x', reason: 'insufficient_balance', params: {} }
  const { user, asked } = await stand({ '/api/coin/trade': refusal })
  act(() => useSettings.getState().set({ confirmOrders: false }))
  const price = screen.getByLabelText('Price (USDT)')
  await user.type(screen.getByLabelText('Quantity (BTC)'), '0.01')
  await user.clear(price)
  await user.type(price, '40000')
  await user.click(screen.getByRole('button', { name: 'Buy BTC' }))
  expect(await screen.findByRole('dialog', { name: 'Review order' })).toHaveTextContent(
    'Your price is 33.33% below the market.',
  )
  expect(asked).toEqual([])
  await user.keyboard('{Escape}')
  await user.clear(price)
  await user.type(price, '60001')
  await user.click(screen.getByRole('button', { name: 'Buy BTC' }))
  expect(await screen.findByText('Not carried out')).toBeVisible()
  expect(asked.filter(({ path }) => path === '/api/coin/trade')).toHaveLength(1)
})
test('TRADE-15 a refusal that was read is closed for good', async () => {
  const { user } = await stand({
    '/api/coin/trade': { type: 'error', message: 'x', reason: 'insufficient_balance', params: {} },
  })
  const sheet = await review(user)
  await user.click(within(sheet).getByRole('button', { name: 'Confirm purchase' }))
  expect(await screen.findByText('Not carried out')).toBeVisible()
  await user.click(within(sheet).getAllByRole('button', { name: 'Close' }).at(-1) ?? sheet)
  await waitFor(() => expect(screen.queryByText('Not carried out')).toBeNull())
})

test('TRADE-16 an own order is marked in the book, also in a wider group, and its row says its place in the queue', async () => {
  const { user } = await stand({}, [aSpotOrder({ target_price: '59990', trade_amount: '0.01' })])
  expect(screen.getAllByRole('button', { name: /your order$/ })).toEqual([
    screen.getByRole('button', { name: 'Price 59,990.00, Amount 2, your order' }),
  ])
  expect(screen.getByRole('article')).toHaveTextContent('Place 3 in the queue, 1.25 BTC ahead')
  await user.selectOptions(screen.getByLabelText('Group prices by'), '10')
  expect(screen.getAllByRole('button', { name: /your order$/ })).toEqual([
    screen.getByRole('button', { name: 'Price 59,990, Amount 3, your order' }),
  ])
})
test('SPOT-31 the own trades tell fee and role, ask by filter, and are saved at full precision', async () => {
  const files: File[] = []
  Object.assign(URL, { createObjectURL: (file: File) => `#blob${files.push(file)}`, revokeObjectURL: () => {} })
  const fill = encode(spotFill, {
    id: 9,
    order_id: 4,
    currency_id: 1,
    legal_id: 3,
    symbol: 'BTC/USDT',
    type: 'sell',
    role: 'maker',
    price: '60001.00',
    amount: '0.01234567',
    total: '740.75254567',
    fee: '0.74075255',
    fee_name: 'USDT',
    at: '2026-01-01 00:00:00',
  })
  const page = aPage([fill])
  const { user, asked } = await stand({ '/api/coin/fills': { type: 'ok', message: page } })
  await user.click(screen.getByRole('tab', { name: 'My trades' }))
  const row = await screen.findByRole('article', { name: 'BTC/USDT Sell' })
  for (const words of ['Maker', '60,001.00', '0.01234567 BTC', 'Total740.75 USDT', 'Fee0.75 USDT'])
    expect(row).toHaveTextContent(words)
  await user.selectOptions(screen.getByLabelText('Role'), 'Taker')
  await waitFor(() => expect(JSON.stringify(asked.at(-1))).toContain('taker'))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-01' } })
  await waitFor(() => expect(JSON.stringify(asked.at(-1))).toContain(`from=${new Date(2026, 0, 1).getTime()}`))
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(async () =>
    expect((await files[0]?.text())?.split('\r\n').slice(1)).toEqual([
      '2026-01-01 00:00:00,BTC/USDT,Sell,60001.00,0.01234567,740.75254567,0.74075255,USDT,Maker,4,9',
      '',
    ]),
  )
})
test('SPOT-34 the history is asked for by day, and says when nothing matches', async () => {
  const ended = encode(
    spotOrder,
    aSpotOrder({ status: 'cancelled', cancel_reason: 'user', frozen: '0', created_at: '2026-01-02 12:00:00' }),
  )
  const { user, asked } = await stand({ '/api/coin/list': { type: 'ok', message: [ended] } })
  await user.click(screen.getByRole('tab', { name: 'History' }))
  expect(await screen.findByRole('article')).toHaveTextContent('Cancelled by you')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-02' } })
  expect(await screen.findByRole('article')).toBeVisible()
  expect(JSON.stringify(asked.at(-1))).toContain(`from=${new Date(2026, 0, 2).getTime()}`)
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-02-01' } })
  expect(await screen.findByText('Nothing matches the filter.')).toBeVisible()
})
test('SPOT-34 the history says after how many days of this venue what ended without a trade leaves it', async () => {
  useConfig.setState({ setting: aSetting({ keep_days: 45 }) })
  onTestFinished(() => useConfig.setState({ setting: null }))
  const { user } = await stand({ '/api/coin/list': { type: 'ok', message: [] } })
  await user.click(screen.getByRole('tab', { name: 'History' }))
  expect(await screen.findByText('What ended without a trade leaves this list after 45 days.')).toBeVisible()
})
