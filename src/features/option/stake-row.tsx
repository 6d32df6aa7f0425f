import { Box, Press, Stack } from '#src/ui/box.tsx'
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

const types = { call: 'rise', put: 'fall', even: 'info' } as const

/** One stake: market, direction, amount, entry price and state. */
export function StakeRow({ order, state, left = null, onOpen }: Props) {
  const { t, i18n } = useTranslation('option')
  const lang = i18n.language
  const price = (text: string | null) => <Price text={text} symbol={order.symbol_name} />
  const end = endOf(order)
  const profit = profitText(order, lang)
  return (
    <Press
      lay="stack"
      gap={2}
      blockPad={3}
      line="bottom"
      isFull
      text="start"
      className={classes(table.row, styles.stake)}
      onClick={onOpen}
      aria-label={t('openStake', { no: order.round_no, type: t(`types.${order.type}`) })}
    >
      <Box as="span" lay="row" gap={2} align="baseline" className={table.parts}>
        <Box as="span" weight="bold" tone={types[order.type]}>
          {t(`types.${order.type}`)}
        </Box>
        <Box as="span" size={2} tone={2} className={styles.what}>
          {order.symbol_name} · {t('roundNo', { no: order.round_no })}
        </Box>
        <Box
          as="span"
          pushes
          weight="medium"
          nowrap
          tone={end === 'win' ? 'rise' : end === 'loss' ? 'fall' : undefined}
          className={styles.status}
        >
          {profit ?? (left === null ? t(`states.${state ?? end}`) : t('leftShort', { count: left }))}
        </Box>
      </Box>
      <Stack as="span" gap={2} columns={3} className={classes(table.parts, styles.cells)}>
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
      </Stack>
      <Box as="span" lay="row" gap={3} justify="between" tone={2} className={classes(table.parts, styles.foot)}>
        <time>{formatWireTime(order.created_at)}</time>
        <span>{t(`states.${state ?? end}`)}</span>
      </Box>
    </Press>
  )
}
