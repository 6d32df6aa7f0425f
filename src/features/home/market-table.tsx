import { Box } from '#src/ui/box.tsx'
import { marketOf, type MarketSpark, type Pair } from '#contract/market/market.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { FavouriteStar } from '#src/parts/trade/favourite-star.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { ChangeBadge, NumberCell, trendOf } from '#src/ui/number.tsx'
import { Spark } from '#src/ui/spark.tsx'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './market-table.module.css'

type Props = {
  readonly pairs: readonly Pair[]
  readonly sparks: ReadonlyMap<string, MarketSpark> | null
  readonly isStale: boolean
}

/** The markets on a desk: each with its star, its range and its turnover of 24 hours in columns of their own. */
export function MarketTable({ pairs, sparks, isStale }: Props) {
  const { t } = useTranslation(['home', 'market'])
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {t('pair')}
          </th>
          <th scope="col">{t('last')}</th>
          <th scope="col">{t('change')}</th>
          <th scope="col">{t('market:high')}</th>
          <th scope="col">{t('market:low')}</th>
          <th scope="col">{t('turnover')}</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <Row key={pair.id} pair={pair} isStale={isStale} spark={sparks?.get(marketOf(pair.symbol))} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = { readonly pair: Pair; readonly isStale: boolean; readonly spark: MarketSpark | undefined }
const Row = memo(function Row({ pair, isStale, spark }: RowProps) {
  const shown = useNumbers()
  const isOld = isStale || pair.stale
  const { symbol, currency_name, legal_name, logo, now_price, price_scale, change, amount, high, low } = pair
  return (
    <tr>
      <th scope="row">
        <Box as="span" lay="row" gap={2} align="center" className={styles.pair}>
          <FavouriteStar pair={pair} />
          <Link to={marketPaths.klineOf(marketOf(symbol))} lay="row" gap={2} align="center" className={styles.way}>
            <CoinIcon name={currency_name} logo={logo} size={28} />
            <span>
              <b>{currency_name}</b>
              <small>/{legal_name}</small>
            </span>
          </Link>
        </Box>
      </th>
      <td>{spark !== undefined && <Spark values={spark.closes} trend={trendOf(change)} isStale={isOld} />}</td>
      <Box as="td" size="lead" weight="medium">
        <NumberCell text={shown.price(now_price, price_scale)} value={now_price} unit={legal_name} isStale={isOld} />
      </Box>
      <td>
        <ChangeBadge text={shown.change(change)} trend={isOld ? 'flat' : trendOf(change)} />
      </td>
      <td data-unit={legal_name}>{shown.price(high, price_scale)}</td>
      <td data-unit={legal_name}>{shown.price(low, price_scale)}</td>
      <td data-unit={legal_name}>{shown.compact(amount)}</td>
    </tr>
  )
})
