import { DeskPage } from '#src/features/desk/desk-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const user = { id: 100_002, nickname: 'Ann', account: 'an***@kontor.test' }
const row = {
  id: 'batch-1',
  kind: 'batch',
  status: 'open',
  user,
  title: '#1 · TRC20 · 99 USDT',
  amount: null,
  coin: null,
  signals: [],
  opened_ms: 60_000,
  decided_ms: null,
  reason: null,
  assigned: null,
  rev: 1,
}
const address = 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj'
const item = { id: 7, coin: 'USDT', address, amount: '99' }
const answers = {
  '/api/desk/index': said({
    me: { ...user, id: 100_009 },
    powers: ['deskMoney'],
    queues: [{ kind: 'batch', open: 1, oldest_ms: 60_000 }],
    service: null,
    gaps: [],
    server_now_ms: 61_000,
  }),
  '/api/desk/ready': said([
    {
      network: 'TRC20',
      count: 2,
      list: [
        { ...item, user, is_own: 0 },
        { ...item, id: 8, user, is_own: 1 },
      ],
    },
  ]),
  '/api/desk/cases': said({ list: [row], count: 1, page: 1, limit: 20, server_now_ms: 61_000 }),
  '/api/desk/case': said({
    ...row,
    facts: [],
    files: [],
    relatives: [],
    past: [],
    history: [],
    may: [],
    asks: [],
    is_own: 0,
    needs_two: 1,
    approved: null,
    ties: [],
    change: null,
    asked: [],
    may_ask: [],
    colleagues: [],
    lang: 'en',
    server_now_ms: 61_000,
    appeal: null,
    batch: { network: 'TRC20', state: 'made', sha256: 'ab'.repeat(32), items: [{ ...item, memo: '', txid: null }] },
  }),
  '/api/desk/batch': said(row),
}
const lastOf = (asked: readonly { path: string; body: unknown }[], path: string) =>
  asked.findLast((each) => each.path === path)?.body

test('DESK-34 a batch is made of what is ready, without what pays the maker and what is left out', async () => {
  const { asked } = await showPage(<DeskPage />, { answers, at: '/pages/desk/index' })
  await userEvent.click(await screen.findByRole('button', { name: 'TRC20: 2 to be sent' }))
  expect(screen.getByRole('checkbox', { name: /^99 USDT 8 / })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: /^99 USDT 7 / }))
  expect(screen.getByRole('button', { name: 'Make a batch of 0' })).toBeDisabled()
  await userEvent.click(screen.getByRole('checkbox', { name: /^99 USDT 7 / }))
  await userEvent.click(screen.getByRole('button', { name: 'Make a batch of 1' }))
  await waitFor(() => expect(lastOf(asked, '/api/desk/batch')).toMatchObject({ network: 'TRC20', ids: [7] }))
})
test('DESK-34 the hash of a batch is shown, its transactions are pasted, and a wrong line keeps what was pasted', async () => {
  const wrong = { type: 'error', message: 'No.', reason: 'txid_line_wrong', params: { line: 1 } }
  const { asked } = await showPage(<DeskPage />, {
    answers: { ...answers, '/api/desk/batch/txids': wrong },
    at: '/pages/desk/index?tab=batch&case=batch-1',
  })
  expect(await screen.findByText('ab'.repeat(32))).toBeVisible()
  expect(screen.getByRole('link', { name: '7' })).toHaveAttribute('href', expect.stringContaining('withdraw-7'))
  await userEvent.type(screen.getByLabelText('Lines of id,txid'), '7,abc')
  await userEvent.click(screen.getByRole('button', { name: 'Tell' }))
  await waitFor(() =>
    expect(lastOf(asked, '/api/desk/batch/txids')).toMatchObject({ id: 'batch-1', csv: '7,abc', expect: 1 }),
  )
  expect(await screen.findByText(/^Line 1 cannot be taken/)).toBeVisible()
  expect(screen.getByLabelText('Lines of id,txid')).toHaveValue('7,abc')
})
