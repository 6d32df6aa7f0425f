import { Box, Card, Note } from '#src/ui/box.tsx'
import { marketOf, type Pair } from '#contract/market/market.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { Link } from '#src/parts/link.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { loading } from '#streams/kit/live.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './tickers.module.css'

const maxShown = 3

/** The first markets with their prices. */
export function Tickers() {
  const { t } = useTranslation('home')
  const { feeds } = useServices()
  const { value, freshness } = useStream(feeds.tickers$, loading)
  const first = value
    ?.filter(({ is_display }) => is_display)
    .toSorted((a, b) => a.sort - b.sort)
    .slice(0, maxShown)
  if (first?.length === 0) return null
  return (
    <Card as="ul" columns={3} className={styles.tickers} aria-label={t('tickers')}>
      {first === undefined
        ? Array.from({ length: maxShown }, (_, at) => <li key={at} className={styles.place} />)
        : first.map((pair) => (
            <li key={pair.id}>
              <Ticker pair={pair} isStale={freshness === 'stale'} />
            </li>
          ))}
    </Card>
  )
}

const Ticker = memo(function Ticker({ pair, isStale }: { readonly pair: Pair; readonly isStale: boolean }) {
  const shown = useNumbers()
  const { symbol, legal_name, now_price, price_scale, change } = pair
  const trend = trendOf(change)
  const old = isStale || pair.stale
  return (
    <Link to={spotPaths.tradeOf(marketOf(symbol))} className={styles.ticker}>
      <Note as="span">{symbol}</Note>
      <Box as="span" size={4} weight="bold">
        <NumberCell
          text={shown.price(now_price, price_scale)}
          value={now_price}
          unit={legal_name}
          trend={trend}
          isStale={old}
        />
      </Box>
      <Box as="span" size={2}>
        <NumberCell text={shown.change(change)} trend={trend} isStale={old} />
      </Box>
    </Link>
  )
})
