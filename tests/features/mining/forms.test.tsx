import { miningCalls } from '#contract/mining/mining.ts'
import { miningPledge } from '#contract/mining/mining-pledge.ts'
import { urlOf } from '#contract/wire/endpoint.ts'
import { encode } from '#contract/wire/coded.ts'
import { PledgePage } from '#src/features/mining/pledge-page.tsx'
import { BuySheet } from '#src/features/mining/buy-sheet.tsx'
import { ReserveSheet } from '#src/features/mining/reserve-sheet.tsx'
import { SeatsPage } from '#src/features/mining/seats-page.tsx'
import { shortOf } from '#src/features/mining/short.ts'
import { aCell } from '#tests/support/builders/cell.ts'
import { aMachine, aMining, aReservation, aSeat } from '#tests/support/builders/mining.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { of } from 'rxjs'
import { beforeEach, expect, test } from 'vitest'

beforeEach(() => sessionStorage.clear())

const balances = {
  seq: 1,
  cells: { change: [aCell({ change_balance: '100' })], legal: [], lever: [], micro: [] },
}
const feeds = { balances$: of(live(balances)) }
const coin = { currency_id: 3, currency_name: 'USDT' }
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const bodiesOf = (asked: readonly { readonly path: string; readonly body: unknown }[], path: string) =>
  asked.filter((each) => each.path === path).map(({ body }) => body)

test('FORM-24 a pledge under its least stays in the form; a right one is read first, and sent for a pool that is open', async () => {
  const pool = {
    ...coin,
    id: '1',
    name: 'Tron 30',
    logo: '',
    decimal_scale: 6,
    min_amount: '10',
    max_amount: '1000',
    days: 30,
    day_rate: '0.001',
    left: '500',
    status: 'open' as const,
    rule_news_id: null,
  }
  const { asked } = await showPage(<PledgePage />, {
    feeds,
    answers: {
      [urlOf(miningPledge.pledgeProducts)]: said(
        encode(miningPledge.pledgeProducts.output, { list: [pool], count: 1, page: 1, limit: 50 }),
      ),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Pledge' }))
  const amount = await screen.findByLabelText('Amount')
  await userEvent.type(amount, '5')
  await press('Review pledge')
  expect(amount).toHaveAttribute('aria-invalid', 'true')
  await userEvent.type(amount, '0')
  await press('Review pledge')
  expect(bodiesOf(asked, urlOf(miningPledge.pledge))).toEqual([])
  await press('Pledge now')
  expect(bodiesOf(asked, urlOf(miningPledge.pledge))).toEqual([{ product_id: '1', amount: '50', expect: 'open' }])
})

test('FORM-24 more seats than the balance pays for are told at once, and their review does not open', async () => {
  const seat = {
    ...coin,
    id: '1',
    name: 'Oslo',
    region: 'NO',
    price: '60',
    places: 2,
    days: 30,
    stock: 5,
    sold: 1,
    status: 'on_sale' as const,
    open_ms: null,
    mine: [],
    server_now_ms: 0,
  }
  const { asked } = await showPage(<SeatsPage />, {
    feeds,
    answers: {
      [urlOf(miningCalls.seats)]: said(
        encode(miningCalls.seats.output, { list: [seat], count: 1, page: 1, limit: 50 }),
      ),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Buy seat' }))
  await press('More')
  expect(await screen.findByText('Not enough balance')).toBeVisible()
  await press('Review seat')
  expect(screen.queryByRole('dialog', { name: 'Review seat' })).toBeNull()
  expect(bodiesOf(asked, urlOf(miningCalls.buySeat))).toEqual([])
})

test('FORM-24 a place in line that is held is given up by its review alone', async () => {
  const machine = aMachine({ status: 'soon', reservation: aReservation({ num: 2 }) })
  const { asked } = await showPage(<ReserveSheet machine={machine} onClose={() => {}} />, { feeds })
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the line' }))
  expect(bodiesOf(asked, urlOf(miningCalls.reserve))).toEqual([{ machine_id: 'm', drop: 1 }])
})

const day = 86_400_000
const seatOf = (places: number, days = 31) =>
  aSeat({ mine: [{ id: '1', places, used: 0, start_ms: 0, end_ms: days * day }] })
test('MIN-10 places are missing before collateral, a place that ends before the machine is none, and another number is another question', () => {
  const means = { machine: aMachine(), mining: aMining({ collateral: '70', collateral_used: '50' }) }
  expect(shortOf({ ...means, seats: [] }, 1)).toEqual({ what: 'seat', need: 1, free: 0 })
  expect(shortOf({ ...means, seats: [seatOf(9, 10)] }, 1)).toEqual({ what: 'seat', need: 1, free: 0 })
  expect(shortOf({ ...means, seats: [seatOf(2)] }, 1)).toEqual({ what: 'collateral', need: '30' })
  const enough = { ...means, mining: aMining(), seats: [seatOf(2)] }
  expect([1, 2, 3].map((num) => shortOf(enough, num)?.what ?? 'enough')).toEqual(['enough', 'enough', 'seat'])
})

test.each([
  ['a place is missing', { seats: [] }, '1 needed, 0 free'],
  ['collateral is missing', { mining: aMining({ collateral: '0' }) }, 'more collateral is needed'],
  ['the balance is too small', { machine: aMachine({ price: '101' }) }, 'Not enough balance'],
] as const)('MIN-10 what the venue would not sell cannot be reviewed: %s', async (_, some, sentence) => {
  const all = { machine: aMachine(), mining: aMining(), seats: [seatOf(2)], ...some }
  await showPage(<BuySheet {...all} onClose={() => {}} />, { feeds })
  expect(await screen.findByText(sentence, { exact: false })).toBeVisible()
  const review = screen.queryByRole('button', { name: 'Review purchase' })
  if (review !== null) await userEvent.click(review)
  expect(screen.queryByRole('dialog', { name: 'Review purchase' })).toBeNull()
})

test('MIN-10 machines are bought by their review alone, at the price that is shown, while they are on sale', async () => {
  const means = { mining: aMining(), seats: [seatOf(2)], onClose: () => {} }
  const { asked } = await showPage(<BuySheet machine={aMachine()} {...means} />, { feeds })
  await press('Review purchase')
  expect(bodiesOf(asked, urlOf(miningCalls.buyMachine))).toEqual([])
  await press('Buy now')
  expect(bodiesOf(asked, urlOf(miningCalls.buyMachine))).toEqual([
    { machine_id: 'm', num: 1, price: '100', expect: 'on_sale' },
  ])
})
