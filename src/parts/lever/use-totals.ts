import { heldOf } from '#contract/assets/assets.ts'
import { profitSum } from '#contract/lever/lever-risk.ts'
import { parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { totalsOf, type Balances, type Totals } from '#streams/assets/assets.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { useMemo } from 'react'
import { accountOf } from './account.ts'

/** Whether the contract account has something bound: who has a contract has its margin there. */
export const hasContracts = (own: Balances | null) =>
  own?.cells.lever.some((cell) => parseDec(heldOf(cell, 'lever')) > 0n) === true

/**
 * The worth of each account, as old as the oldest part of it. Contracts and marks are followed only while the contract
 * account has something bound; until these contracts are known nothing is told, for a part would look like a loss.
 */
export function useTotals(balances: Live<Balances>): Live<Totals> {
  const { feeds } = useServices()
  const own = balances.value
  const isBound = hasContracts(own)
  const positions = useStream(isBound ? feeds.leverPositions$ : null, loading).value
  const isOpen = positions?.some(({ status }) => status === 'trading') === true
  const marks = useStream(isOpen ? feeds.marks$ : null, loading)
  const value = useMemo(
    () =>
      own === null || (isBound && positions === null)
        ? null
        : totalsOf(own, (quote) => profitSum(accountOf(positions ?? [], marks.value, '0', quote))),
    [own, isBound, positions, marks.value],
  )
  const { freshness, ageMs } = balances.freshness === 'live' && marks.freshness === 'stale' ? marks : balances
  return { value, freshness: value === null ? 'loading' : freshness, ageMs }
}
