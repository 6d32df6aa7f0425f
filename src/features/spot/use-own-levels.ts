import { useFormat } from '#src/parts/use-format.ts'
import type { ChartLevel } from '#src/ui/chart-model.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnOrders } from './use-own-orders.ts'

/** The user's resting orders of a market as lines on its chart; the same array while the list is unchanged. */
export function useOwnLevels(market: string): readonly ChartLevel[] {
  const { t } = useTranslation('market')
  const shown = useFormat()
  const orders = useOwnOrders(market)
  return useMemo(
    () =>
      orders.map(({ id, type, target_price, trade_amount }): ChartLevel => ({
        id: `order ${id}`, price: Number(target_price), label: `${t(type)} ${shown.amount(trade_amount)}`, color: type === 'buy' ? 'rise' : 'fall', isDashed: true,
      })),
    [orders, t, shown],
  )
}
