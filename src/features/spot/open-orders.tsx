import { useFailureText } from '#src/parts/failure-text.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { memo, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import type { SpotQueued } from '#contract/spot/spot.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { OrderHeads, OrderRow } from './order-row.tsx'
import type { PairRules } from './ticket-sums.ts'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import styles from './orders.module.css'
import { useOpenOrder, useOpenOrders, type SpotOrdersActor } from './use-open-orders.ts'

type RowProps = {
  readonly id: number
  readonly list: SpotOrdersActor
  readonly queued: SpotQueued | undefined
  readonly onCancel: (id: number) => void
}

/** One row, which selects its order by id. */
const OpenOrderRow = memo(function OpenOrderRow({ id, list, queued, onCancel }: RowProps) {
  const { t } = useTranslation('spot')
  const failureText = useFailureText()
  const shown = useNumbers()
  const open = useOpenOrder(list, id)
  const isCancelled = open?.order.status === 'cancelled'
  useEffect(() => {
    if (isCancelled) toast('spot:cancelled')
  }, [isCancelled])
  if (open === null) return null
  const { order, failure, isBusy, mayCancel } = open
  return (
    <>
      <OrderRow
        order={order}
        {...(queued !== undefined &&
          order.status === 'waiting' && {
            place: t('queue', {
              place: queued.place,
              amount: shown.sum(queued.ahead, order.symbol.split('/')[0] ?? ''),
              coin: order.symbol.split('/')[0],
            }),
          })}
        action={
          (mayCancel || isBusy) && (
            <Button kind="quiet" size="s" isBusy={isBusy} onClick={() => onCancel(id)}>
              {t('cancel')}
            </Button>
          )
        }
      />
      {failure !== null && failure.kind === 'refused' && (
        <p role="alert" className={styles.failure}>
          {failureText(failure)}
        </p>
      )}
    </>
  )
})

const none: readonly SpotQueued[] = []
/**
 * Where the orders of this pair stand in their queues: asked for while there are any, and told only while it is fresh.
 */
function useQueued({ currency_id, legal_id }: PairRules, hasOrders: boolean): readonly SpotQueued[] {
  const { feeds } = useServices()
  const queue$ = useMemo(
    () => (hasOrders ? feeds.spotQueue$({ currency_id, legal_id }) : null),
    [feeds, currency_id, legal_id, hasOrders],
  )
  const { value, freshness } = useStream<Live<readonly SpotQueued[]>>(queue$, loading)
  return freshness === 'live' && value !== null ? value : none
}

/** All open orders, updated by push; one actor manages them, and one button cancels them all. */
export function OpenOrders({
  pair,
  symbol,
  filter,
}: {
  readonly pair: PairRules
  readonly symbol: string | null
  readonly filter: ReactNode
}) {
  const { t } = useTranslation('spot')
  const { list, orders, isStale, cancel } = useOpenOrders()
  const queued = useQueued(pair, orders?.some((order) => order.symbol === pair.symbol) === true)
  const [isAsking, setIsAsking] = useState(false)
  if (orders === null) return <Skeleton lines={3} height={72} />
  const shown = orders.filter((order) => symbol === null || order.symbol === symbol)
  if (shown.length === 0)
    return (
      <>
        {filter}
        <Empty text={t('noOpen')} />
      </>
    )
  const cancelAll = () => {
    setIsAsking(false)
    for (const { id } of shown) cancel(id)
  }
  return (
    <>
      <div className={styles.tools}>
        {filter}
        <Button kind="text" size="s" onClick={() => setIsAsking(true)}>
          {t('cancelAll')}
        </Button>
      </div>
      <div className={classes(table.table, styles.list)} data-stale={isStale || undefined}>
        <OrderHeads />
        {shown.map(({ id }) => (
          <OpenOrderRow key={id} id={id} list={list} queued={queued.find((each) => each.id === id)} onCancel={cancel} />
        ))}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('cancelAll')}
        confirm={t('cancelAll')}
        dismiss={t('keep')}
        kind="danger"
        onConfirm={cancelAll}
        onClose={() => setIsAsking(false)}
      >
        {t('cancelAllAsk', { count: shown.length })}
      </ConfirmDialog>
    </>
  )
}
