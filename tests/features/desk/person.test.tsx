import { DeskPage } from '#src/features/desk/desk-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const at = '/pages/desk/index'
const who = { id: 100_002, nickname: 'Ann', account: 'an***@kontor.test' }
const user = {
  ...who,
  kyc: 1,
  agent_level: 0,
  powers: [],
  lock: {
    account_lock: 0,
    account_until_ms: null,
    trade_lock: 0,
    trade_until_ms: null,
    withdraw_lock: 0,
    withdraw_until_ms: null,
    pay_password_until_ms: null,
    reason: null,
    server_now_ms: 61_000,
  },
  created_ms: 1000,
  worth: '7000',
  waits: null,
}
const withdrawal = {
  id: 'withdraw-7',
  kind: 'withdraw',
  status: 'open',
  user: who,
  title: 'USDT',
  amount: '150',
  coin: 'USDT',
  signals: [],
  opened_ms: 1000,
  decided_ms: null,
  reason: null,
  assigned: null,
  rev: 1,
}
const booking = {
  id: 9,
  user_id: who.id,
  value: '-150',
  type: 1,
  info: 'Withdrawal',
  currency: 3,
  currency_name: 'USDT',
  account: 1,
  account_number: null,
  before: '7000',
  after: '6850',
  from_user_id: null,
  transaction_info: null,
  created_time: '2026-01-02 03:04:05',
}
const person = {
  user,
  balances: [{ account: 'legal', currency_name: 'USDT', free: '6850', held: '150' }],
  logs: [booking],
  devices: [
    {
      id: 'a',
      device: 'Firefox on Linux',
      place: 'HK',
      since_time: '2026-01-02 03:04:05',
      used_time: '2026-01-02 03:04:05',
      is_this: 0,
      push: 0,
    },
  ],
  cases: [withdrawal],
  acts: [
    {
      id: 4,
      at_ms: 1000,
      by: null,
      action: 'halt',
      kind: null,
      case_id: null,
      about: 'BTC-USDT',
      before: null,
      after: null,
      reason: 'machine',
      ties: [],
    },
  ],
  server_now_ms: 61_000,
}
const home = {
  me: { ...who, id: 100_009 },
  powers: ['deskUser'],
  queues: [],
  service: null,
  gaps: [],
  server_now_ms: 61_000,
}

test('DESK-35 an account is found and opened: what the person has, what moved, devices and cases, each case a link', async () => {
  await showPage(<DeskPage />, {
    answers: {
      '/api/desk/index': said(home),
      '/api/desk/users': said({ list: [user], count: 1, page: 1, limit: 10 }),
      '/api/desk/user': said(person),
    },
    at: `${at}?tab=users`,
  })
  await userEvent.type(await screen.findByRole('searchbox'), 'ann')
  await userEvent.click(await screen.findByRole('link', { name: 'Ann · 100002' }))
  expect(location.hash).toBe(`#${at}?tab=users&case=100002`)
  const seen = within(await screen.findByRole('article', { name: 'Ann · 100002' }))
  expect(seen.getByText('6,850.00 USDT free, 150.00 USDT held')).toBeVisible()
  expect(seen.getByText(/^Withdrawal · Funding/)).toHaveTextContent('03:04:05')
  expect(seen.getByText(/Firefox on Linux · HK/)).toBeVisible()
  expect(seen.getByRole('link', { name: /150.00 USDT/ })).toHaveAttribute('href', `#${at}?tab=withdraw&case=withdraw-7`)
  expect(seen.getByText('Operator at the machine')).toBeVisible()
  expect(seen.queryByText('machine')).toBeNull()
  expect(seen.getByRole('button', { name: /^Lock withdrawals/i })).toBeVisible()
})
test('a note about a person is written below their cases, and is sent once with whom it is about', async () => {
  const { asked } = await showPage(<DeskPage />, {
    answers: {
      '/api/desk/index': said(home),
      '/api/desk/user': said(person),
      '/api/desk/note': said(person.acts[0]),
    },
    at: `${at}?tab=users&case=100002`,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }))
  expect(asked.filter(({ path }) => path === '/api/desk/note')).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), ' Speaks Thai. ')
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue(''))
  expect(asked.filter(({ path }) => path === '/api/desk/note').map(({ body }) => body)).toEqual([
    { user_id: 100_002, text: 'Speaks Thai.' },
  ])
})
