import { rulesOf } from '#src/features/spot/ticket-sums.ts'
import { TicketForm } from '#src/features/spot/ticket.tsx'
import { useTicket } from '#src/features/spot/use-ticket.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER, of } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'

const [pair$, book$, balances$] = [
  of(live(aPair())),
  of(
    live<BookSnapshot>({
      market: 'BTC-USDT',
      seq: 1,
      bids: [['59999.00', '1']],
      asks: [['60001.00', '3']],
    }),
  ),
  of(
    live({
      seq: 1,
      cells: { legal: [], lever: [], micro: [], change: [aCell({ currency: 3, change_balance: '1000' })] },
    }),
  ),
]
const begin = { side: undefined, price: undefined, trigger: undefined }
function Desk() {
  const pair = rulesOf(aPair())
  return <TicketForm pair={pair} state={useTicket(pair, 'BTC-USDT', begin)} />
}
afterEach(() => void vi.unstubAllGlobals())

test('on a desk what an order is linked with is chosen in the open, and a bracket has its fields in the form', async () => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: true,
    media,
    addEventListener() {},
    removeEventListener() {},
  }))
  const feeds = {
    pair$: () => pair$,
    orderBook$: () => book$,
    balances$,
    spotOrders$: NEVER,
    spotHistory$: NEVER,
    price$: () => NEVER,
  }
  await showPage(<Desk />, { feeds })
  const user = userEvent.setup()
  const kinds = () => [...screen.getByLabelText<HTMLSelectElement>('Order type').options].map(({ text }) => text)
  expect(kinds()).toEqual(['Limit', 'Market', 'Stop', 'Trailing'])
  expect(screen.queryByRole('button', { name: 'Take profit / stop loss' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Bracket' }))
  expect(kinds()).toEqual(['Limit', 'Market'])
  await user.type(await screen.findByLabelText(/Stop loss/), '58000')
  await user.click(screen.getByRole('radio', { name: 'OCO' }))
  expect(await screen.findByRole('button', { name: 'Place OCO' })).toBeVisible()
  expect(screen.queryByLabelText('Order type')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Single' }))
  // What was typed for the bracket is not sent with a single order.
  expect(screen.queryByLabelText(/Stop loss/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Sell' }))
  await user.click(screen.getByRole('radio', { name: 'Bracket' }))
  expect(screen.getByRole('radio', { name: 'Buy' })).toBeChecked()
})
