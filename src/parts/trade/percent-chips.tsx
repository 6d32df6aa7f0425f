import { fixedDec, SCALE } from '#contract/wire/money.ts'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  /** Whole percents with their sign; `0` is the price itself. */
  readonly percents: readonly string[]
  /** The price they are taken of, as text; null while it is not known. */
  readonly from: string | null
  readonly scale: number
  /** What the price itself is called. */
  readonly word?: string
  /** Why there is no price, where it is not that of the market. */
  readonly why?: string
  readonly onPick: (price: string) => void
}

/** Buttons that take a price so many percent away; while there is none they say so. */
export function PercentChips({ percents, from, scale, word, why, onPick }: Props) {
  const { t } = useTranslation('ui')
  const shown = useNumbers()
  const [isAsked, setIsAsked] = useState(false)
  const isBothWays = percents.some((each) => each.startsWith('-')) && percents.some((each) => /^[1-9]/.test(each))
  const textOf = (percent: string) => (isBothWays ? shown.change(percent) : shown.percent(percent.replace('-', '')))
  const take = (percent: string) => {
    const units = from === null ? null : unitsOf(tidyDecimal(from))
    setIsAsked(units === null || units === 0n)
    if (units === null || units === 0n) return
    const price = (units * (100n + BigInt(percent))) / 100n
    onPick(fixedDec(price / 10n ** BigInt(SCALE - scale), scale))
  }
  return (
    <>
      <Box lay="equal" gap={1}>
        {percents.map((percent) => (
          <Button
            key={percent}
            kind="quiet"
            size="s"
            aria-label={percent === '0' ? word : shown.change(percent)}
            onClick={() => take(percent)}
          >
            {percent === '0' ? word : textOf(percent)}
          </Button>
        ))}
      </Box>
      {isAsked && (from === null || from === '') && (
        <Note size={2} role="status">
          {why ?? t('waitingForPrices')}
        </Note>
      )}
    </>
  )
}
