import type { MoneyKind, Numbers } from '#src/lib/money-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { memo } from 'react'

type Props = {
  /** A decimal; null while it is not known. */
  readonly text: string | null
  /** The name of the currency or coin. */
  readonly unit: string
  /** `price` and `places` are written with exactly `scale` decimals, `exact` with all that there are. */
  readonly kind?: MoneyKind | 'price' | 'places' | 'exact'
  readonly scale?: number
  /** Of a price that is a mean: against the reader. */
  readonly rounding?: Parameters<Numbers['price']>[2]
  /** In a ticket or review. */
  readonly isFine?: boolean
  /** The name of the unit stands beside it: at the head of its column, in its label. */
  readonly isBare?: boolean
}

/** An amount or a price in a node that says what its unit is. */
export const Money = memo(function Money({
  text,
  unit,
  kind = 'have',
  scale = 0,
  rounding,
  isFine = false,
  isBare = false,
}: Props) {
  const shown = useNumbers()
  if (text === null) return '—'
  const number =
    kind === 'price'
      ? shown.price(text, scale, rounding)
      : kind === 'places'
        ? shown.places(text, scale)
        : kind === 'exact'
          ? shown.exact(text)
          : shown.sum(text, unit, kind, isFine ? 'fine' : undefined)
  return (
    <span data-unit={unit} data-exact={kind === 'exact' || undefined}>
      {isBare || unit === '' ? number : `${number} ${unit}`}
    </span>
  )
})
