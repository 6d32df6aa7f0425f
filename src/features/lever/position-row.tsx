import { Box, Row } from '#src/ui/box.tsx'
import type { Position } from '#contract/lever/lever-position.ts'
import { compareDec } from '#contract/wire/money.ts'
import { inColumn, RowCells, type RowCell } from '#src/parts/trade/row-cells.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Price } from '#src/parts/price.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Standing } from '#src/parts/lever/account.ts'
import styles from './positions.module.css'

const missing = '—'
const isSet = (price: string | null): price is string => price !== null && compareDec(price, '0') > 0

/** Why a position ended, as it is told; null for an order that its owner cancelled, which was not closed by anybody. */
export const reasonOf = ({ status, close_reason }: Pick<Position, 'status' | 'close_reason'>) =>
  status === 'cancelled' && close_reason === 'user' ? null : close_reason

/**
 * The columns of each list with their names, where it is wide enough to be a table: two of them may stand one above the
 * other.
 */
const columns = {
  positions: [
    ['contract', 'market:pair'],
    ['size', 'size'],
    ['entryPrice', 'entryPrice'],
    ['mark', 'mark'],
    ['liquidationAccount', 'liquidationAccount'],
    ['margin', 'margin'],
    ['rate', 'rate'],
    ['profit', 'profit'],
    ['stops', 'editStops'],
  ],
  pending: [
    ['contract', 'market:pair'],
    ['size', 'size'],
    ['limitPrice', 'limitPrice'],
    ['margin', 'margin'],
    ['stops', 'editStops'],
  ],
  history: [
    ['contract', 'market:pair'],
    ['size', 'size'],
    ['entryPrice', 'entryPrice'],
    ['closePrice', 'closePrice'],
    ['gross', 'gross'],
    ['fee', 'fee'],
    ['overnight', 'overnight'],
    ['profit', 'realised'],
  ],
} as const
export type PositionTable = keyof typeof columns

/** The names of the columns, where the list is wide enough to be a table. */
export function PositionHeads({ of }: { readonly of: PositionTable }) {
  const { t } = useTranslation(['lever', 'market'])
  return (
    <div className={classes(table.heads, styles.heads)} aria-hidden="true">
      {columns[of].map(([column, name]) => (
        <span key={column} {...inColumn(column)}>
          {t(name)}
        </span>
      ))}
    </div>
  )
}

type Props = {
  readonly position: Position
  readonly standing: Standing
  /** Equity of the whole account in percent of its margin. */
  readonly rate?: string | null
  readonly liquidation?: string | null
  readonly isStale?: boolean
  readonly actions?: ReactNode
  readonly note?: ReactNode
}

/** The side, the pair and where it stands. */
function Head({ position: { type, symbol, multiple, status } }: Pick<Props, 'position'>) {
  const { t } = useTranslation('lever')
  return (
    <Row as="header" gap={2} className={styles.top}>
      <Box
        as="span"
        sidePad={2}
        round={1}
        size={2}
        weight="bold"
        ground={type === 'long' ? 'rise' : 'fall'}
        tone={type === 'long' ? 'rise' : 'fall'}
        className={styles.side}
      >
        {t(type)}
      </Box>
      <Box as="span" weight="bold">
        {symbol} <small>{`${multiple}×`}</small> <small className={styles.badge}>{t('cross')}</small>
      </Box>
      <Box as="span" pushes tone={2} size={2} className={styles.status}>
        {t(`status.${status}`)}
      </Box>
    </Row>
  )
}

/** One position: side, size, and its current or final profit. */
export function PositionRow({ position, standing, rate, liquidation, isStale = false, actions, note }: Props) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const cells = useCells({ position, standing, rate: rate ?? null, liquidation: liquidation ?? null })
  const { type, symbol, multiple, status } = position
  const reason = reasonOf(position)
  const quote = symbol.split('/')[1] ?? ''
  return (
    <article
      className={classes(table.row, styles.position)}
      data-status={status}
      aria-label={`${symbol} ${t(type)} ${multiple}×`}
    >
      <Head position={position} />
      {status !== 'pending' && status !== 'cancelled' && (
        <Box
          as="p"
          lay="row"
          sideGap={3}
          wraps
          align="baseline"
          size={4}
          weight="bold"
          className={classes(table.parts, styles.profit)}
        >
          <Box as="span" tone={2} size={2} weight="plain" className={table.name}>
            {t(status !== 'closed' ? 'profit' : position.settles_ms === undefined ? 'realised' : 'settling')}
          </Box>
          <span {...inColumn('profit')}>
            <NumberCell
              text={shown.gain(standing.profit, quote)}
              value={standing.profit}
              trend={trendOf(standing.profit)}
              isStale={isStale}
            />
          </span>
          <span {...inColumn('percent')}>
            <NumberCell text={shown.change(standing.percent)} trend={trendOf(standing.percent)} isStale={isStale} />
          </span>
        </Box>
      )}
      <RowCells cells={cells} />
      <Row as="footer" gap={1} sideGap={3} wraps tone={2} size={1} className={styles.foot}>
        <time>{shown.time(position.complete_time ?? position.transaction_time ?? position.create_time)}</time>
        {reason !== null && <span>{t(`reason.${reason}`)}</span>}
        {typeof position.part_of === 'number' && <span>{t('partOfId', { id: position.part_of })}</span>}
        {actions !== undefined && (
          <Box as="span" lay="inline" gap={1} align="center" pushes className={styles.actions}>
            {actions}
          </Box>
        )}
      </Row>
      {note}
    </article>
  )
}

type Cells = {
  readonly position: Position
  readonly standing: Standing
  readonly rate: string | null
  readonly liquidation: string | null
}

function useCells({ position, standing, rate, liquidation }: Cells): readonly RowCell[] {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const price = (text: string) => <Price text={text} symbol={position.symbol} />
  const stop = (text: string | null) => (isSet(text) ? price(text) : missing)
  const [base = '', quote = ''] = position.symbol.split('/')
  const lost = (text: string) => shown.gain(`-${text}`, quote)
  const { status } = position
  const isLiving = status === 'pending' || status === 'trading' || status === 'closing'
  const size = [
    t('size'),
    `${t('lotsOf', { count: position.share })} (${shown.money(position.number, base)})`,
    'size',
  ] as const
  const margin = [t('margin'), shown.money(position.caution_money, quote), 'margin'] as const
  const stops = [
    [t('takeProfit'), stop(position.target_profit_price), 'takeProfit'],
    [t('stopLoss'), stop(position.stop_loss_price), 'stopLoss'],
  ] as const
  if (status === 'pending' || status === 'cancelled')
    return [[t('limitPrice'), price(position.price), 'limitPrice'], size, margin, ...(isLiving ? stops : [])]
  const opened = [t('entryPrice'), price(position.price), 'entryPrice'] as const
  const taken =
    compareDec(position.haircut, '0') > 0
      ? (['haircut', position.haircut] as const)
      : position.lead === undefined
        ? null
        : (['lead', position.lead] as const)
  const cut = taken === null ? [] : [[t(taken[0]), lost(taken[1]), 'haircut'] as const]
  if (status === 'closed')
    return [
      [t('gross'), shown.gain(position.fact_profits, quote), 'gross'],
      [t('fee'), lost(position.trade_fee), 'fee'],
      [
        t('overnight'),
        compareDec(position.overnight_money, '0') > 0 ? lost(position.overnight_money) : missing,
        'overnight',
      ],
      opened,
      [t('closePrice'), price(position.close_price ?? position.update_price), 'closePrice'],
      size,
      ...cut,
    ]
  return [
    opened,
    [t('mark'), price(standing.mark), 'mark'],
    [t('liquidationAccount'), liquidation === null ? missing : price(liquidation), 'liquidationAccount'],
    size,
    margin,
    [t('gross'), shown.gain(standing.gross, quote), 'gross'],
    [t('fee'), lost(position.trade_fee), 'fee'],
    ...(compareDec(position.overnight_money, '0') > 0
      ? [[t('overnight'), lost(position.overnight_money), 'overnight'] as const]
      : []),
    [t('rate'), rate === null ? missing : `${shown.places(rate, 2)}%`, 'rate'],
    ...stops,
    ...cut,
  ]
}
