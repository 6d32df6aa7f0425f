import { Box } from '#src/ui/box.tsx'
import { isTriggerOver, type Trigger } from '#contract/trigger/trigger.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import { useListed } from '#src/actors/use-entity-list.ts'
import { formatWireTime } from '#src/lib/format.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { Price } from '#src/parts/price.tsx'
import { RowCells, type RowCell } from '#src/parts/trade/row-cells.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { useStand, type TriggersActor } from './use-triggers.ts'
import { Button } from '#src/ui/button.tsx'
import { classes } from '#src/ui/classes.ts'
import { useSwipeOff } from '#src/ui/use-swipe-off.ts'
import type { Leg } from '#streams/trigger/blocks.ts'
import { lazy, memo, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#src/parts/trade/order-rows.module.css'

const AmendTrigger = lazy(async () => ({ default: (await import('./amend-trigger.tsx')).AmendTrigger }))

/** What a leg is, in a word. */
const roleOf = ({ role, trail, when }: Trigger) =>
  trail !== null ? 'trail' : when === null && role === 'entry' ? 'rest' : role

const tones: Readonly<Record<Trigger['act'], 'rise' | 'fall' | undefined>> = {
  buy: 'rise',
  open_long: 'rise',
  sell: 'fall',
  open_short: 'fall',
  close: undefined,
}

/** What it acts on in all: as it was asked for, or what it has filled and what is left for it. */
const allOf = ({ size, made }: Trigger) =>
  size.by !== 'total' && compareDec(size.wanted, '0') > 0
    ? size.wanted
    : formatDec(parseDec(made?.amount ?? '0') + (size.by === 'total' ? 0n : parseDec(size.left)))

type RowProps = {
  readonly trigger: Trigger
  /** Its place among the targets of its group, where there are several. */
  readonly place?: { readonly no: number; readonly all: number } | null
  readonly price: string | null
  readonly status: string
  readonly note?: string | null
  readonly action?: ReactNode
  /** A swipe on a phone cancels it. */
  readonly onOff?: (() => void) | null
}
/** One trigger as a row of a list, whether it lives or is over. */
export function TriggerRow({ trigger, place = null, price, status, note = null, action, onOff = null }: RowProps) {
  const { t } = useTranslation(['trigger', 'spot', 'market'])
  const shown = useNumbers()
  const swipe = useSwipeOff(t('cancel'), onOff)
  const { product, symbol, act, size, made, multiple, created_at } = trigger
  const [base = '', quote = ''] = symbol.split('/')
  const isLots = product === 'lever'
  const unit = isLots ? t('lots') : size.by === 'total' ? quote : base
  const amountText = (text: string, coin: string) => (isLots ? shown.exact(text) : shown.sum(text, coin))
  const all = isLots ? unit : base
  const word = place === null ? t(`roles.${roleOf(trigger)}`) : t('profitOf', place)
  const isSized = compareDec(size.wanted, '0') > 0
  const filled = { filled: amountText(made?.amount ?? '0', base), amount: amountText(allOf(trigger), base) }
  const cells: readonly RowCell[] = [
    [
      t('size'),
      <span key="size" data-unit={unit}>
        {made === null
          ? size.by === 'all'
            ? t('whole')
            : `${amountText(isTriggerOver(trigger) && isSized ? size.wanted : size.left, unit)} ${unit}`
          : `${t('spot:filledOf', filled)} ${all}`}
      </span>,
    ],
    [t('at'), price === null ? null : <Price key="at" text={price} symbol={symbol} />],
    [
      t('spot:meanPrice'),
      made === null || made.fill_price === null ? null : (
        <Price
          key="mean"
          text={made.fill_price}
          symbol={symbol}
          rounding={act === 'buy' || act === 'open_long' ? 'away' : 'down'}
        />
      ),
    ],
    [t('spot:feePaid'), null],
  ]
  return (
    <article {...swipe} className={classes(table.row, styles.order, swipe.className)} aria-label={`${symbol} ${word}`}>
      <header className={classes(table.parts, styles.top)}>
        <Box as="span" weight="bold" tone={tones[act]}>
          {act === 'buy' || act === 'sell' ? t(`spot:${act}Coin`, { coin: base }) : t(`acts.${act}`)}
          {multiple !== null && ` ${multiple}×`}
        </Box>
        <Box as="span" tone={2} size={2} className={styles.kind}>
          {symbol} · {word}
        </Box>
        <time>{formatWireTime(created_at)}</time>
        <Box as="span" tone={2} size={2}>
          {status}
        </Box>
      </header>
      <RowCells isInline cells={cells} />
      {note !== null && <p className={styles.place}>{note}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </article>
  )
}

type Props = {
  readonly leg: Leg
  readonly list: TriggersActor
  readonly place?: RowProps['place']
  readonly onCancel: (id: number) => void
}
/** One live trigger: how far its price is and what it waits for; it is changed in a sheet. */
export const LegRow = memo(function LegRow({ leg, list, place = null, onCancel }: Props) {
  const { t } = useTranslation('trigger')
  const failureText = useFailureText()
  const shown = useNumbers()
  const listed = useListed(list, leg.trigger.id)
  const trigger = listed?.copy ?? leg.trigger
  const stand = useStand(trigger)
  const [isChanging, setIsChanging] = useState(false)
  const mayAmend = listed?.may({ name: 'amend', terms: {} }) === true
  const mayCancel = listed?.may({ name: 'cancel', isWhole: false }) === true
  const { status } = trigger
  const word =
    stand.waits !== null && (status === 'armed' || status === 'triggered')
      ? t(`waits.${stand.waits}`)
      : t(`states.${status}`)
  const isNear = stand.away !== null && !isTriggerOver(trigger)
  return (
    <>
      <TriggerRow
        trigger={trigger}
        place={place}
        price={leg.order?.target_price ?? stand.firesAt ?? trigger.trigger_price ?? trigger.makes.price}
        status={isNear ? `${word} · ${t('away', { percent: shown.places(stand.away ?? '0', 2) })}` : word}
        onOff={mayCancel && listed?.isBusy !== true ? () => onCancel(trigger.id) : null}
        action={
          <>
            {mayAmend && (
              <Button kind="quiet" size="s" data-key="amend" onClick={() => setIsChanging(true)}>
                {t('amend')}
              </Button>
            )}
            {(mayCancel || listed?.isBusy === true) && (
              <Button kind="quiet" size="s" isBusy={listed?.isBusy === true} onClick={() => onCancel(trigger.id)}>
                {t('cancel')}
              </Button>
            )}
          </>
        }
      />
      {listed?.failure?.kind === 'refused' && (
        <Box as="p" role="alert" tone="danger" size={2}>
          {failureText(listed.failure)}
        </Box>
      )}
      {isChanging && (
        <Suspense>
          <AmendTrigger trigger={trigger} onClose={() => setIsChanging(false)} />
        </Suspense>
      )}
    </>
  )
})
