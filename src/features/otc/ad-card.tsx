import { otcIndexPrice } from '#contract/otc/otc-sums.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Ad, OtcMarket } from '#contract/otc/otc-order.ts'
import { unitsOf } from '#src/lib/amount.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Link } from '#src/parts/link.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Note, Row, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { MerchantLine, usePace } from './merchant-line.tsx'
import styles from './otc.module.css'
import { useOtcFormat } from './use-otc.ts'

/** The price of the index in this currency; null for what the market does not know. */
export function indexOf(market: OtcMarket, coin: number, code: string): string | null {
  const fiat = market.fiats.find((each) => each.code === code)
  const price = market.coins.find(({ currency_id }) => currency_id === coin)?.index_price
  return fiat === undefined || price === undefined ? null : otcIndexPrice(price, fiat.rate, fiat.scale)
}
/** How far a price lies from the index, in per cent with its sign. */
export function distanceOf(price: string, index: string | null): string | null {
  const units = unitsOf(price)
  if (index === null || parseDec(index) === 0n || units === null) return null
  const hundredths = ((units - parseDec(index)) * 10_000n) / parseDec(index)
  return `${hundredths < 0n ? '-' : '+'}${formatDec(hundredths < 0n ? -hundredths : hundredths, 2)}`
}

type Props = {
  readonly ad: Ad
  readonly market: OtcMarket
  readonly onTake: () => void /** On the page of its merchant, who is not named again. */
  readonly isAtHome?: boolean
}

/** One offer: who, at what price, how much, paid how. */
export function AdCard({ ad, market, isAtHome = false, onTake }: Props) {
  const { t } = useTranslation('otc')
  const { rate, change } = useNumbers()
  const { fiat, coin } = useOtcFormat(market)
  const pace = usePace()
  const distance = distanceOf(ad.price, indexOf(market, ad.currency_id, ad.fiat))
  const isBuying = ad.side === 'sell'
  return (
    <Stack as="article" gap={2} blockPad={4} line="top" className={styles.card}>
      {isAtHome ? (
        <b>{ad.currency_name}</b>
      ) : (
        <Link to={`${otcPaths.otcAdverts}?view=merchant&user=${ad.merchant.user_id}`} blockPad={1}>
          <MerchantLine merchant={ad.merchant} />
        </Link>
      )}
      <Row gap={2} justify="between" wraps className={styles.offer}>
        <p className={styles.price}>
          <Box as="b" size={5} data-unit={ad.fiat}>
            {rate(ad.price, ad.fiat)}
          </Box>{' '}
          {ad.fiat} {distance !== null && <small>{t('toIndex', { change: change(distance) })}</small>}
        </p>
        {ad.mine ? (
          <Box as="span" tone={2} size={2}>
            {t('ownAd')}
          </Box>
        ) : (
          <Button kind={isBuying ? 'buy' : 'sell'} onClick={onTake}>
            {t(isBuying ? 'buy' : 'sell')}
          </Button>
        )}
      </Row>
      <Stack as="dl" gap={1} size={2} className={styles.pairs}>
        <Box lay="row" gap={3}>
          <dt>{t('limits')}</dt>
          <dd>{`${fiat(ad.min_amount, ad.fiat)} – ${fiat(ad.max_amount, ad.fiat)}`}</dd>
        </Box>
        <Box lay="row" gap={3}>
          <dt>{t('available')}</dt>
          <dd>{coin(ad.surplus_number, ad.currency_name)}</dd>
        </Box>
      </Stack>
      <Note className={styles.small}>
        {[
          ad.margin === '' ? null : t('floating'),
          isAtHome ? null : pace(ad.merchant),
          t('payWithin', { count: ad.pay_minutes }),
        ]
          .filter((word) => word !== null)
          .join(' · ')}
      </Note>
      <Note lay="row" gap={3} wraps className={styles.ways}>
        {ad.ways.map((way) => (
          <span key={way} className={styles.way} data-way={way}>
            {t(`ways.${way}`)}
          </span>
        ))}
      </Note>
    </Stack>
  )
}
