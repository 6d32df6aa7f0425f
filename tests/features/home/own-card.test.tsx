import { option } from '#contract/option/option.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { OwnCard } from '#src/features/home/own-card.tsx'
import { aCell } from '#tests/support/builders/cell.ts'
import { aPage } from '#tests/support/builders/page.ts'
import { aSpotOrder } from '#tests/support/builders/spot-order.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NEVER, of } from 'rxjs'
import { expect, test } from 'vitest'

const days = ['5', '-2', '8'].map((pnl, at) => ({ day: `2026-01-0${at + 1}`, worth: '1500', flow: '0', pnl }))
const stand = (orders: number, stakes: number) =>
  showPage(<OwnCard />, {
    feeds: {
      balances$: of(
        live({ seq: 1, cells: { change: [aCell({ change_balance: '1500' })], legal: [], lever: [], micro: [] } }),
      ),
      spotOrders$: of(live(Array.from({ length: orders }, (_, id) => aSpotOrder({ id })))),
      leverPositions$: of(live([])),
      otcTurns$: of(0),
      events$: NEVER,
      renewed$: NEVER,
    },
    answers: {
      '/api/wallet/pnl': said({ days, coins: [], is_partial: 0, server_now_ms: 1 }),
      [urlOf(option.list)]: said({ ...aPage([], { total: stakes }), rounds: [], server_now_ms: 1 }),
    },
  })
const card = async () => within(await screen.findByRole('region', { name: 'Total value' }))

test('HOME-13 T44 home opens with what one has, what it made today, and what of it is at work', async () => {
  await stand(2, 3)
  const own = await card()
  expect(await own.findByText('1,500.00')).toBeVisible()
  expect(await own.findByText(/Today's PnL/)).toHaveTextContent("Today's PnL +8.00 (+0.53%)")
  expect(await own.findByRole('link', { name: 'Rounds: 3' })).toHaveAttribute('href', '#/pages/option/detail')
  expect(own.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Orders: 2', 'Rounds: 3'])
  await userEvent.click(own.getByRole('button', { name: 'Hide amounts' }))
  expect(own.queryByText('1,500.00')).toBeNull()
})
test('HOME-13 what there is none of is not named', async () => {
  await stand(0, 0)
  expect(await (await card()).findByText('1,500.00')).toBeVisible()
  expect((await card()).queryByRole('list')).toBeNull()
})
