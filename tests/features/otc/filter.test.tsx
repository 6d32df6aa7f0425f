import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { CentrePage } from '#src/features/otc/centre-page.tsx'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { anOtcMarket, onWire } from '#tests/support/otc/otc-builders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject, NEVER, of } from 'rxjs'
import { expect, test } from 'vitest'

const feeds = {
  otcOrderNews$: NEVER,
  otcOrders$: new BehaviorSubject(live<readonly OtcOrder[]>([])),
  serverTime$: of(1_100_000),
  otcAd$: NEVER,
  otcMerchant$: NEVER,
}
const ad = onWire.ad()
const answers = {
  '/api/trade/currencyList': said(onWire.market()),
  '/api/trade/tradeList': said({ list: [ad], count: 1, page: 1, limit: 10 }),
  '/api/trade/myTradeDetail': said(ad),
}

test('M10 the amount by which the list is filtered is the one that is taken', async () => {
  sessionStorage.clear()
  await showPage(<CentrePage />, { feeds, answers, at: '/pages/otc/index' })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Amount' }), '101')
  await userEvent.click(await screen.findByRole('button', { name: 'Buy' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByRole('textbox', { name: 'You pay' })).toHaveValue('101')
})

test('M10 the centre begins in the currency of the language', async () => {
  sessionStorage.clear()
  const usd = onWire.market()
  const [fiat] = anOtcMarket().fiats
  const market = { ...Object(usd), fiats: [fiat, { ...fiat, code: 'HKD', symbol: 'HK$' }] }
  const { asked } = await showPage(<CentrePage />, {
    feeds,
    answers: { ...answers, '/api/trade/currencyList': said(market) },
    at: '/pages/otc/index',
    lang: 'hk',
  })
  await waitFor(() => expect(asked.find(({ path }) => path === '/api/trade/tradeList')?.search).toMatch(/fiat=HKD/))
})
