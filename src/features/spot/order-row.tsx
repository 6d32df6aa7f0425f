import { Box } from '#src/ui/box.tsx'
import { compareDec } from '#contract/wire/money.ts'
import type { SpotOrder } from '#contract/spot/spot.ts'
import { formatWireTime } from '#src/lib/format.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import table from '#src/parts/trade/table-rows.module.css'
import { RowCells, type RowCell } from '#src/parts/trade/row-cells.tsx'
import { Price } from '#src/parts/price.tsx'
import { classes } from '#src/ui/classes.ts'
import { useSwipeOff } from '#src/ui/use-swipe-off.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#src/parts/trade/order-rows.module.css'

const coinsOf = (symbol: string) => {
  const [base = '', quote = ''] = symbol.split('/')
  return { base, quote }
}

/** The displayed status: an open order with fills is partially filled. */
export const statusKey = ({ status, filled_amount }: SpotOrder) =>
  status === 'waiting' && compareDec(filled_amount, '0') > 0 ? 'status.partly' : `status.${status}`

/** One order: the requested amount and its fills. `action` is rendered at the end. */
export function OrderRow({
  order,
  action,
  place,
  onOff = null,
}: {
  readonly order: SpotOrder
  readonly action?: ReactNode
  readonly place?: ReactNode
  /** A swipe on a phone cancels it. */
  readonly onOff?: (() => void) | null
}) {
  const { t } = useTranslation('spot')
  const { base, quote } = coinsOf(order.symbol)
  const shown = useNumbers()
  const swipe = useSwipeOff(t('cancel'), onOff)
  const wished = compareDec(order.trade_amount, '0') > 0 ? order.trade_amount : order.filled_amount
  const cells: readonly RowCell[] = [
    [
      t('filled'),
      <span key="filled" data-unit={base}>
        {`${t('filledOf', { filled: shown.sum(order.filled_amount, base), amount: shown.sum(wished, base) })} ${base}`}
      </span>,
    ],
    [
      t('price', { coin: quote }),
      order.kind === 'market' ? (
        t('kinds.market')
      ) : (
        <Price key="price" text={order.target_price} symbol={order.symbol} />
      ),
    ],
    [
      t('meanPrice'),
      order.trade_price === null ? null : (
        <Price
          key="mean"
          text={order.trade_price}
          symbol={order.symbol}
          rounding={order.type === 'buy' ? 'away' : 'down'}
        />
      ),
    ],
    [t('feePaid'), compareDec(order.fee, '0') > 0 ? shown.cost(order.fee, order.type === 'buy' ? base : quote) : null],
  ]
  return (
    <article
      {...swipe}
      className={classes(table.row, styles.order, swipe.className)}
      aria-label={`${order.symbol} ${t(`kinds.${order.kind}`)}`}
    >
      <header className={classes(table.parts, styles.top)}>
        <Box as="span" weight="bold" tone={order.type === 'buy' ? 'rise' : 'fall'}>
          {t(order.type === 'buy' ? 'buyCoin' : 'sellCoin', { coin: base })}
        </Box>
        <Box as="span" tone={2} size={2} className={styles.kind}>
          {order.symbol} · {t(`kinds.${order.kind}`)}
        </Box>
        <time>{formatWireTime(order.created_at)}</time>
        <Box as="span" tone={2} size={2}>
          {t(statusKey(order))}
        </Box>
      </header>
      <RowCells isInline cells={cells} />
      {place !== undefined && <p className={styles.place}>{place}</p>}
      {order.cancel_reason !== null && <p className={styles.place}>{t(`reason.${order.cancel_reason}`)}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </article>
  )
}
