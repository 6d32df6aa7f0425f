import { useServices } from '#src/actors/services.tsx'
import { quoteOf, type Pair } from '#contract/market/market.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { flashOn, NumberCell, trendOf } from '#src/ui/number.tsx'
import { loading, type Live } from '#streams/kit/live.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { usePaint, write } from './paint.ts'

/**
 * The last price of a market, written as it comes; React renders its colour and its arrow. Nothing until a price is
 * known.
 */
export function LivePrice({
  market,
  hasArrow = false,
  isStale = false,
}: {
  readonly market: string
  readonly hasArrow?: boolean
  readonly isStale?: boolean
}) {
  const { feeds } = useServices()
  const pair$ = feeds.pair$(market)
  const trend = usePart(pair$, loading, ({ value }) => value && trendOf(value.change))
  return trend && <NumberCell text={<Digits market={market} />} trend={trend} hasArrow={hasArrow} isStale={isStale} />
}

function Digits({ market }: { readonly market: string }) {
  const { feeds } = useServices()
  const lang = useTranslation().i18n.language
  const paint = useCallback(
    (element: HTMLElement, { value }: Live<Pair>) => {
      if (value === null || element.dataset['price'] === value.now_price) return
      const flash = element.parentElement?.firstElementChild
      if (flash instanceof HTMLElement) flashOn(flash, element.dataset['price'], value.now_price)
      element.dataset['price'] = value.now_price
      write(element, numbersIn(lang).price(value.now_price, value.price_scale))
    },
    [lang],
  )
  return <span key={lang} data-unit={quoteOf(market)} ref={usePaint(feeds.pair$(market), paint)} />
}
