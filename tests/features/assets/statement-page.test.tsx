import { statementNames } from '#contract/pnl.ts'
import { daysOfSpan } from '#src/features/assets/statement-days.ts'
import { StatementPage } from '#src/features/assets/statement-page.tsx'
import { said, showPage } from '#tests/support/page-services.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const nowMs = Date.UTC(2026, 10, 24, 5)
const path = '/api/wallet/statement'
const amounts: Readonly<Record<string, string>> = {
  before: '1000',
  lever: '-10.12345678',
  flow: '-50.005',
  open: '0.00000001',
  after: '939.87154323',
}
const statementOf = (of = amounts) => ({
  from: '2026-11-01',
  to: '2026-11-24',
  rows: statementNames.map((name) => ({ name, amount: of[name] ?? '0' })),
  difference: '0',
  fees: '1.1',
  server_now_ms: nowMs,
})
const stand = async (answer: unknown) => {
  const answers: Record<string, unknown> = { [path]: answer }
  return { answers, ...(await showPage(<StatementPage />, { answers, nowMs, at: '/pages/assets/statement' })) }
}
const rows = () =>
  within(screen.getByRole('region', { name: 'Statement' }))
    .getAllByRole('term')
    .map(({ parentElement }) => parentElement?.textContent)

test('PNL-8 the statement tells each row that leads from one total to the other, and saves them with all their digits', async () => {
  const saved: Blob[] = []
  Object.assign(URL, { createObjectURL: (file: Blob) => `#blob${saved.push(file)}`, revokeObjectURL: () => {} })
  await stand(said(statementOf()))
  expect(await screen.findByText('Opening total')).toBeVisible()
  expect(rows()).toEqual([
    'Opening total2026-11-01 00:00 UTC1,000.00 USDT',
    'Realised results−10.13',
    'Spot0.00',
    'Exchange0.00',
    'Contracts−10.13',
    'Options0.00',
    'Coins moved out0.00',
    'Income0.00',
    'Expense0.00',
    'Change of unrealised PnL0.00',
    'Coins held0.00',
    'Open contracts and options0.00',
    'Paid in less paid out−50.01',
    'Closing total2026-11-24 24:00 UTC939.87 USDT',
    'DifferenceThe rows add up to the closing total.0.00',
    'Trading fees, within the results1.10',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect(await saved[0]?.text()).toContain('Contracts,-10.12345678\r\n')
})

test('PNL-8 days are those of UTC, ends chosen the wrong way round are swapped', async () => {
  expect(daysOfSpan('30', nowMs)).toEqual({ from: '2026-10-26', to: '2026-11-24' })
  const { asked } = await stand(said(statementOf()))
  const last = () => asked.filter((each) => each.path.startsWith(path)).at(-1)
  await waitFor(() => expect(JSON.stringify(last())).toMatch(/2026-11-01.*2026-11-24/))
  expect(screen.getByRole('radio', { name: 'This month' })).toBeChecked()
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-12-01' } })
  await waitFor(() => expect(JSON.stringify(last())).toMatch(/2026-11-24.*2026-12-01/))
  expect(screen.getByRole('radio', { name: 'This month' })).not.toBeChecked()
})

test('PNL-8 without any booking it says so; a failure can be tried again, and what was read before stays', async () => {
  const { answers } = await stand(said(statementOf({})))
  expect(await screen.findByText('Nothing was booked in these days.')).toBeVisible()
  answers[path] = said(statementOf())
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Opening total')).toBeVisible()
  answers[path] = { type: 'error', message: 'Later.', reason: 'too_many' }
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByText('Opening total')).toBeVisible()
})
