import { marketOf, type MarketSpark, type Pair } from '#contract/market/market.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { FavouriteStar } from '#src/parts/trade/favourite-star.tsx'
import { Link } from '#src/parts/link.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Spark } from '#src/ui/spark.tsx'
import { ChangeBadge, NumberCell, trendOf } from '#src/ui/number.tsx'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './market-row.module.css'

type Props = { readonly pair: Pair; readonly isStale: boolean; readonly spark?: MarketSpark | undefined }

/** One pair with its price and 24-hour change. Renders again only when its values change. */
export const MarketRow = memo(function MarketRow({ pair, isStale, spark }: Props) {
  const { t } = useTranslation('home')
  const shown = useNumbers()
  const isOld = isStale || pair.stale
  const { symbol, currency_name, legal_name, logo, now_price, price_scale, change, amount } = pair
  return (
    <Link to={marketPaths.klineOf(marketOf(symbol))} className={styles.row}>
      <CoinIcon name={currency_name} logo={logo} size={32} />
      <Stack as="span" shrinks>
        <span className={styles.name}>
          <b>{currency_name}</b>
          <small>/{legal_name}</small>
        </span>
        <Box as="small" isCut>
          <span className="sr">{t('turnover')} </span>
          {shown.compact(amount)}
        </Box>
      </Stack>
      <span className={styles.spark}>
        {spark !== undefined && <Spark values={spark.closes} trend={trendOf(change)} isStale={isOld} />}
      </span>
      <Box as="span" weight="medium" text="end" size="lead">
        <NumberCell text={shown.price(now_price, price_scale)} value={now_price} unit={legal_name} isStale={isOld} />
      </Box>
      <ChangeBadge text={shown.change(change)} trend={isOld ? 'flat' : trendOf(change)} />
    </Link>
  )
})

/** The same with the star of a favourite. */
export function StarredRow(props: Props) {
  return (
    <div className={styles.starred}>
      <FavouriteStar pair={props.pair} />
      <MarketRow {...props} />
    </div>
  )
}
