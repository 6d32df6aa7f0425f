import { spot, spotListLimit, type SpotOrder } from '#contract/spot.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useEndedOrders } from './use-ended-orders.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useTranslation } from 'react-i18next'
import { OrderHeads, OrderRow } from './order-row.tsx'
import styles from './orders.module.css'

/** Closed orders, newest first, page by page; orders that close while the list is open are added on top. */
export function OrderHistory({ symbol, coins }: { readonly symbol: string | null; readonly coins: { readonly currency_id: number; readonly legal_id: number } | null }) {
  const { t } = useTranslation('spot')
  const { request } = useServices()
  const pager = usePager<SpotOrder>((page) => request.read(spot.list, { page, limit: spotListLimit, ...coins }), { size: spotListLimit })
  const ended = useEndedOrders()
  const known = new Set(ended.map(({ id }) => id))
  const rows = [...ended, ...pager.rows.filter(({ id, status }) => status !== 'waiting' && !known.has(id))].filter(
    (order) => symbol === null || order.symbol === symbol,
  )
  return (
    <div className={styles.list}>
      {rows.length > 0 && <OrderHeads />}
      <PagedList pager={{ ...pager, rows }} emptyText={t('noHistory')} keyOf={({ id }) => id} render={(order) => <OrderRow order={order} />} />
    </div>
  )
}
