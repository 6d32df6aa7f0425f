import { baseOf, quoteOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { marksOf } from '#contract/wire/money-text.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { Box } from '#src/ui/box.tsx'
import { classes } from '#src/ui/classes.ts'
import { Empty } from '#src/ui/empty.tsx'
import { List } from '#src/ui/list.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { memo, useCallback, useLayoutEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { createDealsPainter } from './deals-painter.ts'
import styles from './deals-list.module.css'

const rowHeight = 24
const sides = {
  buy: { mark: '▲', price: classes(styles.price, styles.buy) },
  sell: { mark: '▼', price: classes(styles.price, styles.sell) },
}

/** The row of the trade at one place of the list, its content written by the painter. */
const Row = memo(function Row({
  market,
  at,
  add,
}: {
  readonly market: string
  readonly at: number
  readonly add: (at: number, element: HTMLElement) => () => void
}) {
  const ref = useCallback((element: HTMLElement | null) => (element === null ? undefined : add(at, element)), [add, at])
  return (
    <div className={styles.row} ref={ref}>
      <Box as="span" tone={2} />
      <span data-unit={quoteOf(market)}>
        <span aria-hidden="true" /> <span />
      </span>
      <span className={styles.amount} data-unit={baseOf(market)} />
    </div>
  )
})

const Head = memo(function Head() {
  const { t } = useTranslation('market')
  return (
    <div className={styles.head} aria-hidden="true">
      <span>{t('time')}</span>
      <span>{t('price')}</span>
      <span>{t('amount')}</span>
    </div>
  )
})

/** The last trades of one market, newest first; colour and arrow show the taker's side. */
export function DealsList({ market, height }: { readonly market: string; readonly height: number }) {
  const { t, i18n } = useTranslation('market')
  const { feeds } = useServices()
  const deals$ = feeds.deals$(market)
  const { count, isOld } = usePart(deals$, loading, ({ value, freshness }) => ({
    count: value?.deals.length ?? null,
    isOld: freshness === 'stale',
  }))
  const painter = useMemo(() => createDealsPainter(sides), [])
  const marks = marksOf(i18n.language)
  useLayoutEffect(() => painter.speak(marks), [painter, marks])
  useLayoutEffect(() => {
    const following = deals$.subscribe(painter.take)
    return () => following.unsubscribe()
  }, [deals$, painter])
  const places = useMemo(() => Array.from({ length: count ?? 0 }, (_, at) => at), [count])
  const row = useCallback((at: number) => <Row market={market} at={at} add={painter.add} />, [market, painter])
  if (count === null) return <Skeleton lines={8} height={rowHeight - 8} />
  if (count === 0) return <Empty text={t('noDeals')} />
  return (
    <div className={classes(isOld && styles.old)}>
      <Head />
      <List label={t('deals')} items={places} rowHeight={rowHeight} height={height} render={row} />
    </div>
  )
}
