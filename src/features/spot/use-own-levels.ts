import { marketOf } from '#contract/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { useFormat } from '#src/parts/use-format.ts'
import type { ChartLevel } from '#src/ui/chart-model.ts'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** The user's resting orders of a market as lines on its chart; the same array while the list is unchanged. */
export function useOwnLevels(market: string): readonly ChartLevel[] {
  const { t } = useTranslation('market')
  const shown = useFormat()
  const { feeds } = useServices()
  const orders = useStream(feeds.spotOrders$, loading).value
  return useMemo(
    () =>
      (orders ?? [])
        .filter(({ symbol, kind }) => marketOf(symbol) === market && kind !== 'market')
        .map(({ id, type, target_price, trade_amount }): ChartLevel => ({
          id: `order ${id}`, price: Number(target_price), label: `${t(type)} ${shown.amount(trade_amount)}`, color: type === 'buy' ? 'rise' : 'fall', isDashed: true,
        })),
    [orders, market, t, shown],
  )
}
