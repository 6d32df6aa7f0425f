import type { Deal } from '#contract/market.ts'
import { marksOf } from '#src/lib/format.ts'
import { shownAmount } from '#src/lib/read-amount.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { classes } from '#src/ui/classes.ts'
import { Empty } from '#src/ui/empty.tsx'
import { List } from '#src/ui/list.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './deals-list.module.css'
import { useServices } from '#src/actors/services.tsx'

const rowHeight = 24
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' })

const sides = { buy: { mark: '▲', price: classes(styles.price, styles.buy) }, sell: { mark: '▼', price: classes(styles.price, styles.sell) } }

const Row = memo(function Row({ side, price, amount, at_ms }: Deal) {
  const { i18n } = useTranslation('market')
  const marks = marksOf(i18n.language)
  return (
    <div className={styles.row}>
      <span className={styles.time}>{clock.format(at_ms)}</span>
      <span className={sides[side].price}>
        <span aria-hidden="true">{sides[side].mark}</span> {shownAmount(price, marks, true)}
      </span>
      <span className={styles.amount}>{shownAmount(amount, marks, true)}</span>
    </div>
  )
})
const row = ({ id, side, price, amount, at_ms }: Deal) => <Row id={id} side={side} price={price} amount={amount} at_ms={at_ms} />

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
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const deals = useStream(feeds.deals$(market), loading)
  if (deals.value === null) return <Skeleton lines={8} height={rowHeight - 8} />
  if (deals.value.deals.length === 0) return <Empty text={t('noDeals')} />
  return (
    <div className={classes(deals.freshness === 'stale' && styles.old)}>
      <Head />
      <List label={t('deals')} items={deals.value.deals} rowHeight={rowHeight} height={height} render={row} />
    </div>
  )
}
