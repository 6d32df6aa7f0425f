import { Box, Row } from '#src/ui/box.tsx'
import { useFailureText } from '#src/parts/failure-text.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import type { SpotQueued, SpotOrder } from '#contract/spot/spot.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { spotBlocks } from '#streams/trigger/blocks.ts'
import { useTriggers } from '#src/parts/trigger/use-triggers.ts'
import { BlockRows, CancelAll } from '#src/parts/trigger/block-rows.tsx'
import { OrderHeads } from '#src/parts/trade/order-heads.tsx'
import { OrderRow } from './order-row.tsx'
import type { PairRules } from './ticket-sums.ts'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import styles from '#src/parts/trade/order-rows.module.css'
import { useEntityList, useListed, type EntityList } from '#src/actors/use-entity-list.ts'
import { useActorRef } from '@xstate/react'
import { spotOrdersLogic } from './spot-order.actors.ts'

const AmendOrder = lazy(async () => ({ default: (await import('./amend-sheet.tsx')).AmendOrder }))

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
  const [isChanging, setIsChanging] = useState(false)
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
        onOff={mayCancel && !isBusy ? () => onCancel(id) : null}
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
            <>
              {mayCancel && order.kind !== 'market' && (
                <Button kind="quiet" size="s" data-key="amend" onClick={() => setIsChanging(true)}>
                  {t('amend')}
                </Button>
              )}
              <Button kind="quiet" size="s" isBusy={isBusy} onClick={() => onCancel(id)}>
                {t('cancel')}
              </Button>
            </>
          )
        }
      />
      {failure !== null && failure.kind === 'refused' && (
        <Box as="p" role="alert" tone="danger" size={2}>
          {failureText(failure)}
        </Box>
      )}
      {isChanging && (
        <Suspense>
          <AmendOrder order={order} onClose={() => setIsChanging(false)} />
        </Suspense>
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

type ListProps = {
  readonly pair: PairRules
  readonly symbol: string | null
  readonly coins: { readonly currency_id: number; readonly legal_id: number } | null
  readonly filter: ReactNode
}

/** All that waits, updated by push: orders, triggers, and groups of them each as one block. */
export function OpenOrders({ pair, symbol, coins, filter }: ListProps) {
  const { t } = useTranslation(['spot', 'trigger'])
  const { list, orders, isStale, cancel } = useOpenOrders()
  const waiting = useTriggers()
  const { triggers, act } = waiting
  const queued = useQueued(pair, orders?.some((order) => order.symbol === pair.symbol) === true)
  const blocks = useMemo(
    () => spotBlocks(orders ?? [], triggers ?? []).filter((block) => symbol === null || block.symbol === symbol),
    [orders, triggers, symbol],
  )
  const cancelLeg = useCallback((id: number) => act(id, { name: 'cancel', isWhole: false }), [act])
  if (orders === null) return <Skeleton lines={3} height={72} />
  if (blocks.length === 0)
    return (
      <>
        {filter}
        <Empty text={t('noOpen')} />
      </>
    )
  const rowOf = (id: number) => (
    <OpenOrderRow key={id} id={id} list={list} queued={queued.find((each) => each.id === id)} onCancel={cancel} />
  )
  return (
    <>
      <Row gap={3} justify="between">
        {filter}
        <CancelAll product="spot" blocks={blocks} coins={coins} />
      </Row>
      <div className={classes(table.table, styles.list)} data-stale={isStale || waiting.isStale || undefined}>
        <OrderHeads />
        {blocks.map((block) => (
          <BlockRows key={block.key} block={block} list={waiting.list} rowOf={rowOf} onCancel={cancelLeg} />
        ))}
      </div>
    </>
  )
}

type SpotOrdersActor = EntityList<SpotOrder, 'cancel'>

/** The open orders of the user; null before the first complete list. */
function useOpenOrders() {
  const services = useServices()
  const logic = useMemo(() => spotOrdersLogic(services), [services])
  const { actor, list, isStale, act } = useEntityList<SpotOrder, 'cancel'>(useActorRef(logic))
  const cancel = useCallback((id: number) => act(id, 'cancel'), [act])
  return { list: actor, orders: list, isStale, cancel }
}
/** One order of the list, and its cancel. Null once it is closed. */
function useOpenOrder(list: SpotOrdersActor, id: number) {
  const listed = useListed(list, id)
  if (listed === null) return null
  const { copy, failure, isBusy, may } = listed
  return { order: copy, failure, isBusy, mayCancel: may('cancel') }
}
