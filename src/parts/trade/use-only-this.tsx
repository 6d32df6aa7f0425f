import type { Pair } from '#contract/market.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { useState } from 'react'

/** The box that keeps a list to the market at hand, and what to ask and show by it: of all markets, nothing. */
export function useOnlyThis({ symbol, currency_id, legal_id }: Pick<Pair, 'symbol' | 'currency_id' | 'legal_id'>, label: string) {
  const [isOnly, setIsOnly] = useState(false)
  const box = (
    <Checkbox isChecked={isOnly} onChange={setIsOnly}>
      {label}
    </Checkbox>
  )
  return { symbol: isOnly ? symbol : null, coins: isOnly ? { currency_id, legal_id } : null, box }
}
