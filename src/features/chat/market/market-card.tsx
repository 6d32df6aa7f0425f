import { Box, Row, Stack } from '#src/ui/box.tsx'
import { symbolOf } from '#contract/market/market.ts'
import { useServices } from '#src/actors/services.tsx'
import { marketPaths } from '#src/lib/paths/market.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { PriceAge } from '#src/parts/trade/price-age.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './market-card.module.css'

/**
 * A market in a message, with its price as it is now: live, or with its age. Its size never changes, so that no message
 * moves.
 */
export function MarketCard({ market }: { readonly market: string }) {
  const { t } = useTranslation('chat')
  const { feeds } = useServices()
  const shown = useNumbers()
  const live = useStream(feeds.pair$(market), loading)
  const pair = live.value
  const isOld = live.freshness === 'stale' || pair?.stale === true
  return (
    <Link to={marketPaths.klineOf(market)} className={styles.card}>
      <CoinIcon name={pair?.currency_name ?? symbolOf(market).split('/')[0] ?? ''} logo={pair?.logo ?? ''} size={32} />
      <Stack as="span" shrinks>
        <b>{symbolOf(market)}</b>
        <small>{t('market.open')}</small>
      </Stack>
      <Box as="span" items="end" text="end" lay="stack" shrinks>
        {pair === null ? (
          <small>{live.freshness === 'loading' ? t('market.loading') : t('market.gone')}</small>
        ) : (
          <>
            <b>
              <NumberCell
                text={shown.price(pair.now_price, pair.price_scale)}
                value={pair.now_price}
                unit={pair.legal_name}
                isStale={isOld}
              />
            </b>
            <Row as="small" gap={2} align="stretch" nowrap>
              <NumberCell text={shown.change(pair.change)} trend={isOld ? 'flat' : trendOf(pair.change)} />
              {isOld ? (
                live.freshness === 'stale' ? (
                  <PriceAge freshness={live.freshness} ageMs={live.ageMs} />
                ) : (
                  <span>{t('market.paused')}</span>
                )
              ) : (
                <span>{t('market.now')}</span>
              )}
            </Row>
          </>
        )}
      </Box>
    </Link>
  )
}
