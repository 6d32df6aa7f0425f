import type { Balances } from '#streams/assets.ts'
import type { Live } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { spotOrder, type SpotOrder } from '#contract/spot.ts'
import { encode } from '#contract/wire/coded.ts'
import { TradePage } from '#src/features/spot/trade-page.tsx'
import { live, showPage } from '#tests/support/page-services.tsx'
import { aCell } from '#tests/support/builders/cell.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, NEVER, of } from 'rxjs'
import { expect, test } from 'vitest'

const book: BookSnapshot = { market: 'BTC-USDT', seq: 7, bids: [['59999.00', '1'], ['59990.00', '2']], asks: [['60001.00', '3'], ['60010.00', '1']] }
const cell = (currency: number, currency_name: string, change_balance: string) =>
  aCell({ currency, currency_name, change_balance, lock_change_balance: '0' })
const balances: Balances = {
  seq: 1, cells: { legal: [], change: [cell(3, 'USDT', '1000'), cell(1, 'BTC', '0.5')], lever: [], micro: [] },
  totals: { legal: '0', change: '31000', lever: '0', micro: '0' },
}
const order = aSpotOrder({ target_price: '50000.00', trade_amount: '0.01', frozen: '500' })
const filled = encode(spotOrder, { ...order, status: 'completed', trade_price: '60001.00', filled_amount: '0.01' })

const pair$ = of(live(aPair()))
const pairs = () => pair$
const stand = async (answers: Record<string, unknown> = {}, orders: readonly SpotOrder[] = []) => {
  sessionStorage.clear()
  const book$ = new BehaviorSubject<Live<BookSnapshot>>(live(book))
  const feeds = {
    tickers$: of(live([aPair()])), pair$: pairs, orderBook$: () => book$, balances$: of(live(balances)), spotOrders$: of(live(orders)),
    spotHistory$: NEVER,
  }
  const { asked } = await showPage(<TradePage />, { feeds, answers, at: '/pages/trade/index?market=BTC-USDT' })
  return { asked, book$, user: userEvent.setup() }
}
const review = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText('Quantity (BTC)'), '0.01')
  await user.click(screen.getByRole('button', { name: 'Buy BTC' }))
  return screen.findByRole('dialog')
}
test('TRADE-1 an untouched ticket begins at the price it would meet, and a tap on a level takes that price', async () => {
  const { user } = await stand()
  expect(screen.getByLabelText('Price (USDT)')).toHaveValue('60,001.00')
  await user.click(screen.getByRole('button', { name: 'Price 59,990.00, Amount 2' }))
  expect(screen.getByLabelText('Price (USDT)')).toHaveValue('59,990.00')
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
  expect(sheet).toHaveTextContent('1,000 USDT → 399.99 USDT')
  await user.click(within(sheet).getByRole('button', { name: 'Confirm purchase' }))
  await screen.findByText('Filled 0.01 BTC at 60,001')
  expect(asked.filter(({ path }) => path === '/api/coin/trade')).toEqual([
    { path: '/api/coin/trade', body: { legal_id: 3, currency_id: 1, type: 1, kind: 'limit', amount: '0.01', target_price: '60001' } },
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
  const { user, asked } = await stand({ '/api/coin/cancel': { type: 'ok', message: 'Done.', data: cancelled } }, [order])
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
