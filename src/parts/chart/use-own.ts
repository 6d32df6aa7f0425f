import { lever } from '#contract/lever/lever.ts'
import { spot } from '#contract/spot/spot.ts'
import type { Event } from '#contract/events.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { termsPairOf, type TermsPair } from '#src/parts/lever/account.ts'
import { useLiquidation } from '#src/parts/lever/use-liquidation.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { loading } from '#streams/kit/live.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leverFills, ordersIn, positionsIn, spotFills, type Own, type OwnFill, type OwnWords } from './own-lines.ts'

/** The trades of one kind that a chart shows. */
const most = 50
/** A market order may fill many times at once: the trades are read once it is quiet. */
const quietMs = 400
const none: readonly OwnFill[] = []
const fillEvents: readonly Event['ev'][] = ['spot.filled', 'lever.positionChanged']

/**
 * The caller's own orders, contracts and latest trades in one market, by the streams that their lists use. Each part is
 * the same object while it is unchanged.
 */
export function useOwn(market: string, isShown: boolean): Own {
  const { feeds } = useServices()
  const pair = usePart(isShown ? feeds.pair$(market) : null, loading, termsPairOf)
  const allOrders = useStream(isShown ? feeds.spotOrders$ : null, loading).value
  const allPositions = useStream(isShown ? feeds.leverPositions$ : null, loading).value
  const orders = useMemo(() => ordersIn(allOrders ?? [], market), [allOrders, market])
  const positions = useMemo(() => positionsIn(allPositions ?? [], market), [allPositions, market])
  const liquidation = useLiquidation(pair, allPositions)
  const fills = useOwnFills(isShown ? pair : null)
  return useMemo(() => ({ orders, positions, liquidation, fills }), [orders, positions, liquidation, fills])
}

function useOwnFills(pair: TermsPair | null): readonly OwnFill[] {
  const { request } = useServices()
  const coins = pair === null ? null : { currency_id: pair.currency_id, legal_id: pair.legal_id }
  const about = coins === null ? '' : `${coins.currency_id} ${coins.legal_id}`
  const { value, refresh } = useRead<readonly OwnFill[]>(about, async (signal) => {
    if (coins === null) return { ok: true, value: none }
    const [own, contracts] = await Promise.all([
      request.read(spot.fills, { ...coins, page: 1, limit: most }, { signal }),
      request.read(lever.fills, { ...coins, page: 1, limit: most }, { signal }),
    ])
    if (!own.ok) return own
    return contracts.ok
      ? { ok: true, value: [...spotFills(own.value.data), ...leverFills(contracts.value.data)] }
      : contracts
  })
  const [heard, setHeard] = useState(0)
  const settled = useDebounced(heard, quietMs)
  useRefreshOn(fillEvents, () => setHeard(heard + 1))
  useEffect(() => {
    if (settled > 0) void refresh()
  }, [settled, refresh])
  return value ?? none
}

/** The words of own lines in the current language. */
export function useOwnWords(): OwnWords {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return useMemo(
    () => ({
      buy: t('lines.buy'),
      sell: t('lines.sell'),
      long: t('lines.long'),
      short: t('lines.short'),
      takeProfit: t('lines.takeProfit'),
      stopLoss: t('lines.stopLoss'),
      liquidation: t('lines.liquidation'),
      amount: shown.exact,
    }),
    [t, shown],
  )
}
