import type { SpotOrder } from '#contract/spot.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useServices } from '#src/actors/services.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { useActor } from '@xstate/react'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { OrderRow } from './order-row.tsx'
import styles from './orders.module.css'
import { spotOrderLogic } from './spot-order.actors.ts'

/** How each shown order is cancelled, by its id: what "cancel all" goes through. */
type Cancels = RefObject<Map<number, () => void>>

function OpenOrder({ order: first, logic, cancels }: { readonly order: SpotOrder; readonly logic: ReturnType<typeof spotOrderLogic>; readonly cancels: Cancels }) {
  const { t } = useTranslation('spot')
  const failureText = useFailureText()
  const [snapshot, send] = useActor(logic, { input: { order: first } })
  const { order, failure } = snapshot.context
  const isBusy = snapshot.hasTag('busy')
  const may = snapshot.can({ type: 'cancel', key: '' })
  useEffect(() => {
    const known = cancels.current
    known.set(first.id, () => send({ type: 'cancel', key: newKey() }))
    return () => void known.delete(first.id)
  }, [cancels, first.id, send])
  useEffect(() => {
    if (order.status === 'cancelled') toast('spot:cancelled')
  }, [order.status])
  return (
    <>
      <OrderRow
        order={order}
        action={
          (may || isBusy) && (
            <Button kind="quiet" size="s" isBusy={isBusy} onClick={() => send({ type: 'cancel', key: newKey() })}>
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
}

/** All orders that wait, changed by push; each is a machine of its own, and one button ends them all. */
export function OpenOrders({ symbol, filter }: { readonly symbol: string | null; readonly filter: ReactNode }) {
  const { t } = useTranslation('spot')
  const services = useServices()
  const logic = useMemo(() => spotOrderLogic(services), [services])
  const orders = useStream(services.feeds.spotOrders$, loading)
  const cancels: Cancels = useRef(new Map())
  const [isAsking, setIsAsking] = useState(false)
  if (orders.value === null) return <Skeleton lines={3} height={72} />
  const shown = orders.value.filter((order) => symbol === null || order.symbol === symbol)
  if (shown.length === 0)
    return (
      <>
        {filter}
        <Empty text={t('noOpen')} />
      </>
    )
  const cancelAll = () => {
    setIsAsking(false)
    for (const { id } of shown) cancels.current.get(id)?.()
  }
  return (
    <>
      <div className={styles.tools}>
        {filter}
        <Button kind="text" size="s" onClick={() => setIsAsking(true)}>
          {t('cancelAll')}
        </Button>
      </div>
      <div className={styles.list} data-stale={orders.freshness === 'stale' || undefined}>
        {shown.map((order) => (
          <OpenOrder key={order.id} order={order} logic={logic} cancels={cancels} />
        ))}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('cancelAll')}
        confirm={t('cancelAll')}
        kind="danger"
        onConfirm={cancelAll}
        onClose={() => setIsAsking(false)}
      >
        {t('cancelAllAsk', { count: shown.length })}
      </ConfirmDialog>
    </>
  )
}
