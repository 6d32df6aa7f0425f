import { Row } from '#src/ui/box.tsx'
import { spot, spotListLimit, type SpotOrder } from '#contract/spot/spot.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { allDays, isWithin, spanOf, type Days } from '#src/lib/days.ts'
import { instantOf } from '#src/lib/format.ts'
import { DayFilter } from '#src/parts/money/day-filter.tsx'
import { useState, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { KeptDays } from '#src/parts/trade/kept-days.tsx'
import { OrderHeads } from '#src/parts/trade/order-heads.tsx'
import { OrderRow } from './order-row.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { TriggerHistory } from '#src/parts/trigger/trigger-history.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import styles from '#src/parts/trade/order-rows.module.css'

type Coins = { readonly currency_id: number; readonly legal_id: number }
type Props = { readonly symbol: string | null; readonly coins: Coins | null; readonly filter: ReactNode }

/** Closed orders by day, newest first, page by page; orders that close while the list is open are added on top. */
export function OrderHistory({ symbol, coins, filter }: Props) {
  const { t } = useTranslation(['trigger', 'spot'])
  const [days, setDays] = useState<Days>(allDays)
  const [kind, setKind] = useState<'orders' | 'triggers'>('orders')
  const kinds = (
    <Segmented
      label={t('spot:history')}
      size="s"
      options={[
        { value: 'orders', label: t('spot:orders') },
        { value: 'triggers', label: t('history') },
      ]}
      value={kind}
      onChange={setKind}
    />
  )
  if (kind === 'triggers')
    return (
      <>
        <Row gap={2} sideGap={3} blockPad={2} wraps>
          {kinds}
          {filter}
        </Row>
        <TriggerHistory product="spot" symbol={symbol} coins={coins} />
      </>
    )
  return (
    <>
      <Row gap={2} sideGap={3} blockPad={2} wraps>
        {kinds}
        {filter}
        <DayFilter chosen={days} onChoose={setDays} />
      </Row>
      <Closed key={`${symbol} ${days.from} ${days.to}`} symbol={symbol} coins={coins} days={days} />
      <KeptDays />
    </>
  )
}

function Closed({ symbol, coins, days }: Omit<Props, 'filter'> & { readonly days: Days }) {
  const { t } = useTranslation(['spot', 'money'])
  const { request } = useServices()
  const span = spanOf(days)
  const pager = usePager<SpotOrder>(
    (page) => request.read(spot.list, { page, limit: spotListLimit, ...coins, ...span }),
    { size: spotListLimit },
  )
  const ended = useEndedOrders()
  const known = new Set(ended.map(({ id }) => id))
  const rows = [...ended, ...pager.rows.filter(({ id, status }) => status !== 'waiting' && !known.has(id))].filter(
    (order) => (symbol === null || order.symbol === symbol) && isWithin(span, instantOf(order.created_at) ?? 0),
  )
  return (
    <div className={classes(table.table, styles.list)}>
      {rows.length > 0 && <OrderHeads />}
      <PagedList
        pager={{ ...pager, rows }}
        emptyText={t(days.from === null && days.to === null ? 'noHistory' : 'money:noMatch')}
        keyOf={({ id }) => id}
        render={(order) => <OrderRow order={order} />}
      />
    </div>
  )
}

const most = 50

/** Orders that closed since this list was opened, newest first. */
function useEndedOrders(): readonly SpotOrder[] {
  const { feeds } = useServices()
  const [ended, setEnded] = useState<readonly SpotOrder[]>([])
  useEffect(() => {
    const subscription = feeds.spotHistory$.subscribe((order) =>
      setEnded((known) => [order, ...known.filter(({ id }) => id !== order.id)].slice(0, most)),
    )
    return () => subscription.unsubscribe()
  }, [feeds])
  return ended
}
