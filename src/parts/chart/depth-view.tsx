import { numbersIn } from '#src/lib/money-text.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { classes } from '#src/ui/classes.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { Live } from '#streams/kit/live.ts'
import type { BookSnapshot } from '#streams/market/order-book.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { depthShape, stairs } from './depth-shape.ts'
import styles from './depth-view.module.css'

const [width, height] = [600, 240]

type Props = { readonly market: string; readonly book: Live<BookSnapshot>; readonly scale: number }

/** Depth chart: the cumulated amount on both sides of the price. */
export function DepthView({ market, book, scale }: Props) {
  const { t, i18n } = useTranslation('market')
  const shape = useMemo(() => (book.value === null ? null : depthShape(book.value)), [book.value])
  if (book.value === null) return <Skeleton height={height} />
  if (shape === null)
    return (
      <Box as="p" tone={2} text="center" pad={8}>
        {t('syncing')}
      </Box>
    )
  const shown = numbersIn(i18n.language)
  const [base, quote] = market.split('-')
  const bids = stairs('bids', shape, width, height)
  const asks = stairs('asks', shape, width, height)
  const sum = (side: typeof shape.bids) => shown.places((side.at(-1)?.total ?? 0).toFixed(4), 4)
  const totals = { bids: sum(shape.bids), asks: sum(shape.asks) }
  const price = (value: number) => shown.price(value.toFixed(scale), scale)
  return (
    <Stack as="figure" gap={2} className={classes(book.freshness === 'stale' && styles.old)}>
      <Box as="figcaption" lay="row" gap={5} justify="center" size={1} tone={2} className={styles.legend}>
        <span className={styles.bids} data-unit={base}>
          <i aria-hidden="true" /> {t('bids')} {totals.bids}
        </span>
        <span className={styles.asks} data-unit={base}>
          <i aria-hidden="true" /> {t('asks')} {totals.asks}
        </span>
      </Box>
      <div className={styles.box}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('depthLabel', { pair: market.replace('-', '/'), ...totals })}
        >
          <path className={styles.bidArea} d={bids.area} />
          <path className={styles.askArea} d={asks.area} />
          <path className={styles.bidLine} d={bids.line} />
          <path className={styles.askLine} d={asks.line} />
        </svg>
        <Box as="span" size={1} tone={2} className={styles.most} aria-hidden="true" data-unit={base}>
          {shown.compact(shape.most.toFixed(4))}
        </Box>
      </div>
      <Box as="p" lay="row" justify="between" size={1} tone={2} aria-hidden="true" data-unit={quote}>
        <span>{price(shape.low)}</span>
        <span>{price(shape.middle)}</span>
        <span>{price(shape.high)}</span>
      </Box>
    </Stack>
  )
}
