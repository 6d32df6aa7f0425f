import { ChargePage } from '#src/features/wallet/charge-page.tsx'
import { DepositPage } from '#src/features/wallet/deposit-page.tsx'
import { anOwnCoin } from '#tests/support/builders/own-coin.ts'
import { said, showPage } from '#tests/support/page-services.tsx'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

const usdt = anOwnCoin({
  networks: ['TRC20', 'BSC'].map((name) => ({
    name,
    deposit_min: '10',
    min_number: '10',
    rate: '0',
    fee_min: '1',
    confirmations: 20,
    enabled: 1,
  })),
})
const way = {
  currency: 3,
  network: 'TRC20',
  min: '10',
  fee: '0.5',
  confirmations: 20,
  address: null,
  memo: null,
  has_memo: 0,
  is_exhausted: 0,
  is_watched: 0,
}
const address = 'TA4Y62o6YC2Zsck9rZVGTvqW1AQ7X9zTnj'
const answersOf = (list: readonly object[], banks = 0) => ({
  '/api/wallet/flashAgainstList': said({ left: [usdt], right: [], pairs: [] }),
  '/api/wallet/deposit_networks': said({ list, has_company: 0, has_remittance: banks }),
})
const charge = (list: readonly object[]) =>
  showPage(<ChargePage />, { answers: answersOf(list), at: '/pages/assets/deposit/charge?currency=3' })

test('DEP-14 a person sees only networks that work, their address with the memo it needs, and the fee', async () => {
  await charge([{ ...way, address, memo: '10000142', has_memo: 1 }])
  expect((await screen.findAllByRole('radio')).map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['TRC20'])
  expect(screen.getByText('10000142')).toBeVisible()
  expect(screen.getByText(/Write the memo on your transfer/)).toBeVisible()
  expect(screen.getByText(/0\.5 USDT of each deposit are kept as a fee/)).toBeVisible()
})
test('DEP-14 where no address is left the page says so and takes no report', async () => {
  await charge([{ ...way, is_exhausted: 1 }])
  expect(await screen.findByText(/No deposit address is free on this network/)).toBeVisible()
  expect(screen.queryByLabelText('Amount sent')).toBeNull()
})
test('DEP-19 where a watcher tells of transactions nobody is asked to report one', async () => {
  await charge([{ ...way, address, is_watched: 1 }])
  expect(await screen.findByText(/^Your deposit appears in your records by itself/)).toBeVisible()
  expect(screen.queryByLabelText('Amount sent')).toBeNull()
})
test('DEP-14 a coin without a way in says that deposits are closed; ways by bank stand there only where they work', async () => {
  await charge([])
  expect(await screen.findByText('Deposits are closed')).toBeVisible()
})
test.each([
  [0, []],
  [1, ['Fast buy']],
])('DEP-14 with %i accounts to transfer to these ways by bank are offered: %j', async (banks, names) => {
  await showPage(<DepositPage />, { answers: answersOf([way], banks), at: '/pages/assets/deposit/index' })
  expect(await screen.findByText('TRC20')).toBeVisible()
  const ways = screen.queryByRole('navigation', { name: 'Other ways to deposit' })
  expect([...(ways?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent)).toEqual(names)
})
