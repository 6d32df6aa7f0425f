import { secondsToClose } from '#machines/option/option-order.ts'
import type { OptionOrder } from '#contract/option/option.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { optionOrderLogic } from './option-round.actors.ts'
import { StakeHeads, StakeRow } from './stake-row.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import styles from './stakes.module.css'

type Open = (id: number) => void

function OpenStake({
  order: first,
  logic,
  onOpen,
}: {
  readonly order: OptionOrder
  readonly logic: ReturnType<typeof optionOrderLogic>
  readonly onOpen: Open
}) {
  const actor = useActorRef(logic, { input: { order: first } })
  const snapshot = useSelector(actor, (now) => now)
  const { value } = snapshot
  const state = typeof value === 'string' ? value : 'open' in value ? value.open : value.closed
  return (
    <StakeRow
      order={snapshot.context.order}
      state={state}
      left={secondsToClose(snapshot)}
      onOpen={() => onOpen(first.id)}
    />
  )
}

/** All stakes that run or wait for their result; each has its own machine. */
export function OpenStakes({ onOpen }: { readonly onOpen: Open }) {
  const { t } = useTranslation('option')
  const { feeds } = useServices()
  const logic = useMemo(() => optionOrderLogic({ feeds }), [feeds])
  const orders = useStream(feeds.optionOrders$, loading)
  if (orders.value === null) return <Skeleton lines={2} height={88} />
  if (orders.value.length === 0) return <Empty text={t('noOpen')} />
  return (
    <div className={classes(table.table, styles.table)} data-stale={orders.freshness === 'stale' || undefined}>
      <StakeHeads isOver={false} />
      <ul className={styles.list}>
        {orders.value.map((order) => (
          <li key={order.id}>
            <OpenStake order={order} logic={logic} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </div>
  )
}
