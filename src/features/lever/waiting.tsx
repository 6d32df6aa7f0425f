import { Row } from '#src/ui/box.tsx'
import { useOpenPositions } from '#src/actors/use-open-positions.ts'
import { OrderHeads } from '#src/parts/trade/order-heads.tsx'
import orders from '#src/parts/trade/order-rows.module.css'
import table from '#src/parts/trade/table-rows.module.css'
import { BlockRows, CancelAll } from '#src/parts/trigger/block-rows.tsx'
import { useTriggers } from '#src/parts/trigger/use-triggers.ts'
import { classes } from '#src/ui/classes.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { leverBlocks, type Block } from '#streams/trigger/blocks.ts'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenPosition } from './open-position.tsx'
import { PositionHeads } from './position-row.tsx'
import styles from './positions.module.css'
import type { LeverState } from './use-lever.ts'

type Props = {
  readonly symbol: string | null
  readonly coins: { readonly currency_id: number; readonly legal_id: number } | null
  readonly state: LeverState
  readonly filter: ReactNode
}
const isOrder = ({ entry }: Block) => entry?.kind === 'position'

/** Entries that wait, at a limit or for a price, each with what will protect its position. */
export function Waiting({ symbol, coins, state, filter }: Props) {
  const { t } = useTranslation(['lever', 'trigger'])
  const { list, positions, isStale, act } = useOpenPositions()
  const waiting = useTriggers()
  const { triggers } = waiting
  const all = useMemo(() => leverBlocks(positions ?? [], triggers ?? []), [positions, triggers])
  if (positions === null) return <Skeleton lines={3} height={96} />
  const blocks = all.filter((block) => symbol === null || block.symbol === symbol)
  const isFilterUseful = symbol !== null || all.some((block) => block.symbol !== state.pair.symbol)
  if (blocks.length === 0)
    return (
      <>
        {isFilterUseful && filter}
        <Empty text={t('noPending')} icon="contracts" />
      </>
    )
  const rowOf = (id: number) => <OpenPosition key={id} id={id} list={list} act={act} state={state} liquidation={null} />
  const rows = (some: readonly Block[]) =>
    some.map((block) => (
      <BlockRows
        key={block.key}
        block={block}
        list={waiting.list}
        rowOf={rowOf}
        onCancel={(id) => waiting.act(id, { name: 'cancel', isWhole: false })}
      />
    ))
  const isOld = isStale || waiting.isStale || undefined
  const [placed, armed] = [blocks.filter(isOrder), blocks.filter((block) => !isOrder(block))]
  return (
    <>
      <Row gap={1} sideGap={3} wraps justify="between">
        {isFilterUseful && filter}
        <CancelAll product="lever" blocks={blocks} coins={coins} />
      </Row>
      {armed.length > 0 && (
        <div className={classes(table.table, orders.list)} data-stale={isOld}>
          <OrderHeads />
          {rows(armed)}
        </div>
      )}
      {placed.length > 0 && (
        <div className={classes(table.table, styles.list)} data-table="pending" data-stale={isOld}>
          <PositionHeads of="pending" />
          {rows(placed)}
        </div>
      )}
    </>
  )
}
