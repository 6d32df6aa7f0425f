import { TransferPage } from '#src/features/assets/transfer-page.tsx'
import { TransferRecordPage } from '#src/features/assets/transfer-record-page.tsx'
import type { Balances } from '#streams/assets/assets.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { of } from 'rxjs'
import { beforeEach, expect, test } from 'vitest'
import { aCell } from '#tests/support/builders/cell.ts'

beforeEach(() => sessionStorage.clear())

const flags = { is_legal: 0, is_lever: 1, is_match: 1, is_micro: 1 }
const bare = {
  id: 1,
  currency_logo: '',
  currency_type: '',
  usdt_price: '1',
  cny_price: '7',
  pb_price: '1',
  seq: 1,
  ...flags,
}
const wallet = (currency: number, name: string, changes: object) => ({
  ...bare,
  currency,
  currency_name: name,
  ...changes,
})
const coins = said([
  {
    id: 3,
    name: 'USDT',
    ...flags,
    wallet: wallet(3, 'USDT', { change_balance: '100', lever_balance: '5', micro_balance: '0' }),
  },
  { id: 1, name: 'BTC', ...flags, is_lever: 0, wallet: wallet(1, 'BTC', { change_balance: '2', micro_balance: '0' }) },
])
const moved = { from: wallet(3, 'USDT', { change_balance: '75' }), to: wallet(3, 'USDT', { lever_balance: '30' }) }
const balances: Balances = {
  seq: 9,
  cells: {
    change: [aCell({ currency_name: 'USDT', currency: 3, change_balance: '100' })],
    lever: [aCell({ currency_name: 'USDT', currency: 3, lever_balance: '5' })],
    micro: [],
    legal: [],
  },
}
const stand = (answers: Readonly<Record<string, unknown>> = {}, at = '/pages/assets/transfer/index') =>
  showPage(<TransferPage />, {
    feeds: { balances$: of(live(balances)) },
    answers: { '/api/currency/user_currency_list': coins, ...answers },
    at,
  })
const amount = () => screen.findByRole('textbox', { name: 'Amount' })
const transfer = () => userEvent.click(screen.getByRole('button', { name: 'Transfer' }))

test('TRF-2 the review shows both balances before and after, and only its confirmation sends', async () => {
  const { asked } = await stand({ '/api/wallet/change': { type: 'ok', message: 'Done.', data: moved } })
  await amount()
  fireEvent.change(screen.getByRole('slider'), { target: { value: '25' } })
  expect(await amount()).toHaveValue('25')
  await transfer()
  const sheet = within(screen.getByRole('dialog'))
  expect(screen.getByRole('dialog')).toHaveTextContent(/100\.00 → 75\.00 USDT.*5\.00 → 30\.00 USDT/)
  expect(asked.filter(({ path }) => path === '/api/wallet/change')).toEqual([])
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm transfer' }))
  expect(await sheet.findByText('Transferred')).toBeVisible()
  expect(asked.find(({ path }) => path === '/api/wallet/change')?.body).toEqual({
    number: '25',
    currency_id: 3,
    from_field: 'change',
    to_field: 'lever',
  })
  expect(screen.getByRole('dialog')).toHaveTextContent('Spot 75.00 USDT · Contracts 30.00 USDT')
})

test('TRF-2 more than the balance is not sent and shows a fault; max is the whole balance', async () => {
  await stand()
  await userEvent.type(await amount(), '100.5')
  expect(screen.getByText('Insufficient balance.')).toBeVisible()
  await transfer()
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(async () => expect(await amount()).toHaveFocus())
  await userEvent.click(screen.getByRole('button', { name: 'Max' }))
  expect(await amount()).toHaveValue('100')
  expect(screen.queryByText('Insufficient balance.')).toBeNull()
})

test('TRF-1 swapping the accounts updates the coins', async () => {
  await stand()
  await amount()
  const side = (name: string) => screen.getByRole('combobox', { name })
  await userEvent.click(screen.getByRole('button', { name: 'Swap accounts' }))
  expect([side('From'), side('To')].map((each) => each instanceof HTMLSelectElement && each.value)).toEqual([
    'lever',
    'change',
  ])
  await userEvent.selectOptions(side('From'), 'change')
  expect(side('To')).toHaveValue('lever')
  expect(
    within(side('Coin'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['USDT'])
  await userEvent.selectOptions(side('To'), 'micro')
  expect(within(side('Coin')).getAllByRole('option')).toHaveLength(2)
})

test('TRF-1 the query may set the coin and the source account', async () => {
  await stand({}, '/pages/assets/transfer/index?currency=3&account=lever')
  await amount()
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveValue('lever')
  expect(screen.getByRole('combobox', { name: 'To' })).toHaveValue('change')
})

test('TRF-2 a refusal shows its reason, and the input is kept', async () => {
  await stand({ '/api/wallet/change': { type: 'error', message: 'No.', reason: 'lever_positions_open' } })
  await userEvent.type(await amount(), '1')
  await transfer()
  await userEvent.click(screen.getByRole('button', { name: 'Confirm transfer' }))
  expect(await screen.findByText(/^Close your contracts first\./)).toBeVisible()
  await userEvent.click(
    within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body,
  )
  expect(await amount()).toHaveValue('1')
})

const line = (id: number, changes: object = {}) => ({
  id,
  user_id: 7,
  value: '-25',
  type: 9,
  info: '',
  currency: 3,
  currency_name: 'USDT',
  account: 2,
  account_number: null,
  before: '100',
  after: '75',
  from_user_id: null,
  transaction_info: null,
  created_time: '2026-01-02 03:04:05',
  ...changes,
})
test('TRF-3 the records list each transfer once', async () => {
  const page = (data: readonly object[], total = data.length) => said({ data, total, page: 1, limit: 10 })
  const answers = {
    '/api/wallet/hzhistory': page([line(2, { value: '25', type: 10, account: 3, after: '30' }), line(1)], 30),
  }
  await showPage(<TransferRecordPage />, { answers, at: '/pages/assets/transfer/record' })
  const [into, out] = await screen.findAllByRole('listitem')
  expect(into).toHaveTextContent(/Transfer in.*Contracts.*\+25\.00 USDT.*Balance after 30\.00/)
  expect(out).toHaveTextContent(/Transfer out.*Spot.*−25\.00 USDT/)
  answers['/api/wallet/hzhistory'] = page([line(1), line(7)], 30)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
})
test('TRF-3 without transfers there is an empty state with a link to the form', async () => {
  await showPage(<TransferRecordPage />, {
    answers: { '/api/wallet/hzhistory': said({ data: [], total: 0, page: 1, limit: 10 }) },
  })
  expect(await screen.findByText('No transfers yet.')).toBeVisible()
})
