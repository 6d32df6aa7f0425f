import type { Estimate } from '#contract/lever/lever-fill.ts'
import { formatDec } from '#contract/wire/money.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { useTranslation } from 'react-i18next'

type Estimated = Pick<Estimate, 'price' | 'isEnough'>
/** An estimated price in words: about, or so bad or worse where the levels that are seen do not suffice. */
export function useEstimateText() {
  const { t } = useTranslation('lever')
  const show = usePairPrice()
  return ({ price, isEnough }: Estimated, symbol: string) => {
    const text = show(formatDec(price), symbol)
    return isEnough ? `≈ ${text}` : t('atLeast', { price: text })
  }
}

/** The same in a node that says what it is in. */
export function EstimatedPrice({ of, symbol }: { readonly of: Estimated; readonly symbol: string }) {
  const text = useEstimateText()
  return <span data-unit={symbol.split('/')[1]}>{text(of, symbol)}</span>
}
