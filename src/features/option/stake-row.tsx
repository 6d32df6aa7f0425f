import { Box } from '#src/ui/box.tsx'
import type { OptionOrder } from '#contract/option/option.ts'
import { netOfRound } from '#contract/pnl.ts'
import { formatWireTime } from '#src/lib/format.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { Price } from '#src/parts/price.tsx'
import { Money } from '#src/ui/money.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import { useTranslation } from 'react-i18next'
import styles from './stakes.module.css'

/** The outcome of a stake in one word. */
export const endOf = ({ status, void_reason, profit_result }: OptionOrder) =>
  status !== 'closed' ? status : void_reason !== null || profit_result === null ? ('void' as const) : profit_result

/** The net result with its sign; empty while it is open. */
export const profitText = (order: OptionOrder, lang: string) => {
  return order.status === 'closed' ? numbersIn(lang).gain(netOfRound(order), order.currency_name) : null
}

/** The names of the columns, where the list is wide enough to be a table. */
export function StakeHeads({ isOver }: { readonly isOver: boolean }) {
  const { t } = useTranslation('option')
  return (
    <div className={classes(table.heads, styles.heads)} aria-hidden="true">
      {[
        t('boughtAt'),
        t('round'),
        t('expectation'),
        t('amount'),
        t('entry'),
        t(isOver ? 'delivery' : 'yield'),
        t(isOver ? 'profit' : 'time'),
        t('state'),
      ].map((name) => (
        <span key={name}>{name}</span>
      ))}
    </div>
  )
}

type Props = {
  readonly order: OptionOrder
  /** The state of its machine; without one, derived from the order. */
  readonly state?: string
  readonly left?: number | null
  readonly onOpen: () => void
}

/** One stake: market, direction, amount, entry price and state. */
export function StakeRow({ order, state, left = null, onOpen }: Props) {
  const { t, i18n } = useTranslation('option')
  const lang = i18n.language
  const price = (text: string | null) => <Price text={text} symbol={order.symbol_name} />
  const end = endOf(order)
  const profit = profitText(order, lang)
  return (
    <button
      type="button"
      className={classes(table.row, styles.stake)}
      onClick={onOpen}
      aria-label={t('openStake', { no: order.round_no, type: t(`types.${order.type}`) })}
    >
      <span className={classes(table.parts, styles.top)}>
        <span className={classes(styles.type, styles[order.type])}>{t(`types.${order.type}`)}</span>
        <Box as="span" size={2} tone={2} className={styles.what}>
          {order.symbol_name} · {t('roundNo', { no: order.round_no })}
        </Box>
        <span className={styles.status} data-end={end}>
          {profit ?? (left === null ? t(`states.${state ?? end}`) : t('leftShort', { count: left }))}
        </span>
      </span>
      <span className={classes(table.parts, styles.cells)}>
        <span>
          <small className={table.name}>{t('amount')}</small>
          <Money text={order.number} unit={order.currency_name} />
        </span>
        <span>
          <small className={table.name}>{t('entry')}</small>
          {price(order.open_price)}
        </span>
        <span>
          <small className={table.name}>{t(order.status === 'closed' ? 'delivery' : 'yield')}</small>
          {order.status === 'closed' ? price(order.end_price) : numbersIn(lang).percent(order.profit_ratio)}
        </span>
      </span>
      <span className={classes(table.parts, styles.foot)}>
        <time>{formatWireTime(order.created_at)}</time>
        <span>{t(`states.${state ?? end}`)}</span>
      </span>
    </button>
  )
}
