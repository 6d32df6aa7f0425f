import type { Rounding } from '#contract/wire/money-text.ts'
import { Money } from '#src/ui/money.tsx'
import { usePriceScales } from './use-pair-price.ts'

type Props = { readonly text: string | null; readonly symbol: string; readonly rounding?: Rounding }

/** A price with the decimals of its pair, in a node that says what it is in. */
export function Price({ text, symbol, rounding }: Props) {
  const scale = usePriceScales()[symbol]
  return (
    <Money
      text={text}
      unit={symbol.split('/')[1] ?? ''}
      isBare
      kind={scale === undefined ? 'exact' : 'price'}
      {...(scale !== undefined && { scale })}
      {...(rounding && { rounding })}
    />
  )
}
