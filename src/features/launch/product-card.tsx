import { Badge } from '#src/ui/badge.tsx'
import { Box } from '#src/ui/box.tsx'
import type { LaunchProduct } from '#contract/launch/launch.ts'
import { useServices } from '#src/actors/services.tsx'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { CardHead } from '#src/parts/card-head.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { Link } from '#src/parts/link.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useTranslation } from 'react-i18next'
import { LaunchClock, phaseNow } from './launch-clock.tsx'
import { soldPercent } from './sums.ts'

/** How much of an issue has been subscribed to. */
export function SoldBar({ product }: { readonly product: LaunchProduct }) {
  const { t } = useTranslation('launch')
  const shown = useNumbers()
  const percent = soldPercent(product)
  return (
    <Box lay="row" gap={1} sideGap={3} justify="between" size={2} tone={2} wraps>
      <progress max={100} value={Number(percent)} aria-label={t('soldOf', { percent: shown.places(percent, 1) })} />
      <span>{t('soldOf', { percent: shown.places(percent, 1) })}</span>
      <span>
        {t('leftOf', {
          amount: shown.sum(product.last_num, product.new_currency_name),
          coin: product.new_currency_name,
        })}
      </span>
    </Box>
  )
}

const tones = {
  upcoming: 'warning',
  subscribing: 'accent',
  sold_out: 'quiet',
  ended: 'quiet',
  launched: 'quiet',
} as const

/** One product in a list; the recommended one is told at length. */
export function ProductCard({
  product,
  isHead = false,
  onEnd,
}: {
  readonly product: LaunchProduct
  readonly isHead?: boolean
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('launch')
  const { serverNow } = useServices()
  const shown = useNumbers()
  const phase = phaseNow(product, serverNow())
  return (
    <Link to={launchPaths.launchOf(product.id)} isCard lay="stack" gap={3} pad={4}>
      <CardHead
        mark={<CoinIcon name={product.new_currency_name} logo={product.logo} size={isHead ? 44 : 36} />}
        name={product.new_currency_name}
        note={
          isHead
            ? product.recommend_title
            : t('priceOf', {
                coin: product.new_currency_name,
                price: shown.rate(product.change_rate, product.currency_name),
                pay: product.currency_name,
              })
        }
      >
        <Badge tone={tones[phase]}>{t(`phases.${phase}`)}</Badge>
      </CardHead>
      {isHead && (
        <Box as="span" size={3} tone={2} isLoose>
          {product.recommend_content}
        </Box>
      )}
      {isHead && (
        <Box as="span" weight="medium">
          {t('priceOf', {
            coin: product.new_currency_name,
            price: shown.rate(product.change_rate, product.currency_name),
            pay: product.currency_name,
          })}
        </Box>
      )}
      <SoldBar product={product} />
      <LaunchClock product={product} onEnd={onEnd} />
    </Link>
  )
}
