import { compareDec } from '#contract/wire/money.ts'
import type { SpotOrder } from '#contract/spot.ts'
import { formatAmount, formatWireTime } from '#src/lib/format.ts'
import { classes } from '#src/ui/classes.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './orders.module.css'

const coinsOf = (symbol: string) => {
  const [base = '', quote = ''] = symbol.split('/')
  return { base, quote }
}

/** The displayed status: an open order with fills is partially filled. */
export const statusKey = ({ status, filled_amount }: SpotOrder) =>
  status === 'waiting' && compareDec(filled_amount, '0') > 0 ? 'status.partly' : `status.${status}`

/** One order: the requested amount and its fills. `action` is rendered at the end. */
export function OrderRow({ order, action, place }: { readonly order: SpotOrder; readonly action?: ReactNode; readonly place?: ReactNode }) {
  const { t, i18n } = useTranslation('spot')
  const { base, quote } = coinsOf(order.symbol)
  const amount = (text: string) => formatAmount(text, i18n.language)
  const wished = compareDec(order.trade_amount, '0') > 0 ? order.trade_amount : order.filled_amount
  const cells: readonly (readonly [string, string])[] = [
    [t('filled'), `${t('filledOf', { filled: amount(order.filled_amount), amount: amount(wished) })} ${base}`],
    [t('price', { coin: quote }), order.kind === 'market' ? t('kinds.market') : amount(order.target_price)],
    ...(order.trade_price === null ? [] : [[t('meanPrice'), amount(order.trade_price)] as const]),
    ...(compareDec(order.fee, '0') > 0 ? [[t('feePaid'), `${amount(order.fee)} ${order.type === 'buy' ? base : quote}`] as const] : []),
  ]
  return (
    <article className={styles.order} aria-label={`${order.symbol} ${t(`kinds.${order.kind}`)}`}>
      <header className={styles.top}>
        <span className={classes(styles.side, order.type === 'buy' ? styles.buy : styles.sell)}>
          {t(order.type === 'buy' ? 'buyCoin' : 'sellCoin', { coin: base })}
        </span>
        <span className={styles.kind}>
          {order.symbol} · {t(`kinds.${order.kind}`)}
        </span>
        <time>{formatWireTime(order.created_at, i18n.language)}</time>
        <span className={styles.status}>{t(statusKey(order))}</span>
      </header>
      <dl className={styles.cells}>
        {cells.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {place !== undefined && <p className={styles.place}>{place}</p>}
      {order.cancel_reason !== null && <p className={styles.place}>{t(`reason.${order.cancel_reason}`)}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </article>
  )
}
