import { csvOf } from '#src/lib/csv.ts'
import { RecordPage } from '#src/features/assets/record-page.tsx'
import { TradeAccountPage } from '#src/features/assets/trade-account-page.tsx'
import type { Balances } from '#streams/assets/assets.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { of, NEVER } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { aCell } from '#tests/support/builders/cell.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
const line = (id: number, changes: object = {}) => ({
  id,
  user_id: 7,
  value: '-0.5',
  type: 50,
  info: '',
  currency: 1,
  currency_name: 'BTC',
  account: 2,
  account_number: null,
  before: '1',
  after: '0.5',
  from_user_id: null,
  transaction_info: null,
  created_time: '2026-01-02 03:04:05',
  ...changes,
})
const page = (list: readonly object[], count = list.length) =>
  said({ list, count, page: 1, limit: 10, is_open_CTbi: 0 })
const cells = {
  change: [
    aCell({
      currency: 1,
      currency_name: 'BTC',
      change_balance: '0.5',
      lock_change_balance: '0.25',
      usdt_price: '60000',
    }),
  ],
  legal: [],
  lever: [],
  micro: [],
}
const balances: Balances = { seq: 5, cells }
const feeds = { balances$: of(live(balances)), tickers$: of(live([aPair()])) }

test('ASSETS-7 each booking shows its kind, its amount and the balance afterwards', async () => {
  await showPage(<RecordPage />, {
    feeds,
    answers: { '/api/wallet/legal_log': page([line(2), line(1, { type: 4242, value: '1000', after: '1000' })]) },
  })
  const [given, strange] = await screen.findAllByRole('listitem')
  expect(given).toHaveTextContent(/Spot: given.*−0\.5 BTC.*Balance after 0\.5/)
  expect(strange).toHaveTextContent(/Booking.*\+1,000 BTC/)
})

test('ASSETS-7 the query sets the filter, and another account is requested again', async () => {
  const { asked } = await showPage(<RecordPage />, {
    feeds,
    answers: { '/api/wallet/legal_log': page([line(1)]) },
    at: '/pages/assets/record?currency=1&account=change',
  })
  await screen.findAllByRole('listitem')
  expect(asked[0]?.body).toMatchObject({ currency: 1, type: 2, page: 1 })
  await userEvent.click(screen.getByRole('button', { name: /Account/ }))
  await userEvent.click(screen.getByRole('button', { name: /Options/ }))
  await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ currency: 1, type: 4, page: 1 }))
})

test('ASSETS-7 a booking that moved to the next page is not shown twice', async () => {
  const answers = { '/api/wallet/legal_log': page([line(2), line(1)], 30) }
  await showPage(<RecordPage />, { feeds, answers })
  await screen.findAllByRole('listitem')
  answers['/api/wallet/legal_log'] = page([line(1), line(7)], 30)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3))
})

test('ASSETS-9 the bookings are filtered by the name of a kind', async () => {
  const { asked } = await showPage(<RecordPage />, { feeds, answers: { '/api/wallet/legal_log': page([line(1)]) } })
  await screen.findAllByRole('listitem')
  await userEvent.click(screen.getByRole('button', { name: /Kind/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Overnight fee' }))
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ log_type: 34, page: 1, limit: 10 }))
})

test('ASSETS-11 the bookings of a range of days are asked for and exported, from its first to its last instant', async () => {
  const { asked } = await showPage(<RecordPage />, { feeds, answers: { '/api/wallet/legal_log': page([line(1)]) } })
  await screen.findAllByRole('listitem')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-02' } })
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-03' } })
  const span = { from: new Date(2026, 0, 2).getTime(), to: new Date(2026, 0, 4).getTime() - 1 }
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ ...span, page: 1, limit: 10 }))
  const files = catchFiles()
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(asked.at(-1)?.body).toEqual({ ...span, page: 1, limit: 50 })
})

const catchFiles = () => {
  const files: File[] = []
  Object.assign(URL, { createObjectURL: (file: File) => `#blob${files.push(file)}`, revokeObjectURL: () => {} })
  return files
}

test('ASSETS-9 the export has every booking of the filter once, with all decimals and without formulas', async () => {
  const files = catchFiles()
  const answers = {
    '/api/wallet/legal_log': page([line(60, { currency_name: '=1+1', value: '0.00000001' }), line(59)], 60),
  }
  const { asked } = await showPage(<RecordPage />, { feeds, answers, at: '/pages/assets/record?account=change' })
  await screen.findAllByRole('listitem')
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(asked.slice(1).map(({ body }) => body)).toEqual([
    { type: 2, page: 1, limit: 50 },
    { type: 2, page: 2, limit: 50 },
  ])
  const text = (await files[0]?.text()) ?? ''
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Time (UTC),Kind,Account,Coin,Amount,Balance before,Balance after',
    `2026-01-02 03:04:05,Spot: given,Spot,"'=1+1",0.00000001,1,0.5`,
    '2026-01-02 03:04:05,Spot: given,Spot,BTC,-0.5,1,0.5',
    '',
  ])
})

test('ASSETS-9 a failed export writes nothing and shows the reason; a cancelled one writes nothing', async () => {
  const files = catchFiles()
  const answers: Record<string, unknown> = { '/api/wallet/legal_log': page([line(1)]) }
  await showPage(<RecordPage />, { feeds, answers })
  await screen.findAllByRole('listitem')
  answers['/api/wallet/legal_log'] = { type: 'error', message: 'No.', reason: 'forbidden' }
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Not allowed.')
  delete answers['/api/wallet/legal_log']
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeVisible()
  expect(files).toEqual([])
})

test.each(['=1+1', '+cmd', '-1+1', '@SUM(A1)', '\tx', '\r=1'])(
  'AT73 a cell that starts like a formula is quoted: %j',
  (text) => {
    expect(csvOf([[text]])).toBe(`\uFEFF"'${text}"\r\n`)
  },
)
test.each([
  ['-0.5', '-0.5'],
  ['+3', '+3'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['plain', 'plain'],
])('AT73 a number stays a number, and text stays in its cell: %j', (text, cell) => {
  expect(csvOf([[text]])).toBe(`\uFEFF${cell}\r\n`)
})

const detail = said({
  ...aCell({ currency: 1, currency_name: 'BTC', change_balance: '0.1' }),
  is_legal: 1,
  is_lever: 1,
  is_match: 1,
  is_micro: 1,
  address: null,
  ExRate: '7',
  is_charge: true,
  coin_trade_fee: '0.001',
  deposit_min: '0.001',
  networks: [
    {
      name: 'BSC',
      deposit_min: '0.001',
      min_number: '0.002',
      rate: '0',
      fee_min: '0.0005',
      confirmations: 1,
      enabled: 1,
    },
  ],
})

test('ASSETS-8 one coin: pushed balance, its networks, its latest bookings, and the link to its market', async () => {
  await showPage(<TradeAccountPage />, {
    feeds,
    answers: { '/api/wallet/detail': detail, '/api/wallet/legal_log': page([line(1)]) },
    at: '/pages/assets/tradeAccount?currency=1&account=change',
  })
  const card = screen.getByRole('region', { name: 'BTC' })
  expect(card).toHaveTextContent(/0\.75.*45,000\.00 USDT.*Available0\.5.*Frozen0\.25/)
  expect(await screen.findByText('BSC')).toBeVisible()
  expect(await screen.findByText('Spot: given')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Trade' }))
  expect(location.hash).toBe('#/pages/trade/index?market=BTC-USDT')
})

test('FORMAT-8 an average price waits for the decimals of its pair', async () => {
  const coins = [{ currency: 1, amount: '0.8', average: '58000.12345678', cost: '46400.1', pnl: '0' }]
  const pnl = said({ days: [], coins, is_partial: 0, server_now_ms: 0 })
  await showPage(<TradeAccountPage />, {
    feeds: { ...feeds, priceScales$: NEVER },
    answers: { '/api/wallet/detail': detail, '/api/wallet/legal_log': page([]), '/api/wallet/pnl': pnl },
    at: '/pages/assets/tradeAccount?currency=1&account=change',
  })
  const basis = await screen.findByRole('region', { name: 'Cost basis, all accounts' })
  expect(basis).toHaveTextContent(/Average price—Cost/)
})
test('PNL-4 a coin tells its amount over all accounts, its average price, its cost and the gain; the base coin has none', async () => {
  const coins = [
    { currency: 1, amount: '0.8', average: '58000.125', cost: '46400.1', pnl: '1599.9', realised: '-2.001' },
  ]
  const pnl = said({ days: [], coins, is_partial: 0, server_now_ms: 0 })
  const answers = { '/api/wallet/detail': detail, '/api/wallet/legal_log': page([]), '/api/wallet/pnl': pnl }
  const { unmount } = await showPage(<TradeAccountPage />, {
    feeds,
    answers,
    at: '/pages/assets/tradeAccount?currency=1&account=change',
  })
  const basis = await screen.findByRole('region', { name: 'Cost basis, all accounts' })
  await waitFor(() =>
    expect(basis).toHaveTextContent(
      /Amount0\.8 BTC.*Average price58,000\.13 USDT.*Cost46,400\.10 USDT.*Realised so far−2\.01 USDT.*Unrealised PnL\+1,599\.90 USDT/,
    ),
  )
  unmount()
  await showPage(<TradeAccountPage />, {
    feeds,
    answers: { ...answers, '/api/wallet/pnl': said({ days: [], coins: [], is_partial: 0, server_now_ms: 0 }) },
    at: '/pages/assets/tradeAccount?currency=1&account=change',
  })
  await screen.findByText('No records yet.')
  expect(screen.queryByRole('region', { name: 'Cost basis, all accounts' })).toBeNull()
})
test('ASSETS-8 an account without a coin in its address shows all of its coins and what can be done', async () => {
  await showPage(<TradeAccountPage />, { feeds, at: '/pages/assets/tradeAccount?account=change' })
  expect(await screen.findByRole('link', { name: /BTC/ })).toBeVisible()
  for (const name of ['Deposit', 'Withdraw', 'Transfer', 'Exchange', 'Send'])
    expect(screen.getByRole('link', { name })).toBeVisible()
  expect(screen.queryByText('No such coin here.')).toBeNull()
})
test('ASSETS-8 a coin that the account does not support shows a message', async () => {
  const gone = { type: 'error', message: 'No.', reason: 'not_found' }
  await showPage(<TradeAccountPage />, {
    feeds,
    answers: { '/api/wallet/detail': gone },
    at: '/pages/assets/tradeAccount?currency=99&account=legal',
  })
  expect(await screen.findByText('No such coin here.')).toBeVisible()
  expect(within(document.body).queryByRole('button', { name: 'Trade' })).toBeNull()
})
