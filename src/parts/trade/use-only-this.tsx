import type { Pair } from '#contract/market/market.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { useState } from 'react'

/** A checkbox that limits a list to the current market, with the symbol to request; null for all markets. */
export function useOnlyThis(
  { symbol, currency_id, legal_id }: Pick<Pair, 'symbol' | 'currency_id' | 'legal_id'>,
  label: string,
) {
  const [isOnly, setIsOnly] = useState(false)
  const box = (
    <Checkbox isChecked={isOnly} onChange={setIsOnly}>
      {label}
    </Checkbox>
  )
  return { symbol: isOnly ? symbol : null, coins: isOnly ? { currency_id, legal_id } : null, box }
}
