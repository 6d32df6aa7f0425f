import type { Pair } from '#contract/market/market.ts'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { LivePrice } from '#src/parts/trade/live-price.tsx'
import { OrderBook } from '#src/parts/trade/order-book.tsx'
import type { Live } from '#streams/kit/live.ts'
import type { MarketDeals } from '#streams/market/deals.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { aDeal } from '#tests/support/builders/deal.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Profiler, type ReactNode } from 'react'
import { BehaviorSubject, type Observable } from 'rxjs'
import { expect, test } from 'vitest'

const market = 'BTC-USDT'
const book: BookSnapshot = {
  market,
  seq: 1,
  bids: [
    ['59999.00', '1'],
    ['59990.00', '2'],
    ['59980.00', '3'],
  ],
  asks: [
    ['60001.00', '3'],
    ['60010.00', '1'],
  ],
}
const moved: BookSnapshot = {
  ...book,
  seq: 2,
  bids: [
    ['60000.00', '4'],
    ['59999.00', '1'],
    ['59990.00', '2'],
  ],
}

/** Shows a part that follows a stream, and counts how often React rendered it. */
const stand = async (part: ReactNode, feeds: Record<string, () => Observable<unknown>>) => {
  let renders = 0
  await showPage(
    <Profiler id="part" onRender={() => (renders += 1)}>
      {part}
    </Profiler>,
    { feeds },
  )
  return { user: userEvent.setup(), renders: () => renders }
}
const standBook = async (layout: 'stacked' | 'wide') => {
  const book$ = new BehaviorSubject<Live<BookSnapshot>>(live(book))
  const picked: string[] = []
  const shown = await stand(
    <OrderBook
      market={market}
      tick="0.01"
      rows={4}
      layout={layout}
      height={88}
      onPick={(price) => picked.push(price)}
    />,
    { orderBook$: () => book$ },
  )
  return { ...shown, book$, picked }
}
const names = (group: HTMLElement) =>
  within(group)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))

test('BOOK-2 a message is written into the rows without a render; places without a level are gone for everybody', async () => {
  const { book$, renders } = await standBook('stacked')
  const bids = screen.getByRole('group', { name: 'Bids' })
  expect(names(bids)).toEqual(['Price 59,999.00, Amount 1', 'Price 59,990.00, Amount 2', 'Price 59,980.00, Amount 3'])
  expect(names(screen.getByRole('group', { name: 'Asks' }))).toEqual([
    'Price 60,010.00, Amount 1',
    'Price 60,001.00, Amount 3',
  ])
  const before = renders()
  const [first] = within(bids).getAllByRole('button')
  act(() => book$.next(live({ ...moved, bids: moved.bids.slice(0, 2) })))
  expect(names(bids)).toEqual(['Price 60,000.00, Amount 4', 'Price 59,999.00, Amount 1'])
  expect(first).toHaveTextContent('60,000.004')
  expect(within(bids).getAllByRole('button')[0]).toBe(first)
  expect(renders()).toBe(before)
  act(() => book$.next(live(book, { freshness: 'stale', ageMs: 7000 })))
  expect(renders()).toBeGreaterThan(before)
})
test('BOOK-3 the focus follows the price it is on, and the keyboard takes that price', async () => {
  const { book$, user, picked } = await standBook('stacked')
  act(() => screen.getByRole('button', { name: 'Price 59,999.00, Amount 1' }).focus())
  act(() => book$.next(live(moved)))
  expect(screen.getByRole('button', { name: 'Price 59,999.00, Amount 1' })).toHaveFocus()
  await user.keyboard('{Enter}{ArrowDown}{Enter}{ArrowUp}{ArrowUp} ')
  expect(picked).toEqual(['59999.00', '59990.00', '60000.00'])
})
test('BOOK-3 in a tab order only the best level of each side is a stop', async () => {
  const { book$ } = await standBook('stacked')
  act(() => book$.next(live(moved)))
  const stops = screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
  expect(stops.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Price 60,001.00, Amount 3',
    'Price 60,000.00, Amount 4',
  ])
})
test('BOOK-3 a press that leaves takes nothing, and what came meanwhile is shown', async () => {
  const { book$, user, picked } = await standBook('wide')
  const row = screen.getByRole('button', { name: 'Price 59,990.00, Amount 2' })
  await user.pointer({ keys: '[MouseLeft>]', target: row })
  act(() => book$.next(live(moved)))
  expect(screen.queryByRole('button', { name: 'Price 60,000.00, Amount 4' })).toBeNull()
  await user.pointer([{ target: document.body }, { keys: '[/MouseLeft]', target: document.body }])
  expect(picked).toEqual([])
  expect(screen.getByRole('button', { name: 'Price 60,000.00, Amount 4' })).toBeVisible()
})
test('BOOK-2 side by side each side is a list of its levels, best first', async () => {
  await standBook('wide')
  const asks = screen.getByRole('list', { name: 'Asks' })
  expect(within(asks).getAllByRole('listitem')).toHaveLength(2)
  expect(names(asks)).toEqual(['Price 60,001.00, Amount 3', 'Price 60,010.00, Amount 1'])
})
test('BOOK-2 trades move through the rows of their list without a render, with arrow and colour of the side', async () => {
  const deals = [aDeal({ id: 'b', price: '2.5', side: 'sell' }), aDeal({ id: 'a', price: '1234.5', amount: '0.1' })]
  const deals$ = new BehaviorSubject<Live<MarketDeals>>(live({ market, deals }))
  const { renders } = await stand(<DealsList market={market} height={240} />, { deals$: () => deals$ })
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(8))
  expect(rows()).toEqual(['▼ 2.51.0', '▲ 1,234.50.1'])
  const before = renders()
  act(() => deals$.next(live({ market, deals: [aDeal({ id: 'c', price: '3' }), ...deals.slice(0, 1)] })))
  expect(rows()).toEqual(['▲ 31.0', '▼ 2.51.0'])
  expect(renders()).toBe(before)
})
test('BOOK-2 the last price is written without a render and lights up; another trend is one', async () => {
  const pair$ = new BehaviorSubject<Live<Pair>>(live(aPair({ now_price: '60000.00' })))
  const { renders } = await stand(<LivePrice market={market} hasArrow />, { pair$: () => pair$ })
  const before = renders()
  act(() => pair$.next(live(aPair({ now_price: '59000.00' }))))
  expect(screen.getByText('59,000.00')).toBeVisible()
  expect(document.querySelector('[data-way="fall"]')).not.toBeNull()
  expect(renders()).toBe(before)
  act(() => pair$.next(live(aPair({ now_price: '59000.00', change: '-1.00' }))))
  expect(screen.getByText('down')).toBeInTheDocument()
})
