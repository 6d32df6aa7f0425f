import { Box } from '#src/ui/box.tsx'
import { formatDec } from '#contract/wire/money.ts'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePart, type useStream } from '#src/lib/use-stream.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { distanceOf } from './distance.ts'

type Props<T> = {
  readonly price: string
  readonly live$: Parameters<typeof useStream<Live<T>>>[0]
  /** The price of the market, in units. */
  readonly marketOf: (value: T) => bigint | null
}

/** How far a limit price is from the market; the market renders it only where the text changes. */
export function PriceDistance<T>({ price, live$, marketOf }: Props<T>) {
  const { t } = useTranslation('market')
  const shown = useNumbers()
  const percent = usePart(live$, loading, ({ value }) => {
    const distance = value === null ? null : distanceOf(unitsOf(tidyDecimal(price)), marketOf(value))
    if (distance === null) return null
    return shown.change(formatDec(distance.way === 'above' ? distance.percent : -distance.percent))
  })
  return percent === null ? null : (
    <Box as="p" size={1} tone={2}>
      {t('fromMarket', { percent })}
    </Box>
  )
}
