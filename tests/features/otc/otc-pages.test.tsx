import { OrderPage } from '#src/features/otc/order-page.tsx'
import { CentrePage } from '#src/features/otc/centre-page.tsx'
import { anOtcOrder, onWire } from '#tests/support/otc/otc-builders.ts'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { act, fireEvent, screen, within } from '@testing-library/react'
import type { OtcOrder } from '#contract/otc.ts'
import type { OtcOrderNews } from '#streams/otc.ts'
import { BehaviorSubject, NEVER, of, Subject } from 'rxjs'
import { expect, test } from 'vitest'

const calls = (order: Partial<OtcOrder>) => ({
  '/api/trade/orderDetail': said(onWire.order(order)), '/api/trade/currencyList': said(onWire.market()),
  '/api/trade/tradeList': said({ list: [onWire.ad()], count: 1, page: 1, limit: 10 }),
})
const open = async (order: Partial<OtcOrder>) => {
  const news$ = new Subject<OtcOrderNews>()
  const feeds = { otcOrderNews$: news$, otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([])), serverTime$: of(1_100_000), otcAd$: NEVER, otcMerchant$: NEVER }
  const shown = await showPage(<OrderPage />, { feeds, answers: calls(order), at: '/pages/otc/detail?id=7' })
  return { ...shown, news$ }
}
test('OTC-17 the buyer is told what to do now, where to, and follows what happens', async () => {
  const { news$, stop } = await open({})
  expect(await screen.findByRole('heading', { name: 'Pay the seller now' })).toBeTruthy()
  expect((await screen.findAllByText('$ 101.00')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('12345678').length).toBe(1)
  expect(screen.getByRole('button', { name: 'I have paid' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Release coins' })).toBe(null)
  act(() => news$.next({ order: anOtcOrder({ status: 'cancelled', cancel_reason: 'timeout', ended_ms: 1_900_000, rev: 2 }), why: 'timeout' }))
  expect(await screen.findByRole('heading', { name: 'Cancelled: it was not paid in time.' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'I have paid' })).toBe(null)
  stop()
})
test('OTC-17 AT68 a release repeats amount and buyer, and asks for a look into the account and the fund password', async () => {
  const { stop } = await open({ my_role: 'seller', status: 'to_be_confirmed', paid_ms: 1_050_000, confirm_deadline_ms: 2_850_000 })
  fireEvent.click(await screen.findByRole('button', { name: 'Release coins' }))
  const dialog = await screen.findByRole('dialog')
  const release = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Release 100 USDT to Ben' })
  expect([release.disabled, within(dialog).getAllByText('BEN LEE').length, (await within(dialog).findAllByText('$ 101.00')).length]).toEqual([true, 1, 1])
  fireEvent.change(within(dialog).getByLabelText('Fund password'), { target: { value: '246810' } })
  expect(release.disabled).toBe(true)
  fireEvent.click(within(dialog).getByRole('checkbox'))
  expect(release.disabled).toBe(false)
  stop()
})
test('OTC-18 money and quantity are bound together at the shown price, and what does not fit is said', async () => {
  const feeds = { otcOrderNews$: NEVER, otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([])), serverTime$: of(1_100_000), otcAd$: NEVER, otcMerchant$: NEVER }
  const { stop } = await showPage(<CentrePage />, { feeds, answers: calls({}), at: '/pages/otc/index' })
  fireEvent.click(await screen.findByRole('button', { name: 'Buy' }))
  const dialog = await screen.findByRole('dialog')
  const [money, coins] = within(dialog).getAllByRole<HTMLInputElement>('textbox')
  if (!money || !coins) throw new Error('two fields')
  fireEvent.change(money, { target: { value: '101' } })
  expect(coins.value).toBe('100')
  fireEvent.change(coins, { target: { value: '10' } })
  expect([money.value, within(dialog).getAllByRole('alert').map(({ textContent }) => textContent).join('')]).toEqual(['10.1', expect.stringContaining('$ 50.00')])
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: /^Buy 10 USDT/ }).disabled).toBe(true)
  stop()
})
