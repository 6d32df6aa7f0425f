import { MoneyRow } from '#src/parts/money/money-row.tsx'
import { show } from '#tests/support/render.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

const row = (status: 'rejected' | 'passed') => (
  <MoneyRow
    title="USDT · TRC20"
    amount="500.00 USDT"
    status={status}
    at="2026-01-02 03:04:05"
    remark={null}
    details={[]}
    pictures={['/upload/a.png', '/upload/b.png']}
    again="/pages/assets/deposit/index"
  />
)

test('own proofs can be looked at in full; a rejected deposit leads to the next one', async () => {
  location.hash = '#/pages/assets/record'
  await show(row('rejected'))
  await userEvent.click(screen.getByRole('button', { name: /USDT · TRC20/ }))
  const sheet = within(screen.getByRole('dialog'))
  await userEvent.click(sheet.getByRole('button', { name: /2/ }))
  expect(await screen.findByRole('dialog', { name: 'Photos' })).toHaveTextContent('2 of 2')
  await userEvent.click(sheet.getByRole('button', { name: 'Deposit again' }))
  expect(location.hash).toBe('#/pages/assets/deposit/index')
})
test('a deposit that has passed offers no other one', async () => {
  await show(row('passed'))
  await userEvent.click(screen.getByRole('button', { name: /USDT · TRC20/ }))
  expect(screen.queryByRole('button', { name: 'Deposit again' })).toBeNull()
})
