import { Box, Row } from '#src/ui/box.tsx'
import { isProtective } from '#contract/trigger/trigger.ts'
import { orders, type OrderRef } from '#contract/trigger/trigger-orders.ts'
import { useChange } from '#src/parts/use-change.ts'
import type { TriggersActor } from './use-triggers.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { classes } from '#src/ui/classes.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import type { Block, Leg } from '#streams/trigger/blocks.ts'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LegRow } from './leg-row.tsx'
import styles from '#src/parts/trade/order-rows.module.css'

type Props = {
  readonly block: Block
  readonly list: TriggersActor
  /** The row of an order, or of an entry of a contract. */
  readonly rowOf: (id: number) => ReactNode
  readonly onCancel: (trigger: number) => void
}
/** An order, a trigger, or a group with its legs below its entry. */
export function BlockRows({ block, list, rowOf, onCancel }: Props) {
  const { entry, legs, group } = block
  const targets = legs.filter(({ trigger }) => trigger.role === 'profit')
  const placeOf = (leg: Leg) =>
    targets.length > 1 && targets.includes(leg) ? { no: targets.indexOf(leg) + 1, all: targets.length } : null
  const first =
    entry === null ? null : entry.kind === 'trigger' ? (
      <LegRow leg={entry} list={list} onCancel={onCancel} />
    ) : (
      rowOf(entry.kind === 'order' ? entry.order.id : entry.position.id)
    )
  if (legs.length === 0 && group === null) return first
  return (
    <>
      {first}
      <div className={classes(styles.list, styles.legs)}>
        <GroupHead block={block} />
        {legs.map((leg) => (
          <LegRow key={leg.trigger.id} leg={leg} list={list} place={placeOf(leg)} onCancel={onCancel} />
        ))}
      </div>
    </>
  )
}

const refsOf = ({ entry, legs }: Block): OrderRef[] => [
  ...(entry === null
    ? []
    : [
        {
          kind: entry.kind,
          id: entry.kind === 'order' ? entry.order.id : entry.kind === 'trigger' ? entry.trigger.id : entry.position.id,
        },
      ]),
  ...legs.map(({ trigger }) => ({ kind: 'trigger' as const, id: trigger.id })),
]

/** What links the legs below, and the button that ends them all. */
function GroupHead({ block }: Pick<Props, 'block'>) {
  const { t } = useTranslation(['trigger', 'spot'])
  const change = useChange()
  const [isAsking, setIsAsking] = useState(false)
  const { entry, legs } = block
  const isOpening = legs.every(({ trigger }) => trigger.role === 'entry')
  const kind = entry !== null ? 'bracket' : isOpening || legs.length > 1 ? 'oco' : 'protects'
  const end = () => {
    setIsAsking(false)
    void change(orders.cancelBatch, { targets: refsOf(block) }, (answer) =>
      toast('trigger:cancelAllDone', { count: String(answer?.results.filter(({ done }) => done).length ?? 0) }),
    )
  }
  return (
    <Row gap={3} justify="between">
      <Box as="strong" tone={2} size={2} className={styles.kind}>
        {t(`blocks.${kind}`)}
      </Box>
      <Button kind="text" size="s" onClick={() => setIsAsking(true)}>
        {t('cancelLinked')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('cancelLinked')}
        confirm={t('cancelLinked')}
        dismiss={t('spot:keep')}
        kind="danger"
        onConfirm={end}
        onClose={() => setIsAsking(false)}
      >
        {t('cancelLinkedAsk', { count: refsOf(block).length })}
      </ConfirmDialog>
    </Row>
  )
}

/** Ends all that waits by one call; what protects stays unless it is asked for as well. */
export function CancelAll({
  product,
  blocks,
  coins,
}: {
  readonly product: 'spot' | 'lever'
  readonly blocks: readonly Block[]
  readonly coins: { readonly currency_id: number; readonly legal_id: number } | null
}) {
  const { t } = useTranslation(['trigger', 'spot'])
  const change = useChange()
  const [isAsking, setIsAsking] = useState(false)
  const [isAll, setIsAll] = useState(false)
  const all = blocks.flatMap(({ entry, legs }) => [
    ...(entry === null ? [] : [entry.kind === 'trigger' && isProtective(entry.trigger)]),
    ...legs.map(({ trigger }) => isProtective(trigger)),
  ])
  const guards = all.filter(Boolean).length
  const isOnlyGuards = guards === all.length
  const withGuards = isAll || isOnlyGuards
  const end = () => {
    setIsAsking(false)
    const classes = withGuards ? (['resting', 'entries', 'protective'] as const) : (['resting', 'entries'] as const)
    void change(orders.cancelAll, { product, ...coins, classes: [...classes] }, (answer) =>
      toast('trigger:cancelAllDone', { count: String(answer?.cancelled.length ?? 0) }),
    )
  }
  return (
    <>
      <Button kind="text" size="s" data-key="cancel-all" onClick={() => setIsAsking(true)}>
        {t('spot:cancelAll')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('spot:cancelAll')}
        confirm={t('spot:cancelAll')}
        dismiss={t('spot:keep')}
        kind="danger"
        onConfirm={end}
        onClose={() => setIsAsking(false)}
      >
        <p>{t('spot:cancelAllAsk', { count: withGuards ? all.length : all.length - guards })}</p>
        {guards > 0 && !isOnlyGuards && (
          <Checkbox isChecked={isAll} onChange={setIsAll}>
            {t('protectToo')}
          </Checkbox>
        )}
      </ConfirmDialog>
    </>
  )
}
