import { freeOf } from '#contract/assets/assets.ts'
import type { Position } from '#contract/lever/lever-position.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { useConfig } from '#src/stores/config.ts'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'
import { accountOf, liquidationOf, termsOf, type Rates, type TermsPair } from './account.ts'

/** The margin ratios of the warning and of the liquidation. */
export function useRates(): Rates {
  const warn = useConfig(({ setting }) => setting?.lever_warn_hazard_rate ?? '80')
  const burst = useConfig(({ setting }) => setting?.lever_burst_hazard_rate ?? '50')
  return useMemo(() => ({ warn: parseDec(warn), burst: parseDec(burst) }), [warn, burst])
}

/**
 * The price of a pair at which the account is liquidated while other marks stay; null without an open contract in it.
 * Nothing is followed without one.
 */
export function useLiquidation(pair: TermsPair | null, positions: readonly Position[] | null): string | null {
  const { feeds } = useServices()
  const rates = useRates()
  const isOpen =
    pair !== null &&
    (positions ?? []).some(
      ({ status, currency, legal }) => status === 'trading' && currency === pair.currency_id && legal === pair.legal_id,
    )
  const balances = useStream(isOpen ? feeds.balances$ : null, loading)
  return usePart(isOpen ? feeds.marks$ : null, loading, ({ value: marks }) => {
    if (pair === null || positions === null || balances.value === null) return null
    const cell = balances.value.cells.lever.find(({ currency }) => currency === pair.legal_id)
    const free = cell === undefined ? '0' : freeOf(cell, 'lever')
    return liquidationOf(
      accountOf(positions, marks, free, pair.legal_id),
      pair.currency_id,
      rates.burst,
      termsOf(pair).tick,
    )
  })
}
