import { usePrice } from '#src/parts/use-price.ts'
import { aPair } from '#tests/support/builders/pair.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import { act, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { expect, test } from 'vitest'

function Prices() {
  const price = usePrice()
  return <p>{['60000', '60000.5', '59999.123'].map((text) => price(text, 'BTC/USDT')).join(' ')} {price('7.50', 'OLD/USDT')}</p>
}

test('FORMAT-5 a price has the decimals of its pair; a mean with more keeps its own, and a pair that is not listed as well', async () => {
  const tickers$ = new BehaviorSubject(live([aPair({ symbol: 'BTC/USDT', price_scale: 2 })]))
  await showPage(<Prices />, { feeds: { tickers$ } })
  expect(screen.getByText('60,000.00 60,000.50 59,999.123 7.5')).toBeVisible()
  act(() => tickers$.next(live([aPair({ symbol: 'BTC/USDT', price_scale: 1 })])))
  expect(screen.getByText('60,000.0 60,000.5 59,999.123 7.5')).toBeVisible()
})
