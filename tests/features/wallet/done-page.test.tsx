import { somePayMethods } from '#tests/support/builders/pay-methods.ts'
import { aPage } from '#tests/support/builders/page.ts'
import { DepositDonePage, WithdrawDonePage } from '#src/features/wallet/done-page.tsx'
import { WithdrawCardPage } from '#src/features/wallet/withdraw-card-page.tsx'
import type { Event } from '#contract/events.ts'
import type { WithdrawRow } from '#contract/wallet/withdraw.ts'
import { RecordPage } from '#src/features/assets/record-page.tsx'
import { herePath } from '#src/lib/hash-location.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { Subject } from 'rxjs'
import { MoneyReview } from '#src/parts/form/money-shell.tsx'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())
const row: WithdrawRow = {
  id: 7,
  user_id: 1,
  currency: 3,
  name: 'USDT',
  netType: 'TRC20',
  address: 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj',
  number: '1500',
  rate: '1.5',
  real_number: '1498.5',
  status: 'processing',
  notes: null,
  remark: null,
  txid: null,
  is_bank: false,
  fiat: null,
  fiat_amount: null,
  way: null,
  create_time: '2026-01-02 03:04:05',
  update_time: '2026-01-02 03:04:05',
  rev: 1,
}
const wire = (each: WithdrawRow) => ({
  ...each,
  status: { processing: 1, passed: 2, rejected: 3 }[each.status],
  is_bank: each.is_bank ? 1 : 0,
})
const paged = (data: readonly object[]) => said(aPage(data))
const at = '/pages/assets/withdraw/detail2_finish'
const list = '/api/charge_mention/log3'

test('MONEY-3 a withdrawal is followed: processing, then completed by push with its transaction, and an older copy changes nothing', async () => {
  const events$ = new Subject<Event>()
  await showPage(<WithdrawDonePage />, {
    feeds: { events$ },
    answers: { [list]: paged([wire(row)]) },
    at: `${at}?id=7`,
  })
  expect(await screen.findByText('Processing')).toBeVisible()
  expect(screen.getByText('1,500.00 USDT')).toBeVisible()
  expect(screen.getByText(row.address)).toBeInTheDocument()
  act(() =>
    events$.next({
      ev: 'withdraw.changed',
      v: { ...row, status: 'passed', txid: 'a'.repeat(64), rev: 2 },
      why: 'passed',
    }),
  )
  expect(await screen.findByText('Completed')).toBeVisible()
  expect(screen.getByText('a'.repeat(64))).toBeInTheDocument()
  act(() => events$.next({ ev: 'withdraw.changed', v: { ...row, rev: 1 }, why: 'asked' }))
  expect(screen.getByText('Completed')).toBeVisible()
})

test('MONEY-3 a rejected one says why, and the money is back', async () => {
  await showPage(<WithdrawDonePage />, {
    answers: { [list]: paged([wire({ ...row, status: 'rejected', remark: 'Please contact support.', rev: 2 })]) },
    at: `${at}?id=7`,
  })
  expect(await screen.findByText('Please contact support.')).toBeVisible()
  expect(screen.getByText('1,500.00 USDT are back in your spot account.')).toBeVisible()
  // Nothing was received, and no fee was taken.
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Withdraw to',
    'Network',
    'Returned',
    'Time',
  ])
})

test.each([
  ['processing', ['Status', 'Time', 'Fee', 'You receive', 'Address']],
  ['passed', ['Status', 'Time', 'Fee', 'Received', 'Address']],
  ['rejected', ['Status', 'Time', 'Returned', 'Address']],
] as const)(
  'MONEY-3 AT70 the record of one that is %s says what was or will be received, and shows its whole address in groups',
  async (status, facts) => {
    await showPage(<RecordPage />, {
      answers: { [list]: paged([wire({ ...row, status })]) },
      at: '/pages/assets/record?show=withdrawals',
    })
    await userEvent.click(await screen.findByRole('button', { name: /USDT · TRC20/ }))
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(facts)
    const groups = ['TA4Y', '62o6', 'YC2Z', 'sck9', 'rZVG', 'TvqW', '1AQ7', 'X9zT', 'nj']
    expect(groups.map((group) => sheet.getByText(group).textContent)).toEqual(groups)
    expect(sheet.getByText(row.address)).toBeInTheDocument()
  },
)

test.each([
  ['no number', at, [wire(row)]],
  ['a number of nobody', `${at}?id=99`, [wire(row)]],
])('MONEY-3 with %s in its address it leads to the records', async (_, here, rows) => {
  await showPage(<WithdrawDonePage />, { answers: { [list]: paged(rows) }, at: here })
  await waitFor(() => expect(herePath()).toBe('/pages/assets/record?show=withdrawals'))
})

test('MONEY-3 leaving the page for another leads there and not to the records', async () => {
  await showPage(<WithdrawDonePage />, { answers: { [list]: paged([wire(row)]) }, at: `${at}?id=7` })
  await screen.findByText('Processing')
  await userEvent.click(screen.getByRole('button', { name: 'Home' }))
  await act(async () => {})
  expect(herePath()).toBe('/pages/index/index')
})

test.each([
  [
    'closing the review of what is done leads to its records',
    () => userEvent.click(screen.getByRole('button', { name: 'Done' })),
    '/pages/assets/record',
  ],
  [
    'another address entered meanwhile is where it leads',
    async () => history.pushState({}, '', '#/pages/help/index'),
    '/pages/help/index',
  ],
] as const)('MONEY-3 %s', async (_, leave, there) => {
  const close = vi.fn<() => void>()
  const form = {
    props: { ref: { current: null }, onSubmit: () => {} },
    fields: { failure: null, mayRetry: false },
    state: 'done' as const,
    failure: null,
    isBusy: false,
    isOpen: true,
    quoted: { state: 'none' as const },
    hasQuote: false,
    review: { title: 'Review', rows: [], confirm: 'Send', doneTitle: 'Sent', done: '', next: '/pages/assets/record' },
    send: () => {},
    close,
  }
  await showPage(<MoneyReview form={form} />, { at: '/pages/assets/withdraw/detail?currency=3' })
  await act(async () => leave())
  act(() => void dispatchEvent(new PopStateEvent('popstate')))
  expect([close.mock.calls.length > 0, herePath()]).toEqual([true, there])
})

test('MONEY-3 a read that failed can be repeated', async () => {
  const answers: Record<string, unknown> = {
    '/api/charge_mention/log2': { type: 'error', message: 'x', reason: 'fault' },
  }
  await showPage(<DepositDonePage />, { answers, at: '/pages/assets/deposit/charge2_finish?id=7' })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

const methods = somePayMethods({
  alipay_account: 'ann@ali.test',
  alipay_qr_code: '/upload/a.png',
  ways: ['bank', 'ali_pay'],
})
test('MONEY-3 another payment method is chosen on its page, and the form keeps what was typed', async () => {
  sessionStorage.setItem('kontor.draft.withdraw.bank', JSON.stringify({ way: 'bank', fiat: 'JPY', amount: '250' }))
  await showPage(<WithdrawCardPage />, {
    answers: { '/api/user/cash_info': said(methods) },
    at: '/pages/assets/withdraw/bank/bank',
  })
  await userEvent.click(await screen.findByRole('button', { name: /Alipay.*an\*\*\*@ali\.test/ }))
  expect(herePath()).toBe('/pages/assets/withdraw/detail2')
  expect(JSON.parse(sessionStorage.getItem('kontor.draft.withdraw.bank') ?? '')).toEqual({
    way: 'ali_pay',
    fiat: 'JPY',
    amount: '250',
  })
})

test('MONEY-2 withdrawals are filtered by status, and the file holds every one of them with whole numbers', async () => {
  const files: File[] = []
  Object.assign(URL, { createObjectURL: (file: File) => `#blob${files.push(file)}`, revokeObjectURL: () => {} })
  const danger = { ...row, id: 6, notes: '=1+1', number: '0.00000001' }
  const { asked } = await showPage(<RecordPage />, {
    answers: { [list]: paged([wire(row), wire(danger)]) },
    at: '/pages/assets/record?show=withdrawals',
  })
  await screen.findAllByRole('button', { name: /USDT · TRC20/ })
  await userEvent.click(screen.getByRole('button', { name: /^Status/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Rejected' }))
  await waitFor(() => expect(asked.at(-1)?.search).toContain('status=3'))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-02' } })
  await waitFor(() => expect(asked.at(-1)?.search).toContain(`from=${new Date(2026, 0, 2).getTime()}`))
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(files).toHaveLength(1))
  expect(asked.at(-1)?.search).toContain('limit=50')
  const text = await files[0]?.text()
  expect(text?.split('\r\n').slice(1, -1)).toEqual([
    `7,2026-01-02 03:04:05,Processing,USDT,1500,1.5,1498.5,,TRC20,${row.address},,,`,
    `6,2026-01-02 03:04:05,Processing,USDT,0.00000001,1.5,1498.5,,TRC20,${row.address},,"'=1+1",`,
  ])
})
