import { AddressCard } from '#src/features/wallet/address-card.tsx'
import { MoneyRow } from '#src/parts/money/money-row.tsx'
import { showPage } from '#tests/support/page-services.tsx'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

test('H6 an address of the demo is marked as one, and asks for no real coins', async () => {
  await showPage(<AddressCard address="DEMO-TRC20-100001" network="TRC20" coin="USDT" />)
  expect((await screen.findAllByText('DEMO'))[0]).toBeVisible()
  expect(screen.getByText(/play money/i)).toBeVisible()
  expect(screen.queryByText(/Send only/)).toBeNull()
})

test('H6 a real address bears no such mark', async () => {
  await showPage(<AddressCard address="TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj" network="TRC20" coin="USDT" />)
  expect(await screen.findByText(/TRC20/)).toBeVisible()
  expect(screen.queryAllByText('DEMO')).toEqual([])
})

test('M20 the proof of one’s own deposit opens from its record, and a rejected one leads on', async () => {
  await showPage(
    <MoneyRow
      title="USDT · TRC20"
      amount="100.00 USDT"
      status="rejected"
      at="2026-01-02 03:04:05"
      remark={null}
      details={[]}
      pictures={['/upload/voucher/a.png']}
      again="/pages/assets/deposit/index"
    />,
  )
  await userEvent.click(await screen.findByRole('button', { name: /USDT · TRC20/ }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(sheet.getByRole('button', { name: /proof/i }))
  expect(await screen.findByRole('dialog', { name: 'Photos' })).toBeVisible()
  expect(sheet.getByRole('button', { name: /again/i })).toBeInTheDocument()
})
