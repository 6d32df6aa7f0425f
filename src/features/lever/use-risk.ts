import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import type { RiskRose } from '#streams/own-feeds.ts'
import { useEffect, useState } from 'react'
import type { LeverState } from './use-lever.ts'

/** The liquidation risk: the margin ratio and the liquidation threshold, in percent. */
export type Risk = { readonly rate: string; readonly burst: string; readonly tenth: number }

const tenthOf = ({ hazard_rate, warn, burst }: RiskRose) => {
  const [rate, from, to] = [parseDec(hazard_rate), parseDec(warn), parseDec(burst)]
  return from <= to || rate <= to ? 10 : Math.max(0, Number(((from - rate) * 10n) / (from - to)))
}

/** The current warning: calculated from fresh marks, otherwise the last one from the server. */
export function useRisk({ view, rates, marks, pair }: LeverState): Risk | null {
  const { feeds } = useServices()
  const [told, setTold] = useState<RiskRose | null>(null)
  useEffect(() => {
    const subscription = feeds.leverRisk$.subscribe(setTold)
    return () => subscription.unsubscribe()
  }, [feeds])
  const isFresh = view !== null && (view.rate === null || marks.freshness === 'live')
  useEffect(() => {
    if (isFresh && view.tenth === null) setTold(null)
  }, [isFresh, view])
  if (isFresh)
    return view.tenth === null || view.rate === null
      ? null
      : { rate: view.rate, burst: formatDec(rates.burst), tenth: view.tenth }
  return told === null || told.legal_id !== pair.legal_id
    ? null
    : { rate: told.hazard_rate, burst: told.burst, tenth: tenthOf(told) }
}
