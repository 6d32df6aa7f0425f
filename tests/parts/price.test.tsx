import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { Money } from '#src/ui/money.tsx'
import { aPair } from '#tests/support/builders/pair.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'

function Prices() {
  const price = usePairPrice()
  return (
    <p>
      {['60000', '60000.5', '59999.123'].map((text) => price(text, 'BTC/USDT')).join(' ')}{' '}
      {price('59999.123', 'BTC/USDT', 'away')} {price('7.50', 'OLD/USDT')}
    </p>
  )
}

test('FORMAT-5 a price has the decimals of its pair, also a mean; a pair that is not listed keeps its own', async () => {
  const tickers$ = new BehaviorSubject(live([aPair({ symbol: 'BTC/USDT', price_scale: 2 })]))
  await showPage(<Prices />, { feeds: { tickers$ } })
  expect(screen.getByText('60,000.00 60,000.50 59,999.12 59,999.13 7.50')).toBeVisible()
  act(() => tickers$.next(live([aPair({ symbol: 'BTC/USDT', price_scale: 1 })])))
  expect(screen.getByText('60,000.0 60,000.5 59,999.1 59,999.2 7.50')).toBeVisible()
})

test('FORMAT-6 an amount stands in a node that says its unit, and its name once', async () => {
  const tickers$ = new BehaviorSubject(live([aPair({ symbol: 'BTC/USDT', price_scale: 2 })]))
  await showPage(
    <>
      <Money text="-1.44687825" unit="USDT" />
      <Money text="1.44687825" unit="USDT" kind="cost" isBare />
      <Money text="1.44687825" unit="USDT" kind="exact" />
      <Money text={null} unit="BTC" />
      <Money text="95000" unit="USDT" kind="price" scale={2} isBare />
    </>,
    { feeds: { tickers$ }, lang: 'esp' },
  )
  const said = (text: string) => ({ ...screen.getByText(text).dataset })
  expect(said('−1,45 USDT')).toEqual({ unit: 'USDT' })
  expect(said('1,45')).toEqual({ unit: 'USDT' })
  expect(said('1,44687825 USDT')).toEqual({ unit: 'USDT', exact: 'true' })
  expect(said('95.000,00')).toEqual({ unit: 'USDT' })
})
